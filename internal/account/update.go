package account

import (
	"context"
	"errors"
	"strconv"

	"quartermaster/internal/store"
)

// ErrLastAdmin is returned where no administrator would be left.
var ErrLastAdmin = errors.New("the last administrator stays one: make another account an administrator first")

// Update lists what the operator changes of an account. Nil fields stay as they are.
type Update struct {
	Admin    *bool
	Plan     *string
	Password *string // of any length but zero; a new one ends all sessions of the account
	EndToken bool    // whether its API tokens stop working
	Disabled *bool   // see Disable and Enable
}

// Update makes all of the changes in u, or none.
//
// It returns store.ErrNotFound when there is no such account, ErrLastAdmin, ErrPlan or ErrNoPassword.
func (s *Service) Update(ctx context.Context, email string, u Update) error {
	hash, err := s.checkUpdate(ctx, u)
	if err != nil {
		return err
	}
	user, err := s.ByEmail(ctx, email)
	if err != nil {
		return err
	}
	return s.db.Tx(ctx, func(tx *store.Tx) error {
		if u.Admin != nil && !*u.Admin {
			if err := anotherAdmin(ctx, tx, user.ID); err != nil {
				return err
			}
		}
		if err := u.apply(ctx, tx, user.ID, hash); err != nil {
			return err
		}
		return u.applyState(ctx, tx, user.ID)
	})
}

func (u Update) applyState(ctx context.Context, tx *store.Tx, userID int64) error {
	switch {
	case u.Disabled == nil:
		return nil
	case *u.Disabled:
		return disable(ctx, tx, userID)
	}
	return enable(ctx, tx, userID)
}

// checkUpdate returns the hash of the new password, nil when there is none.
func (s *Service) checkUpdate(ctx context.Context, u Update) (hash *string, err error) {
	if u.Plan != nil {
		if _, err := s.Plan(*u.Plan); err != nil {
			return nil, err
		}
	}
	if u.Password == nil {
		return nil, nil
	}
	if *u.Password == "" {
		return nil, ErrNoPassword
	}
	text, err := s.passwords.hash(ctx, *u.Password)
	return &text, err
}

// anotherAdmin returns ErrLastAdmin when the user is the only administrator who can sign in. Its first statement makes others wait who
// change administrators, so that the last one stays.
func anotherAdmin(ctx context.Context, tx *store.Tx, userID int64) error {
	if _, err := tx.Exec(ctx, `UPDATE users SET is_admin = is_admin WHERE is_admin = 1`); err != nil {
		return err
	}
	var alone bool
	const query = `SELECT NOT EXISTS (SELECT 1 FROM users WHERE is_admin = 1 AND disabled_at IS NULL AND id <> $1)
		AND EXISTS (SELECT 1 FROM users WHERE is_admin = 1 AND disabled_at IS NULL AND id = $2)`
	if err := tx.QueryRow(ctx, query, userID, userID).Scan(&alone); err != nil {
		return err
	}
	if alone {
		return ErrLastAdmin
	}
	return nil
}

func (u Update) apply(ctx context.Context, tx *store.Tx, userID int64, hash *string) error {
	const query = `UPDATE users SET is_admin = COALESCE(CAST($1 AS BIGINT), is_admin), plan = COALESCE(CAST($2 AS TEXT), plan),
		password_hash = COALESCE(CAST($3 AS TEXT), password_hash), updated_at = $4 WHERE id = $5`
	var admin *int64
	if u.Admin != nil {
		admin = new(number(*u.Admin))
	}
	_, err := tx.Exec(ctx, query, admin, u.Plan, hash, tx.Now(), userID)
	if err == nil {
		err = u.audit(ctx, tx, userID)
	}
	if err == nil && hash != nil {
		err = errors.Join(endSessions(ctx, tx, userID), endResets(ctx, tx, userID))
	}
	if err == nil && u.EndToken {
		err = endTokens(ctx, tx, userID)
	}
	return err
}

// audit keeps what is changed.
func (u Update) audit(ctx context.Context, tx *store.Tx, userID int64) (err error) {
	if u.Password != nil {
		err = audit(ctx, tx, store.AuditPassword, userID, nil)
	}
	details := map[string]string{}
	if u.Plan != nil {
		details["plan"] = *u.Plan
	}
	if u.Admin != nil {
		details["administrator"] = strconv.FormatBool(*u.Admin)
	}
	if err == nil && len(details) > 0 {
		err = audit(ctx, tx, store.AuditUserChanged, userID, details)
	}
	return err
}

// number returns a boolean in the form of the database.
func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
