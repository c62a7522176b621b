package stored

import (
	"context"
	"strconv"
	"strings"

	"quartermaster/internal/blob"
	"quartermaster/internal/store"
)

// Forget deletes what is sealed in a storage, and the stored files that have it, for a database whose key is lost. It returns how many
// contents those are. Nobody else may have the database open.
func Forget(ctx context.Context, db *store.DB, in blob.Storage) (forgotten int64, err error) {
	err = in.Keys(ctx, func(key string) error {
		sealed, err := blob.IsSealed(ctx, in, key)
		if err != nil || !sealed {
			return err
		}
		if err := forgetFiles(ctx, db, key); err != nil {
			return err
		}
		forgotten++
		return in.Delete(ctx, key)
	})
	return forgotten, err
}

// forgetFiles deletes the stored files of a content, and their drafts.
func forgetFiles(ctx context.Context, db *store.DB, key string) error {
	user, digest, _ := strings.Cut(strings.TrimPrefix(key, storedFolder), "/")
	id, err := strconv.ParseInt(user, 10, 64)
	if !strings.HasPrefix(key, storedFolder) || err != nil {
		return nil // a content of jobs or deliveries, which say themselves that it is gone
	}
	return db.Tx(ctx, func(tx *store.Tx) error {
		for _, table := range []string{"stored_files", "stored_drafts"} {
			if _, err := tx.Exec(ctx, `DELETE FROM `+table+` WHERE user_id = $1 AND sha256 = $2`, id, digest); err != nil {
				return err
			}
		}
		return nil
	})
}
