package account

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"quartermaster/internal/store"
	"quartermaster/internal/totp"
)

// ErrFactor is returned for an authenticator app where there is one already.
var ErrFactor = errors.New("there is an authenticator app already")

// Factors are what a user has beside his password. Times are microseconds since 1970.
type Factors struct {
	App           bool
	AppMadeAt     int64
	AppLost       bool // its secret went with the key that sealed it
	RecoveryCodes int  // that were not used yet
}

// Factors returns what a user has beside his password.
func (s *Service) Factors(ctx context.Context, userID int64) (f Factors, err error) {
	const query = `SELECT a.created_at, a.secret IS NULL, (SELECT count(*) FROM recovery_codes c WHERE c.user_id = u.id)
		FROM users u LEFT JOIN authenticators a ON a.user_id = u.id WHERE u.id = $1`
	var made sql.Null[int64]
	err = s.db.QueryRow(ctx, query, userID).Scan(&made, &f.AppLost, &f.RecoveryCodes)
	f.App, f.AppMadeAt = made.Valid, made.V
	f.AppLost = f.AppLost && f.App
	return f, err
}

// The column that holds the secrets of apps, sealed.
const appTable, appColumn = "authenticators", "secret"

// NewApp returns the sealed secret of an authenticator app that is to be added.
func (s *Service) NewApp() (sealed string, err error) {
	return s.db.Seal(totp.NewSecret(), appTable, appColumn)
}

// AppSecret returns the secret of what NewApp has sealed.
func (s *Service) AppSecret(sealed string) (string, error) {
	return s.db.Unseal(sealed, appTable, appColumn)
}

// AddApp adds an authenticator app, of which NewApp has made the secret, once it shows a right code, which cannot be used again. It returns
// recovery codes where the user had no second factor yet. All sessions end except those that take over the epoch of the returned user.
//
// It returns ErrCredentials for a wrong code, ErrFactor where there is an app already, and ThrottledError after too many wrong codes.
func (s *Service) AddApp(ctx context.Context, userID int64, sealed, code, address string) (user User, codes []string, err error) {
	secret, err := s.AppSecret(sealed)
	if err != nil {
		return User{}, nil, err
	}
	code = normalCode(code)
	err = s.guess(ctx, accountLocks(userID, address), func() error {
		step, ok := totp.Match(secret, code, s.db.Time())
		if !ok {
			return ErrCredentials
		}
		codes, err = s.storeApp(ctx, userID, sealed, step)
		return err
	})
	if err == nil {
		user, err = s.ByID(ctx, userID)
	}
	return user, codes, err
}

func (s *Service) storeApp(ctx context.Context, userID int64, sealed string, step int64) (codes []string, err error) {
	const query = `INSERT INTO authenticators (user_id, secret, last_step, created_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (user_id) DO NOTHING`
	err = s.db.Tx(ctx, func(tx *store.Tx) error {
		n, err := tx.Exec(ctx, query, userID, sealed, step, tx.Now())
		if err == nil && n == 0 {
			err = ErrFactor
		}
		if err == nil {
			codes, err = firstCodes(ctx, tx, userID)
		}
		if err == nil {
			err = audit(ctx, tx, store.AuditFactorAdded, userID, map[string]string{"factor": "app"})
		}
		if err != nil {
			return err
		}
		return endSessions(ctx, tx, userID)
	})
	return codes, err
}

// RemoveApp removes the authenticator app of a user and ends his sessions, except those that take over the epoch of the returned user, and
// his tokens. It returns store.ErrNotFound where there is none.
func (s *Service) RemoveApp(ctx context.Context, userID int64) (User, error) {
	return s.removeFactor(ctx, userID, `DELETE FROM authenticators WHERE user_id = $1`, userID)
}

// removeFactor runs a statement that removes a factor of a user, and what goes with it. Recovery codes stand for another factor: without
// one they go too.
func (s *Service) removeFactor(ctx context.Context, userID int64, query string, args ...any) (User, error) {
	const orphans = `DELETE FROM recovery_codes WHERE user_id = $1 AND NOT EXISTS (SELECT 1 FROM users WHERE id = $2 AND ` + hasFactor + `)`
	err := s.db.Tx(ctx, func(tx *store.Tx) error {
		n, err := tx.Exec(ctx, query, args...)
		if err == nil && n == 0 {
			err = store.ErrNotFound
		}
		if err == nil {
			_, err = tx.Exec(ctx, orphans, userID, userID)
		}
		if err == nil {
			err = audit(ctx, tx, store.AuditFactorRemoved, userID, nil)
		}
		if err != nil {
			return err
		}
		return endAccess(ctx, tx, userID)
	})
	if err != nil {
		return User{}, err
	}
	return s.ByID(ctx, userID)
}

// ResetFactors removes all second factors of the user with the e-mail address, for who cannot sign in any more, and ends his sessions and
// tokens. It returns store.ErrNotFound where there is no such user, and whether he had any.
func (s *Service) ResetFactors(ctx context.Context, email string) (had bool, err error) {
	user, err := s.ByEmail(ctx, email)
	if err != nil {
		return false, err
	}
	err = s.db.Tx(ctx, func(tx *store.Tx) error {
		for _, table := range []string{"authenticators", "passkeys", "recovery_codes"} {
			n, err := tx.Exec(ctx, `DELETE FROM `+table+` WHERE user_id = $1`, user.ID)
			if err != nil {
				return err
			}
			had = had || n > 0
		}
		if err := audit(ctx, tx, store.AuditFactorRemoved, user.ID, map[string]string{"factor": "all"}); err != nil {
			return err
		}
		return endAccess(ctx, tx, user.ID)
	})
	return had, err
}

// SecondStep takes the code of the app, or a recovery code, of a user who has given his password; each works once. It returns how many
// recovery codes are left after one was used, and -1 after a code of the app.
//
// It returns ErrCredentials for a wrong or used code, and ThrottledError after too many of those: 5 a minute and 50 a day of one account
// from anywhere, and 20 a minute from one address, wrong passwords included.
func (s *Service) SecondStep(ctx context.Context, userID int64, code, address string) (left int, err error) {
	locks := append(accountLocks(userID, address), lock{
		key: "second-step:" + strconv.FormatInt(userID, 10), limit: failuresPerDay, window: 24 * time.Hour,
	})
	err = s.guess(ctx, locks, func() error {
		left, err = s.useCode(ctx, userID, normalCode(code))
		if !errors.Is(err, ErrCredentials) {
			return err
		}
		user, err := s.ByID(ctx, userID)
		if err != nil {
			return err
		}
		return s.failed(ctx, user, "code")
	})
	return left, err
}

// useCode accepts a recovery code, or one of the app.
func (s *Service) useCode(ctx context.Context, userID int64, code string) (left int, err error) {
	if len(code) == recoveryLength {
		return s.useRecoveryCode(ctx, userID, code)
	}
	return -1, s.useApp(ctx, userID, code)
}

// useApp accepts a code by the statement that notes its step, so that of two requests with the same code one is refused.
func (s *Service) useApp(ctx context.Context, userID int64, code string) error {
	var id int64
	var sealed sql.Null[string]
	err := s.db.QueryRow(ctx, `SELECT id, secret FROM authenticators WHERE user_id = $1`, userID).Scan(&id, &sealed)
	if errors.Is(err, store.ErrNotFound) || err == nil && !sealed.Valid {
		return ErrCredentials
	}
	if err != nil {
		return err
	}
	secret, err := s.AppSecret(sealed.V)
	if err != nil {
		return err
	}
	step, ok := totp.Match(secret, code, s.db.Time())
	if !ok {
		return ErrCredentials
	}
	const query = `UPDATE authenticators SET last_step = $1 WHERE id = $2 AND last_step < $3`
	n, err := s.db.Exec(ctx, query, step, id, step)
	if err == nil && n == 0 {
		err = ErrCredentials
	}
	return err
}
