package account

import (
	"context"
	"crypto/subtle"

	"quartermaster/internal/store"
)

// owner is whose a session is, and what he knows it again by; the zero value stands for a visitor.
type owner struct {
	user            int64
	device, address string
}

// id is the user's, or nil.
func (o owner) id() any {
	if o.user == 0 {
		return nil
	}
	return o.user
}

// Of makes the session of the context the user's when it is stored, or nobody's for 0. device is what its user knows it again by, and
// address the one on the network that the request has come from.
func (s *Sessions) Of(ctx context.Context, user int64, device, address string) {
	if v := visitOf(ctx); user == 0 {
		v.owner = owner{}
	} else {
		v.owner = owner{user: user, device: device, address: address}
	}
}

// Session is a browser in which somebody is signed in. Times are microseconds since 1970.
type Session struct {
	ID      string // names it among those of its user
	Device  string
	Address string
	BegunAt int64
	UsedAt  int64 // stored about every five minutes
	Current bool  // is the one that asks
}

// idLength is the length of what names a session: the beginning of the digest of its token, which says nothing about the token.
const idLength = 20

// sessionsListed is how many sessions are listed.
const sessionsListed = 100

// List returns the sessions of a user in which he is signed in, the last used first. token is that of the session that asks.
func (s *Sessions) List(ctx context.Context, user int64, token string) (list []Session, err error) {
	const query = `SELECT substr(token, 1, $1), device, address, begun_at, used_at FROM sessions WHERE user_id = $2 AND expires_at > $3
		ORDER BY used_at DESC, token LIMIT $4`
	rows, err := s.db.Query(ctx, query, idLength, user, s.db.Time().UnixMicro(), sessionsListed)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	current := digest(token)[:idLength]
	for rows.Next() {
		var v Session
		if err := rows.Scan(&v.ID, &v.Device, &v.Address, &v.BegunAt, &v.UsedAt); err != nil {
			return nil, err
		}
		v.Current = subtle.ConstantTimeCompare([]byte(v.ID), []byte(current)) == 1
		list = append(list, v)
	}
	return list, rows.Err()
}

// End ends a session of a user, on all servers at once. It returns store.ErrNotFound when he has none of that id.
func (s *Sessions) End(ctx context.Context, user int64, id string) error {
	n, err := s.db.ExecFreeing(ctx, `DELETE FROM sessions WHERE user_id = $1 AND substr(token, 1, $2) = $3`, user, idLength, id)
	if err == nil && n == 0 {
		err = store.ErrNotFound
	}
	return err
}

// EndSessions ends all sessions of a user except those that take over the epoch of the returned user.
func (s *Service) EndSessions(ctx context.Context, userID int64) (User, error) {
	err := s.db.Tx(ctx, func(tx *store.Tx) error { return endSessions(ctx, tx, userID) })
	if err != nil {
		return User{}, err
	}
	return s.ByID(ctx, userID)
}

// endSessions ends all sessions of a user: those that are stored as his, and by the epoch those that are just being stored.
func endSessions(ctx context.Context, tx *store.Tx, userID int64) error {
	const query = `UPDATE users SET session_epoch = session_epoch + 1, updated_at = $1 WHERE id = $2`
	_, err := tx.Exec(ctx, query, tx.Now(), userID)
	if err == nil {
		_, err = tx.Exec(ctx, `DELETE FROM sessions WHERE user_id = $1`, userID)
	}
	return err
}

// endAccess ends all sessions and tokens of a user.
func endAccess(ctx context.Context, tx *store.Tx, userID int64) error {
	if err := endSessions(ctx, tx, userID); err != nil {
		return err
	}
	return endTokens(ctx, tx, userID)
}
