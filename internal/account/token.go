package account

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"

	"quartermaster/internal/store"
)

const tokenLength = 48

// Caller is the sender of a request with an API token.
type Caller struct {
	ID       int64 // of the user
	Name     string
	Email    string // lower-case
	Plan     Plan
	Shares   bool // is a member of instances that others own
	Instance Instance
}

// Instance is the instance that a request names. Its scope is zero when the caller is no member of it.
type Instance struct {
	Scope store.Scope
	Owner string // name of who owns it
	State State
}

// State identifies a state of the records of an instance: as long as it is the same, so are they.
type State struct{ revision, changes int64 }

// callerQuery reads the user, the instance and its state in one statement. Changes raise the revision of their instance; for the
// deletions that reach records without one, triggers raise the record_changes of its owner.
const callerQuery = `SELECT u.id, u.name, u.email, u.plan, EXISTS (SELECT 1 FROM members s WHERE s.user_id = u.id),
	COALESCE(o.record_changes, 0), COALESCE(i.id, 0), COALESCE(i.revision, 0), COALESCE(i.user_id, 0), COALESCE(m.role, ''),
		COALESCE(o.name, ''), m.last_seen_at
	FROM users u LEFT JOIN instances i ON i.sid = $1 LEFT JOIN users o ON o.id = i.user_id
	LEFT JOIN members m ON m.instance_id = i.id AND m.user_id = u.id WHERE u.token_digest = $2`

// ByToken returns the user of the API token, with the instance that has the public identifier, or store.ErrNotFound when nobody has
// the token. It runs for every request, so it reads no more than a request needs.
func (s *Service) ByToken(ctx context.Context, token, instance string) (Caller, error) {
	if len(token) != tokenLength {
		return Caller{}, store.ErrNotFound
	}
	var c Caller
	var plan, role string
	var of store.Scope
	var seen sql.Null[int64]
	state := &c.Instance.State
	err := s.db.QueryRow(ctx, callerQuery, instance, digest(token)).Scan(&c.ID, &c.Name, &c.Email, &plan, &c.Shares, &state.changes,
		&of.InstanceID, &state.revision, &of.UserID, &role, &c.Instance.Owner, &seen)
	if err != nil {
		return Caller{}, err
	}
	if of.UserID == c.ID || role != "" {
		of.By = store.ActorOf(of.UserID, c.ID, role)
		c.Instance.Scope = of
		s.db.NoteSeen(ctx, of, seen)
	} else {
		c.Instance = Instance{}
	}
	c.Plan, err = s.Plan(plan)
	return c, err
}

// NewToken replaces a user's API token and returns the new one. Only a digest is stored, so the token cannot be read again.
func (s *Service) NewToken(ctx context.Context, userID int64) (string, error) {
	const query = `UPDATE users SET token_digest = $1, token_made_at = $2, updated_at = $3 WHERE id = $4`
	token, now := store.RandomText(tokenLength), s.db.Now()
	if err := s.update(ctx, query, digest(token), now, now, userID); err != nil {
		return "", err
	}
	return token, nil
}

// TokenForEmail is NewToken for the user with the e-mail address. It returns store.ErrNotFound when there is none.
func (s *Service) TokenForEmail(ctx context.Context, email string) (string, error) {
	user, err := s.ByEmail(ctx, email)
	if err != nil {
		return "", err
	}
	return s.NewToken(ctx, user.ID)
}

// endToken ends the API token of a user; its arguments are the time and the user.
const endToken = `UPDATE users SET token_digest = NULL, token_made_at = NULL, updated_at = $1 WHERE id = $2`

// RevokeToken ends a user's API token; it is no error when there is none.
func (s *Service) RevokeToken(ctx context.Context, userID int64) error {
	return s.update(ctx, endToken, s.db.Now(), userID)
}

// digest returns the SHA-256 of a secret in hexadecimal, in which form it is stored: a long random text needs no salt and no
// slow hash.
func digest(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
