package account

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"net/netip"
	"slices"

	"quartermaster/internal/access"
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
	Token    *store.Token // nil for the personal one, which can do everything
	Pays     int64        // the user to whose limits it counts: of a program, who owns its instance
}

// Account is the scope of what the caller has himself.
func (c Caller) Account() store.Scope {
	s := store.Scope{UserID: c.ID, Shared: c.Shares}
	if c.Token != nil && !c.Token.Everywhere {
		s.Token = c.Token.ID
	}
	return s
}

// TokenID returns the id of the caller's token, or 0 for the personal one.
func (c Caller) TokenID() int64 {
	if c.Token == nil {
		return 0
	}
	return c.Token.ID
}

// Instance is the instance that a request names. Its scope is zero when the caller is no member of it.
type Instance struct {
	Scope store.Scope
	Owner string // name of who owns it
	State State
	// Reviewed is set where what players meet changes only by layers that another member has approved.
	Reviewed bool
}

// State identifies a state of the records of an instance: as long as it is the same, so are they.
type State struct{ revision, changes int64 }

// callerColumns are read in one statement with the user u: the instance that is asked for, as i, and its state. Changes raise the revision
// of their instance; for the deletions that reach records without one, triggers raise the record_changes of its owner.
var (
	callerColumns = `EXISTS (SELECT 1 FROM members s WHERE s.user_id = u.id), COALESCE(o.record_changes, 0), COALESCE(i.id, 0),
	COALESCE(i.revision, 0), COALESCE(i.review, '') = 'required', COALESCE(i.user_id, 0), COALESCE(m.role, ''), COALESCE(o.name, ''),
	m.last_seen_at`
	callerJoins = ` LEFT JOIN instances i ON i.sid = $1 LEFT JOIN users o ON o.id = i.user_id
	LEFT JOIN members m ON ` + store.Home("m.instance_id", "i.id") + ` AND m.user_id = u.id WHERE `
	callerQuery = `SELECT u.id, u.name, u.email, u.plan, ` + callerColumns + ` FROM users u` + callerJoins +
		`u.token_digest = $2 AND u.disabled_at IS NULL`
	// A program has the plan and the limits of who owns its instance.
	tokenQuery = `SELECT u.id, u.name, u.email, p.plan, ` + callerColumns + `, p.id, t.id, t.sid, t.name, t.permissions,
		t.everywhere = 1 OR EXISTS (SELECT 1 FROM token_instances x WHERE x.token_id = t.id AND ` +
		store.Home("x.instance_id", "i.id") + `), t.everywhere = 1,
		t.addresses, COALESCE(t.expires_at, 0), COALESCE(t.last_used_at, 0)
		FROM tokens t JOIN users u ON u.id = t.user_id LEFT JOIN instances q ON q.id = u.program_of
		JOIN users p ON p.id = COALESCE(q.user_id, u.id)` + callerJoins + `t.digest = $2 AND u.disabled_at IS NULL`
)

// found is the row of a caller.
type found struct {
	Caller
	plan, role string
	of         store.Scope
	seen       sql.Null[int64]
}

func (f *found) targets() []any {
	state := &f.Instance.State
	return []any{
		&f.ID, &f.Name, &f.Email, &f.plan, &f.Shares, &state.changes, &f.of.InstanceID, &state.revision, &f.Instance.Reviewed, &f.of.UserID,
		&f.role, &f.Instance.Owner, &f.seen,
	}
}

// ByToken returns the user of an API token, with the instance that has the public identifier, or store.ErrNotFound when nobody has
// the token, or it is over, or does not work from the network address. It runs for every request, so it reads no more than a request
// needs.
func (s *Service) ByToken(ctx context.Context, token, instance, address string) (Caller, error) {
	switch {
	case len(token) == tokenLength:
		var f found
		if err := s.db.QueryRow(ctx, callerQuery, instance, digest(token)).Scan(f.targets()...); err != nil {
			return Caller{}, err
		}
		f.Pays = f.ID
		return s.caller(ctx, f, 0, true)
	case store.IsToken(token):
		return s.byLimitedToken(ctx, token, instance, address)
	}
	return Caller{}, store.ErrNotFound
}

func (s *Service) byLimitedToken(ctx context.Context, token, instance, address string) (Caller, error) {
	var f found
	var t store.Token
	var addresses string
	var may int64
	var here bool
	targets := append(f.targets(), &f.Pays, &t.ID, &t.SID, &t.Name, &may, &here, &t.Everywhere, &addresses, &t.ExpiresAt, &t.Used.At)
	if err := s.db.QueryRow(ctx, tokenQuery, instance, digest(token)).Scan(targets...); err != nil {
		return Caller{}, err
	}
	if t.ExpiresAt != 0 && t.ExpiresAt <= s.db.Time().UnixMicro() || !within(address, addresses) {
		return Caller{}, store.ErrNotFound
	}
	t.May, f.Token = access.Set(may), &t
	return s.caller(ctx, f, t.May, here)
}

// within reports whether an address is in one of some networks, which are separated by spaces; it is in none at all.
func within(address, networks string) bool {
	if networks == "" {
		return true
	}
	ip, err := netip.ParseAddr(address)
	list, listErr := store.ParseNetworks(networks)
	return err == nil && listErr == nil && slices.ContainsFunc(list, func(p netip.Prefix) bool { return p.Contains(ip.Unmap()) })
}

// caller completes a caller, who has no instance where he does not work on it or his token does not.
func (s *Service) caller(ctx context.Context, f found, may access.Set, here bool) (c Caller, err error) {
	c = f.Caller
	if here && (f.of.UserID == c.ID || f.role != "") {
		f.of.By = store.ActorOf(f.of.UserID, c.ID, f.role)
		f.of.By.May = may
		f.of.Token = c.Account().Token
		c.Instance.Scope = f.of
		s.db.NoteSeen(ctx, f.of, f.seen)
	} else {
		c.Instance = Instance{}
	}
	c.Plan, err = s.Plan(f.plan)
	return c, err
}

// NewToken replaces a user's API token and returns the new one. Only a digest is stored, so the token cannot be read again.
func (s *Service) NewToken(ctx context.Context, userID int64) (string, error) {
	const query = `UPDATE users SET token_digest = $1, token_made_at = $2, updated_at = $3 WHERE id = $4`
	token, now := store.RandomText(tokenLength), s.db.Now()
	return token, s.updateToken(ctx, store.AuditTokenCreated, query, digest(token), now, now, userID)
}

// updateToken changes the personal token of a user, whose number is the last argument, and keeps it in the audit.
func (s *Service) updateToken(ctx context.Context, what, query string, args ...any) error {
	return s.db.Tx(ctx, func(tx *store.Tx) error {
		n, err := tx.Exec(ctx, query, args...)
		if err == nil && n == 0 {
			err = store.ErrNotFound
		}
		if err != nil {
			return err
		}
		return tx.Audit(ctx, store.Audited{What: what, About: PersonalToken})
	})
}

// PersonalToken is what the audit calls the personal token of a user.
const PersonalToken = "personal token"

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

// endTokens ends all tokens of a user. The audit has the new password or the change of the account that ends them.
func endTokens(ctx context.Context, tx *store.Tx, userID int64) error {
	_, err := tx.Exec(ctx, endToken, tx.Now(), userID)
	if err == nil {
		_, err = tx.Exec(ctx, `DELETE FROM tokens WHERE user_id = $1`, userID)
	}
	return err
}

// RevokeToken ends a user's API token; it is no error when there is none.
func (s *Service) RevokeToken(ctx context.Context, userID int64) error {
	return s.updateToken(ctx, store.AuditTokenDeleted, endToken, s.db.Now(), userID)
}

// digest returns the SHA-256 of a secret in hexadecimal, in which form it is stored: a long random text needs no salt and no
// slow hash.
func digest(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
