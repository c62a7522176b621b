package account

import (
	"context"
	"errors"

	"quartermaster/internal/store"
)

// ErrDisabled is returned to who has the right password of an account that is disabled.
var ErrDisabled = errors.New("the account is disabled")

// Disable keeps a user from signing in. His sessions and tokens end at once, and invitations that he has made; his instances and what is
// scheduled for them go on, for the sake of others who work on them and of the players. It returns ErrLastAdmin, or store.ErrNotFound
// when there is no such user.
func (s *Service) Disable(ctx context.Context, userID int64) error {
	return s.db.Tx(ctx, func(tx *store.Tx) error { return disable(ctx, tx, userID) })
}

// Enable lets a disabled user sign in again. It returns store.ErrNotFound when there is no such user.
func (s *Service) Enable(ctx context.Context, userID int64) error {
	return s.db.Tx(ctx, func(tx *store.Tx) error { return enable(ctx, tx, userID) })
}

func disable(ctx context.Context, tx *store.Tx, userID int64) error {
	if err := anotherAdmin(ctx, tx, userID); err != nil {
		return err
	}
	if err := setState(ctx, tx, userID, `disabled_at = COALESCE(disabled_at, $1)`, tx.Now()); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM invitations WHERE user_id = $1`, userID); err != nil {
		return err
	}
	if err := audit(ctx, tx, store.AuditUserDisabled, userID, nil); err != nil {
		return err
	}
	return endResets(ctx, tx, userID)
}

func enable(ctx context.Context, tx *store.Tx, userID int64) error {
	if err := setState(ctx, tx, userID, `disabled_at = CAST($1 AS BIGINT)`, nil); err != nil {
		return err
	}
	return audit(ctx, tx, store.AuditUserChanged, userID, map[string]string{"disabled": "no longer"})
}

// setState changes whether a user is disabled, and ends his sessions and tokens: also those that a request has made which was under way
// when he was disabled.
func setState(ctx context.Context, tx *store.Tx, userID int64, assignment string, value any) error {
	n, err := tx.Exec(ctx, `UPDATE users SET `+assignment+` WHERE id = $2 AND program_of IS NULL`, value, userID)
	if err != nil {
		return err
	}
	if n == 0 {
		return store.ErrNotFound
	}
	return endAccess(ctx, tx, userID)
}
