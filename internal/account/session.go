package account

import (
	"context"
	"errors"
	"time"

	"github.com/alexedwards/scs/v2"

	"quartermaster/internal/notes"
	"quartermaster/internal/store"
)

// Sessions stores browser sessions in the database, with digests of their tokens: reading the table does not help to take over
// a session.
type Sessions struct {
	db       *store.DB
	accounts *Service
	copies   notes.Notes
}

var _ scs.CtxStore = (*Sessions)(nil)

// Sessions returns the sessions of the users. It leaves copies for other servers, by which these read a session together with its user.
func (s *Service) Sessions(copies notes.Notes) *Sessions {
	return &Sessions{db: s.db, accounts: s, copies: copies}
}

// FindCtx returns the data of a session; found is false when there is none or it has expired.
func (s *Sessions) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	v, key := visitOf(ctx), digest(token)
	if found, err := s.findCopy(ctx, v, key); found || err != nil {
		return v.session.Data, found, err
	}
	const query = `SELECT data, expires_at FROM sessions WHERE token = $1 AND expires_at > $2`
	read := session{key: key}
	err = s.db.QueryRow(ctx, query, key, s.db.Time().UnixMicro()).Scan(&read.Data, &read.End)
	if errors.Is(err, store.ErrNotFound) {
		return nil, false, nil
	}
	v.session = read
	return read.Data, err == nil, err
}

// The end of a session is later with each of its states, so that it tells copies of one from those of another.
const (
	putSession = `INSERT INTO sessions (data, expires_at, user_id, device, address, used_at, token, begun_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (token) DO UPDATE SET data = excluded.data,
		user_id = excluded.user_id, device = excluded.device, address = excluded.address, used_at = excluded.used_at,
		expires_at = CASE WHEN excluded.expires_at > sessions.expires_at THEN excluded.expires_at ELSE sessions.expires_at + 1
		END RETURNING expires_at`
	changeSession = `UPDATE sessions SET data = $1,
		expires_at = CASE WHEN expires_at < CAST($2 AS BIGINT) THEN CAST($2 AS BIGINT) ELSE expires_at + 1 END,
		user_id = $3, device = $4, address = $5, used_at = $6 WHERE token = $7 RETURNING expires_at`
)

// CommitCtx stores a session, in place of an earlier one of the same token. One that was read with the context, and has been deleted since,
// stays deleted.
func (s *Sessions) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	v := visitOf(ctx)
	written := session{key: digest(token), User: v.session.User, Data: data}
	err := s.db.Freeing(ctx, func(tx *store.Tx) error { // nobody can delete anything without a session
		args := []any{data, expiry.UnixMicro(), v.owner.id(), v.owner.device, v.owner.address, tx.Now(), written.key}
		if written.key == v.session.key {
			return tx.QueryRow(ctx, changeSession, args...).Scan(&written.End)
		}
		return tx.QueryRow(ctx, putSession, append(args, tx.Now())...).Scan(&written.End)
	})
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err == nil {
		v.session = written
		s.copy(ctx, written)
	}
	return err
}

// DeleteCtx removes a session; one that is not there is no error. Copies of it are worth nothing from then on.
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
