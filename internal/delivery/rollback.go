package delivery

import (
	"context"
	"errors"
	"io"

	"quartermaster/internal/store"
)

// surveyBack compares what the server had before a delivery with what it has. It returns ErrNoCopies if copies are no longer
// kept, and ErrOtherServer.
func (s *Service) surveyBack(ctx context.Context, d *Delivery, l *link) (*survey, error) {
	place, _, err := l.open(ctx)
	if err != nil {
		return nil, err
	}
	first, deliveries, err := s.filesBefore(ctx, d, place.Address())
	if err != nil {
		return nil, err
	}
	var files []File
	copies := map[string]string{}
	for _, f := range first {
		files = append(files, File{Path: f.Path, Bytes: f.before.bytes, SHA256: f.before.sha256})
		copies[f.Path] = f.copy
	}
	v, err := s.surveyOf(ctx, d.scope, l, files)
	if err != nil {
		return v, err
	}
	for i := range files {
		files[i].original.sha256 = v.known[files[i].Path].original
		if files[i].Status == NotThere && files[i].SHA256 == "" && files[i].Error == "" {
			files[i].Status = Same // it is gone already
		}
	}
	v.deliveries = deliveries
	v.plan.Revision = d.Revision
	v.write = func(ctx context.Context, path string, w io.Writer) error { return s.copyTo(ctx, copies[path], w) }
	return v, nil
}

// filesBefore returns of each file that was sent or deleted by the delivery to go back to, or a later one, what the first of them has
// found on the server, and how many deliveries have sent or deleted something.
func (s *Service) filesBefore(ctx context.Context, d *Delivery, server string) (first []SentFile, deliveries int, err error) {
	list, err := s.deliveries(ctx, `WHERE d.instance_id = $1 AND d.id <> $2
		AND d.id >= (SELECT b.id FROM deliveries b WHERE b.sid = $3) ORDER BY d.id`,
		d.scope.InstanceID, d.id, d.BackTo)
	seen := map[string]bool{}
	for i := range list {
		if i == 0 && list[i].server != server {
			return nil, 0, ErrOtherServer
		}
		if list[i].server != server {
			continue
		}
		const replaced = `WHERE delivery_id = $1 AND status IN ($2, $3) AND before_sha256 IS NOT NULL ORDER BY path`
		files, failed := s.filesOf(ctx, replaced, list[i].id, Sent, Deleted)
		err = errors.Join(err, failed)
		if len(files) > 0 && !list[i].Copies {
			return nil, 0, ErrNoCopies
		}
		deliveries += min(len(files), 1)
		for _, f := range files {
			if !seen[f.Path] {
				seen[f.Path] = true
				first = append(first, f)
			}
		}
	}
	return first, deliveries, ours(err)
}

// copyTo writes a copy to w.
func (s *Service) copyTo(ctx context.Context, key string, w io.Writer) error {
	from, err := s.Blobs.Open(ctx, key)
	if err != nil {
		return err
	}
	_, err = io.Copy(w, from)
	return errors.Join(err, from.Close())
}

// revisionBefore returns the revision of the delivery before that one, or 0: what a rollback brings back.
func (s *Service) revisionBefore(ctx context.Context, scope store.Scope, sid string) (revision int64, err error) {
	const text = `SELECT COALESCE(max(d.revision), 0) FROM deliveries d WHERE d.instance_id = $1 AND d.id = (
		SELECT max(e.id) FROM deliveries e WHERE e.instance_id = $1 AND e.id < (SELECT b.id FROM deliveries b WHERE b.sid = $2)
		AND EXISTS (SELECT 1 FROM delivery_files f WHERE f.delivery_id = e.id AND f.status = $3))`
	return revision, s.DB.QueryRow(ctx, text, scope.InstanceID, sid, Sent).Scan(&revision)
}
