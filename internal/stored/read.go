package stored

import (
	"context"
	"errors"
	"io"

	"quartermaster/internal/blob"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// Open returns the content of a stored file, which the caller closes, or store.ErrNotFound when the file has been deleted.
func (s *Service) Open(ctx context.Context, f record.StoredFile) (io.ReadCloser, error) {
	return s.openContent(ctx, f.UserID, f.SHA256)
}

func (s *Service) openContent(ctx context.Context, userID int64, digest string) (io.ReadCloser, error) {
	content, err := s.blobs.Open(ctx, keyOf(userID, digest))
	if errors.Is(err, blob.ErrNotFound) {
		return nil, store.ErrNotFound
	}
	return content, err
}

// mostChecked is how many bytes of a file are checked in memory.
const mostChecked = 16 << 20

// Passes reports whether a check accepts the content of a stored file, which it gets in its turn; nil accepts any. A file of more than
// 16 MiB is not checked, and does not pass. The errors are those of Open, and gate.ErrBusy.
func (s *Service) Passes(ctx context.Context, f record.StoredFile, check func(content []byte) error) (bool, error) {
	if check == nil || f.Size > mostChecked {
		return check == nil, nil
	}
	leave, err := s.Making(ctx)
	if err != nil {
		return false, err
	}
	defer leave()
	content, err := s.Open(ctx, f)
	if err != nil {
		return false, err
	}
	data, err := io.ReadAll(content)
	if err := errors.Join(err, content.Close()); err != nil {
		return false, err
	}
	return check(data) == nil, nil
}

// Usage returns how much a user has stored.
func (s *Service) Usage(ctx context.Context, userID int64) (u Usage, err error) {
	const query = `SELECT kind, count(*), CAST(sum(size) AS BIGINT) FROM stored_files WHERE user_id = $1 GROUP BY kind`
	err = store.Each(ctx, s.db, query, []any{userID}, func(rows *store.Rows) error {
		var origin Origin
		var files, bytes int64
		err := rows.Scan(&origin, &files, &bytes)
		*u.count(origin) += files
		u.Bytes += bytes
		return err
	})
	if err != nil {
		return u, err
	}
	err = s.db.QueryRow(ctx, kept, userID).Scan(&u.Kept)
	return u, err
}

// has reports whether the user has stored the file.
func (s *Service) has(ctx context.Context, userID int64, f File) (there bool, err error) {
	const query = `SELECT EXISTS (SELECT 1 FROM stored_files WHERE user_id = $1 AND kind = $2 AND name = $3 AND sha256 = $4)`
	err = s.db.QueryRow(ctx, query, userID, string(f.origin), f.name, f.sha256).Scan(&there)
	return there, err
}

// readQuota reads what the user has stored.
func (s *Service) readQuota(ctx context.Context, from store.Querier, userID int64, plan string) (*quota, error) {
	limits, err := s.plans.Plan(plan)
	if err != nil {
		return nil, err
	}
	q := newQuota(limits)
	const query = `SELECT 1, kind, name, sha256, size FROM stored_files WHERE user_id = $1
		UNION ALL SELECT 0, kind, name, sha256, size FROM stored_drafts WHERE user_id = $2 AND expires_at > $3`
	args := []any{userID, userID, s.now().UnixMicro()}
	return q, store.Each(ctx, from, query, args, func(rows *store.Rows) error {
		var isStored bool
		var id identity
		var size int64
		err := rows.Scan(&isStored, &id.origin, &id.name, &id.sha256, &size)
		q.note(id, size, isStored)
		return err
	})
}

// lock makes other requests wait that store files of the user, and returns the name of the user's plan.
func lock(ctx context.Context, tx *store.Tx, userID int64) (plan string, err error) {
	err = tx.QueryRow(ctx, `UPDATE users SET plan = plan WHERE id = $1 RETURNING plan`, userID).Scan(&plan)
	return plan, err
}
