package account

import (
	"context"
	"errors"

	"quartermaster/internal/store"
)

// ErrOwns is returned for a user who owns instances.
var ErrOwns = errors.New("the account owns instances")

// Delete deletes a user with everything that is his. What he has changed on instances of others stays, and stands in their history as by a
// deleted account. It returns ErrLastAdmin, ErrOwns, or store.ErrNotFound when there is no such user.
func (s *Service) Delete(ctx context.Context, userID int64) error {
	return s.db.Tx(ctx, func(tx *store.Tx) error {
		if err := anotherAdmin(ctx, tx, userID); err != nil {
			return err
		}
		var email string
		if err := tx.QueryRow(ctx, `SELECT email FROM users WHERE id = $1 AND program_of IS NULL`, userID).Scan(&email); err != nil {
			return err
		}
		if err := tx.Audit(ctx, store.Audited{What: store.AuditUserDeleted, About: email}); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `DELETE FROM users WHERE id = $1 AND program_of IS NULL AND NOT EXISTS (SELECT 1 FROM instances i
			WHERE i.user_id = $2 AND i.id NOT IN (SELECT w.record_id FROM withdrawn w WHERE w.resource = 'instances'))`, userID, userID)
		if err != nil || n > 0 {
			return err
		}
		return ErrOwns
	})
}
