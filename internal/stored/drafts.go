package stored

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/outage"
	"quartermaster/internal/store"
)

const (
	// writingTime is how long a request may take from its drafts to their publication. Older ones count as left by a crash.
	writingTime = time.Hour
	// cleanupTime is how long cleaning up may take; it goes on after the client has gone.
	cleanupTime = 10 * time.Second
	// sweepTime is how long a request waits for the deletion of contents.
	sweepTime = 5 * time.Second
)

var errTooSlow = errors.New("storing files took too long")

// Batch is the set of files that one call has stored or prepared.
type Batch struct {
	id     string
	userID int64
	files  []File // those that were not stored before
}

// ID identifies the batch for WithdrawBatch.
func (b Batch) ID() string { return b.id }

// storeOne is Store for one file that the user gets in any case: on a full disk it is not stored, without an error. It returns
// at once when the file is stored already.
func (s *Service) storeOne(ctx context.Context, scope store.Scope, f File) error {
	if there, err := s.has(ctx, scope.UserID, f); there || err != nil {
		return err
	}
	_, err := s.Store(ctx, scope, f)
	if errors.Is(err, outage.ErrFull) {
		return nil
	}
	return err
}

// Store stores files for the instance of the scope: all of them or none. A file that the user has stored already, with the same
// name and origin, stays as it is. It returns a LimitError when the plan has no room for the others, and outage.ErrFull when
// the disk has none.
func (s *Service) Store(ctx context.Context, scope store.Scope, files ...File) (Batch, error) {
	b, err := s.prepare(ctx, scope, files...)
	if err != nil || len(b.files) == 0 {
		return b, err
	}
	if err := s.db.Tx(ctx, func(tx *store.Tx) error { return b.publish(ctx, tx) }); err != nil {
		return b, errors.Join(err, s.abandon(ctx, b))
	}
	return b, nil
}

// prepare writes the contents of files, which are stored once the batch is published. Until then they count as stored; without that,
// or after a crash, they are gone after an hour. Its errors are those of Store.
func (s *Service) prepare(ctx context.Context, scope store.Scope, files ...File) (Batch, error) {
	b := Batch{id: store.NewSID(), userID: scope.UserID, files: files}
	if err := s.draft(ctx, scope, &b); err != nil || len(b.files) == 0 {
		return b, err
	}
	if err := s.write(ctx, b); err != nil {
		return b, errors.Join(err, s.abandon(ctx, b))
	}
	return b, nil
}

// draft inserts drafts for the new files of the batch, which count as stored from then on. Files that another request is
// storing are new too: it may fail.
func (s *Service) draft(ctx context.Context, scope store.Scope, b *Batch) error {
	return s.db.Tx(ctx, func(tx *store.Tx) error {
		plan, err := lock(ctx, tx, b.userID)
		if err != nil {
			return err
		}
		q, err := s.readQuota(ctx, tx, b.userID, plan)
		if err != nil {
			return err
		}
		if q.kept, err = keptBytes(ctx, tx, b.userID, q.plan.MaxBytes); err != nil {
			return err
		}
		if b.files, err = q.reserveNew(b.files); err != nil {
			return err
		}
		return s.insert(ctx, tx, scope, b)
	})
}

// reserveNew reserves room for files and returns those that are not stored yet.
func (q *quota) reserveNew(files []File) ([]File, error) {
	var list []File
	for _, f := range files {
		if err := q.reserve(f); err != nil {
			return nil, err
		}
		if !q.known[f.identity] {
			list = append(list, f)
		}
	}
	return list, nil
}

// draftColumns are the columns that a draft and its file have in common.
const draftColumns = `sid, user_id, instance_id, batch, kind, name, size, sha256, created_at`

// rowsAtOnce is how many drafts one statement inserts.
const rowsAtOnce = 100

// insert inserts the drafts of the batch.
func (s *Service) insert(ctx context.Context, tx *store.Tx, scope store.Scope, b *Batch) error {
	now := s.now()
	for start := 0; start < len(b.files); start += rowsAtOnce {
		var values []string
		var args []any
		for _, f := range b.files[start:min(start+rowsAtOnce, len(b.files))] {
			row := []any{
				store.NewSID(), b.userID, orNull(scope.InstanceID), b.id, string(f.origin), f.name, f.size, f.sha256,
				now.Truncate(time.Second).UnixMicro(), now.Add(writingTime).UnixMicro(),
			}
			values, args = append(values, placeholders(len(args)+1, len(row))), append(args, row...)
		}
		query := `INSERT INTO stored_drafts (` + draftColumns + `, expires_at) VALUES ` + strings.Join(values, ", ")
		if _, err := tx.Exec(ctx, query, args...); err != nil {
			return err
		}
	}
	return nil
}

// orNull is NULL for no instance.
func orNull(id int64) any {
	if id == 0 {
		return nil
	}
	return id
}

// placeholders returns n numbered arguments in brackets, starting with first.
func placeholders(first, n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = "$" + strconv.Itoa(first+i)
	}
	return "(" + strings.Join(list, ", ") + ")"
}

// write stores the contents.
func (s *Service) write(ctx context.Context, b Batch) error {
	for _, f := range b.files {
		if _, err := s.blobs.Put(ctx, keyOf(b.userID, f.sha256), io.NewSectionReader(f.content, 0, f.size)); err != nil {
			return err
		}
	}
	return nil
}

// publish turns the drafts of the batch into files. Where another request has stored the same file meanwhile, that one stays.
func (b Batch) publish(ctx context.Context, tx *store.Tx) error {
	const query = `INSERT INTO stored_files (` + draftColumns + `) SELECT ` + draftColumns + ` FROM stored_drafts WHERE batch = $1
		ON CONFLICT (user_id, kind, name, sha256) DO NOTHING`
	if _, err := tx.Exec(ctx, query, b.id); err != nil {
		return err
	}
	n, err := tx.Exec(ctx, `DELETE FROM stored_drafts WHERE batch = $1`, b.id)
	if err == nil && n < int64(len(b.files)) {
		err = errTooSlow // the drafts, and perhaps the contents, have been swept
	}
	return err
}

// abandon lets the drafts of the batch expire and sweeps them; there are none once it is published.
func (s *Service) abandon(ctx context.Context, b Batch) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanupTime)
	defer cancel()
	left := false
	err := s.db.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM stored_drafts WHERE batch = $1)`, b.id).Scan(&left)
	if err != nil || !left {
		return err
	}
	if _, err := s.db.Exec(ctx, `UPDATE stored_drafts SET expires_at = $1 WHERE batch = $2`, s.now().UnixMicro(), b.id); err != nil {
		return err
	}
	return s.sweepSoon(ctx, b.userID)
}
