package account

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"quartermaster/internal/passkey"
	"quartermaster/internal/store"
)

// MaxPasskeys is how many passkeys a user may have.
const MaxPasskeys = 20

// The errors about passkeys, beside store.ErrTaken for one that is known already.
var (
	ErrPasskeyName = errors.New("the name must have 1 to 100 characters")
	ErrPasskeys    = errors.New("there are as many passkeys as a user may have")
)

const passkeyNameMax = 100 // characters

// Passkey is a passkey of a user. Times are microseconds since 1970.
type Passkey struct {
	SID, Name string
	CreatedAt int64
	UsedAt    int64 // 0 if never
	ClonedAt  int64 // when it last counted no further, as a copy of it would; 0 if never
	id        int64
	key       passkey.Key
}

// Passkeys returns the passkeys of a user in the order of their creation.
func (s *Service) Passkeys(ctx context.Context, userID int64) (list []Passkey, err error) {
	const query = `SELECT id, sid, name, key, created_at, COALESCE(used_at, 0), COALESCE(cloned_at, 0) FROM passkeys
		WHERE user_id = $1 ORDER BY id`
	rows, err := s.db.Query(ctx, query, userID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var p Passkey
		var key string
		if err := rows.Scan(&p.id, &p.SID, &p.Name, &key, &p.CreatedAt, &p.UsedAt, &p.ClonedAt); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(key), &p.key); err != nil {
			return nil, fmt.Errorf("passkey %s: %w", p.SID, err)
		}
		list = append(list, p)
	}
	return list, rows.Err()
}

// PasskeyOwner returns a user with his passkeys.
func (s *Service) PasskeyOwner(ctx context.Context, u User) (passkey.Owner, error) {
	o := passkey.Owner{Handle: []byte(u.SID), Email: u.Email, Name: u.Name}
	list, err := s.Passkeys(ctx, u.ID)
	for _, p := range list {
		o.Keys = append(o.Keys, p.key)
	}
	return o, err
}

// CheckPasskeyName returns the name of a passkey as it is stored, or ErrPasskeyName.
func CheckPasskeyName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" || utf8.RuneCountInString(name) > passkeyNameMax || !storable(name) {
		return "", ErrPasskeyName
	}
	return name, nil
}

// AddPasskey stores a passkey of a user. It returns recovery codes where he had no second factor yet. All sessions end except those that
// take over the epoch of the returned user.
//
// It returns ErrPasskeyName, ErrPasskeys, or store.ErrTaken for a passkey that is there already.
func (s *Service) AddPasskey(ctx context.Context, userID int64, name string, k passkey.Key) (user User, codes []string, err error) {
	key, err := json.Marshal(k)
	if err == nil {
		name, err = CheckPasskeyName(name)
	}
	if err != nil {
		return User{}, nil, err
	}
	const query = `INSERT INTO passkeys (sid, user_id, name, credential, key, created_at)
		SELECT $1, CAST($2 AS BIGINT), $3, $4, $5, CAST($6 AS BIGINT)
		WHERE (SELECT count(*) FROM passkeys WHERE user_id = $7) < CAST($8 AS BIGINT)`
	err = s.db.Tx(ctx, func(tx *store.Tx) error {
		n, err := tx.Exec(ctx, query, store.NewSID(), userID, name, credentialOf(k), string(key), tx.Now(), userID, MaxPasskeys)
		if err == nil && n == 0 {
			err = ErrPasskeys
		}
		if err == nil {
			codes, err = firstCodes(ctx, tx, userID)
		}
		if err == nil {
			err = audit(ctx, tx, store.AuditFactorAdded, userID, map[string]string{"factor": "passkey", "name": name})
		}
		if err != nil {
			return err
		}
		return endSessions(ctx, tx, userID)
	})
	if err == nil {
		user, err = s.ByID(ctx, userID)
	}
	return user, codes, err
}

func credentialOf(k passkey.Key) string { return base64.RawURLEncoding.EncodeToString(k.ID) }

// RemovePasskey removes a passkey of a user and ends his sessions, except those that take over the epoch of the returned user, and his
// tokens. It returns store.ErrNotFound where there is none.
func (s *Service) RemovePasskey(ctx context.Context, userID int64, sid string) (User, error) {
	return s.removeFactor(ctx, userID, `DELETE FROM passkeys WHERE user_id = $1 AND sid = $2`, userID, sid)
}

// PasskeyAnswer is what a browser has answered to a challenge.
type PasskeyAnswer struct {
	State   []byte // of the challenge
	Answer  string
	Of      *User  // who has given his password, and whose passkey it has to be; nil for anybody's
	Address string // of the visitor
}

// SignInByPasskey returns the user whose passkey has given an answer, and whether it may have been copied: it has counted no further. Each
// challenge can be answered once.
//
// It returns ErrCredentials for an answer that does not pass, ErrDisabled, and ThrottledError after too many wrong ones, which are counted
// with wrong passwords.
func (s *Service) SignInByPasskey(ctx context.Context, by *passkey.Service, a PasskeyAnswer) (user User, cloned bool, err error) {
	locks := []lock{addressLock(a.Address)}
	if a.Of != nil {
		locks = accountLocks(a.Of.ID, a.Address)
	}
	err = s.guess(ctx, locks, func() error {
		if err := s.answerOnce(ctx, a.State); err != nil {
			return err
		}
		user, cloned, err = s.usePasskey(ctx, by, a)
		if errors.Is(err, passkey.ErrAnswer) || errors.Is(err, store.ErrNotFound) {
			err = errors.Join(s.failed(ctx, user, "passkey"), err)
		}
		return err
	})
	if err == nil && user.DisabledAt != 0 {
		err = ErrDisabled
	}
	return user, cloned, err
}

// answerOnce returns ErrCredentials for a challenge that was answered before, also by a request at the same time.
func (s *Service) answerOnce(ctx context.Context, state []byte) error {
	result, err := s.limiter.Hit(ctx, "challenge:"+digest(string(state)), 1, 2*passkey.Lifetime)
	if err == nil && !result.Allowed {
		err = ErrCredentials
	}
	return err
}

func (s *Service) usePasskey(ctx context.Context, by *passkey.Service, a PasskeyAnswer) (user User, cloned bool, err error) {
	var of *passkey.Owner
	if a.Of != nil {
		user = *a.Of
		owner, err := s.PasskeyOwner(ctx, user)
		if err != nil {
			return User{}, false, err
		}
		of = &owner
	}
	used, err := by.Check(of, a.State, a.Answer, func(handle []byte) (passkey.Owner, error) {
		if user, err = s.bySID(ctx, string(handle)); err != nil {
			return passkey.Owner{}, err
		}
		return s.PasskeyOwner(ctx, user)
	})
	if err != nil {
		return User{}, false, err
	}
	return user, used.Cloned, s.notePasskey(ctx, user.ID, used)
}

// notePasskey stores the state of a passkey after a use. It returns store.ErrNotFound for one that was removed in between.
func (s *Service) notePasskey(ctx context.Context, userID int64, used passkey.Used) error {
	key, err := json.Marshal(used.Key)
	if err != nil {
		return err
	}
	now := s.db.Now()
	var cloned any
	if used.Cloned {
		cloned = now
	}
	const query = `UPDATE passkeys SET key = $1, used_at = $2, cloned_at = COALESCE(CAST($3 AS BIGINT), cloned_at)
		WHERE user_id = $4 AND credential = $5`
	return s.update(ctx, query, string(key), now, cloned, userID, credentialOf(used.Key))
}
