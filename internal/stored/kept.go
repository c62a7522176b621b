package stored

import (
	"context"

	"quartermaster/internal/store"
)

// Imported files that no record stands for, originals, and what was last delivered where it is no original, are stored in the database and
// deleted with their instance; copies of files
// that deliveries have replaced are in the blob store. Their size is limited by the plan: a user who has more imports and replaces nothing
// new.

// kept is the number of bytes in which the instances of the user $1 store such files.
const kept = `SELECT CAST(COALESCE(sum(k.bytes), 0) AS BIGINT) FROM (
	SELECT length(c.content) AS bytes FROM file_contents c JOIN instances i ON i.id = c.instance_id WHERE i.user_id = $1
	UNION ALL
	SELECT length(d.content) FROM delivered_files d JOIN instances i ON i.id = d.instance_id WHERE i.user_id = $1
	UNION ALL
	SELECT f.before_bytes FROM instances i JOIN deliveries d ON d.instance_id = i.id AND d.copies = 1
		JOIN delivery_files f ON f.delivery_id = d.id AND f.copy IS NOT NULL WHERE i.user_id = $1) k`

// CheckKept returns a LimitError when the instances of a user keep more than the plan allows.
func (s *Service) CheckKept(ctx context.Context, userID int64) error {
	return s.db.Tx(ctx, func(tx *store.Tx) error {
		name, err := lock(ctx, tx, userID)
		if err != nil {
			return err
		}
		plan, err := s.plans.Plan(name)
		if err != nil {
			return err
		}
		bytes, err := keptBytes(ctx, tx, userID, plan.MaxBytes)
		if err == nil && bytes > plan.MaxBytes {
			err = LimitError{Type: limitBytes, Current: bytes, Limit: plan.MaxBytes, Kept: true}
		}
		return err
	})
}

// keptBytes returns that number. When it is above the limit, contents that no file of an instance refers to any more are
// deleted first; they were there for undo.
func keptBytes(ctx context.Context, tx *store.Tx, userID, limit int64) (bytes int64, err error) {
	if err := tx.QueryRow(ctx, kept, userID).Scan(&bytes); err != nil || bytes <= limit {
		return bytes, err
	}
	const query = `DELETE FROM file_contents WHERE instance_id IN (SELECT id FROM instances WHERE user_id = $1) AND ` + store.UnusedContent
	if _, err := tx.Exec(ctx, query, userID); err != nil {
		return bytes, err
	}
	err = tx.QueryRow(ctx, kept, userID).Scan(&bytes)
	return bytes, err
}
