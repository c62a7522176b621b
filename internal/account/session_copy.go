package account

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"quartermaster/internal/notes"
	"quartermaster/internal/store"
)

// copied is how long a session is read by its copy, which is made anew then.
const copied = time.Minute

// session is a state of a session. Its exported fields are what a copy holds.
type session struct {
	key  string // digest of its token
	User int64  // whose it is, 0 where that is not known
	End  int64  // of its life; of two states of a session the later one ends later
	Data []byte
}

// visit is what a request knows of its session, and of its user, without asking again.
type visit struct {
	session session
	user    *User
	owner   owner
}

type visitKey struct{}

// Visiting returns a context for one request, with which the user of a session can be read together with it.
func Visiting(ctx context.Context) context.Context {
	return context.WithValue(ctx, visitKey{}, new(visit))
}

func visitOf(ctx context.Context) *visit {
	if v, visiting := ctx.Value(visitKey{}).(*visit); visiting {
		return v
	}
	return new(visit)
}

// findCopy reads a session by its copy: one statement reads the user whose it is, and whether the session is still in the state that was
// copied. So it ends, with its copies, in the moment in which the database says so.
func (s *Sessions) findCopy(ctx context.Context, v *visit, key string) (found bool, err error) {
	sealed, found := s.copies.Get(ctx, key)
	if !found {
		return false, nil
	}
	c := session{key: key}
	text, err := s.db.Unseal(sealed, "sessions", key)
	if err != nil || json.Unmarshal([]byte(text), &c) != nil {
		return false, nil // somebody else has written it
	}
	const query = `SELECT ` + userColumns + `, (SELECT s.expires_at FROM sessions s WHERE s.token = $1 AND s.expires_at > $2) FROM users ` +
		`WHERE id = $3`
	var end sql.Null[int64]
	user, err := s.accounts.scan(s.db.QueryRow(ctx, query, key, s.db.Time().UnixMicro(), c.User), &end)
	if errors.Is(err, store.ErrNotFound) || err == nil && (!end.Valid || end.V != c.End) {
		return false, nil
	}
	if err == nil {
		v.session, v.user = c, &user
	}
	return err == nil, err
}

// User returns the user with that id, whose session was read with the context, or store.ErrNotFound.
func (s *Sessions) User(ctx context.Context, id int64) (User, error) {
	v := visitOf(ctx)
	if v.user != nil && v.user.ID == id {
		return *v.user, nil
	}
	user, err := s.accounts.ByID(ctx, id)
	if err == nil {
		v.session.User = id
		s.copy(ctx, v.session)
	}
	return user, err
}

// copy leaves a copy of a session of a user, sealed: who can write to where it lies could sign in as anybody otherwise.
func (s *Sessions) copy(ctx context.Context, c session) {
	if s.copies == (notes.None{}) || c.key == "" || c.User == 0 {
		return
	}
	text, err := json.Marshal(c)
	if err != nil {
		return
	}
	if sealed, err := s.db.Seal(string(text), "sessions", c.key); err == nil {
		s.copies.Put(ctx, c.key, sealed, min(copied, time.UnixMicro(c.End).Sub(s.db.Time())))
	}
}
