package stored

import (
	"context"

	"quartermaster/internal/store"
)

// What instances keep of imported files, beside their records, is in the database: what no record stands for, and the originals.
// It goes with its instance. A user may have as much of it as the plan lets him store: who has more imports nothing new.

// kept is how many bytes the instances of the user $1 keep, as they are stored.
const kept = `SELECT CAST(COALESCE(sum(length(c.content)), 0) AS BIGINT) FROM file_contents c JOIN instances i ON i.id = c.instance_id
	WHERE i.user_id = $1`

// keptBytes returns how much that is. Where it is more than the limit, what no file of an instance has any more goes first, which
// was there for changes to be undone.
func keptBytes(ctx context.Context, tx *store.Tx, userID, limit int64) (bytes int64, err error) {
	if err := tx.QueryRow(ctx, kept, userID).Scan(&bytes); err != nil || bytes <= limit {
		return bytes, err
	}
	const query = `DELETE FROM file_contents WHERE instance_id IN (SELECT id FROM instances WHERE user_id = $1)
		AND NOT EXISTS (SELECT 1 FROM instance_files f WHERE f.content_id = file_contents.id)
		AND NOT EXISTS (SELECT 1 FROM instance_files f WHERE f.instance_id = file_contents.instance_id AND f.original_id = file_contents.id)`
	if _, err := tx.Exec(ctx, query, userID); err != nil {
		return bytes, err
	}
	err = tx.QueryRow(ctx, kept, userID).Scan(&bytes)
	return bytes, err
}
