package account

import (
	"context"
	"errors"
	"time"

	"github.com/alexedwards/scs/v2"

	"quartermaster/internal/store"
)

// Sessions stores browser sessions in the database, with digests of their tokens: reading the table does not help to take over
// a session.
type Sessions struct {
	db *store.DB
}

var _ scs.CtxStore = (*Sessions)(nil)

// NewSessions returns the sessions in db.
func NewSessions(db *store.DB) *Sessions { return &Sessions{db: db} }

// FindCtx returns the data of a session; found is false when there is none or it has expired.
func (s *Sessions) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	const query = `SELECT data FROM sessions WHERE token = $1 AND expires_at > $2`
	err = s.db.QueryRow(ctx, query, digest(token), s.db.Time().UnixMicro()).Scan(&data)
	if errors.Is(err, store.ErrNotFound) {
		return nil, false, nil
	}
	return data, err == nil, err
}

// CommitCtx stores a session, in place of an earlier one of the same token.
func (s *Sessions) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	const query = `INSERT INTO sessions (token, data, expires_at) VALUES ($1, $2, $3)
		ON CONFLICT (token) DO UPDATE SET data = excluded.data, expires_at = excluded.expires_at`
	_, err := s.db.ExecFreeing(ctx, query, digest(token), data, expiry.UnixMicro()) // nobody can delete anything without a session
	return err
}

// DeleteCtx removes a session; one that is not there is no error.
func (s *Sessions) DeleteCtx(ctx context.Context, token string) error {
	_, err := s.db.ExecFreeing(ctx, `DELETE FROM sessions WHERE token = $1`, digest(token))
	return err
}

// Purge removes the sessions that have expired.
func (s *Sessions) Purge(ctx context.Context) error {
	_, err := s.db.Exec(ctx, `DELETE FROM sessions WHERE expires_at <= $1`, s.db.Time().UnixMicro())
	return err
}

// Find is FindCtx without a context.
func (s *Sessions) Find(token string) (data []byte, found bool, err error) {
	return s.FindCtx(context.Background(), token)
}

// Commit is CommitCtx without a context.
func (s *Sessions) Commit(token string, data []byte, expiry time.Time) error {
	return s.CommitCtx(context.Background(), token, data, expiry)
}

// Delete is DeleteCtx without a context.
func (s *Sessions) Delete(token string) error {
	return s.DeleteCtx(context.Background(), token)
}
