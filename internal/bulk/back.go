package bulk

import (
	"context"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/store"
)

// WayBack is what an undo or a revert did, or the job that will do it.
type WayBack struct {
	store.Reverted
	Job string // its public identifier; may be empty
}

// Undo takes back revisions at once, or leaves that to a job where it takes longer than a client waits. Its errors are those of
// store.DB.Undo, and queue.ErrTooMany.
func (s *Service) Undo(ctx context.Context, scope store.Scope, ask store.Undo) (done WayBack, err error) {
	long, err := s.isLong(ctx, scope, ask.First(), ask.Number, ask.DryRun)
	if err == nil && long {
		done.Job, err = s.add(ctx, scope, kindUndo, payload{Undo: &ask})
		return done, err
	}
	if err == nil {
		done.Reverted, err = s.db.Undo(ctx, scope, ask)
	}
	return done, err
}

// Revert goes back to a revision at once, or leaves that to a job. A single record goes back at once. Its errors are those of
// store.DB.Revert, and queue.ErrTooMany.
func (s *Service) Revert(ctx context.Context, scope store.Scope, ask store.Revert) (done WayBack, err error) {
	long := false
	if ask.Resource == nil {
		long, err = s.isLong(ctx, scope, ask.To+1, 0, ask.DryRun)
	}
	if err == nil && long {
		done.Job, err = s.add(ctx, scope, kindRevert, payload{Revert: &ask})
		return done, err
	}
	if err == nil {
		done.Reverted, err = s.db.Revert(ctx, scope, ask)
	}
	return done, err
}

// isLong reports whether revisions have changed more records than a client waits for.
func (s *Service) isLong(ctx context.Context, scope store.Scope, first, last int64, dry bool) (bool, error) {
	if s.jobs == nil || dry {
		return false, nil
	}
	n, err := s.db.CountChanges(ctx, scope, first, last)
	return n >= jobFrom, err
}

// AppendReverted appends what an undo or a revert did as it goes over the wire.
func AppendReverted(b []byte, done store.Reverted, dryRun bool) []byte {
	b = append(b, `{"revision":`...)
	if done.Number == 0 {
		b = append(b, "null"...)
	} else {
		b = strconv.AppendInt(b, done.Number, 10)
	}
	b = appendCounts(append(b, ','), done.Total())
	b = jsontree.AppendList(append(b, `,"resources":`...), done.Resources, appendReverted)
	b = jsontree.AppendList(append(b, `,"warnings":`...), done.Warnings, jsontree.AppendString)
	return append(jsontree.AppendBool(append(b, `,"dry_run":`...), dryRun), '}')
}

func appendReverted(b []byte, n store.RevertedRecords) []byte {
	b = jsontree.AppendString(append(b, `{"resource":`...), n.Resource.Path)
	return append(appendCounts(append(b, ','), n), '}')
}

func appendCounts(b []byte, n store.RevertedRecords) []byte {
	b = strconv.AppendInt(append(b, `"created":`...), n.Created, 10)
	b = strconv.AppendInt(append(b, `,"updated":`...), n.Updated, 10)
	return strconv.AppendInt(append(b, `,"deleted":`...), n.Deleted, 10)
}
