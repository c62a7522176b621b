package bulk

import (
	"context"

	"quartermaster/internal/record"
	"quartermaster/internal/revisions"
	"quartermaster/internal/store"
)

// WayBack is what an undo or a revert did, or the job that will do it.
type WayBack struct {
	store.Reverted
	Job string // its public identifier; may be empty
}

// Undo takes back revisions at once, or leaves that to a job where it takes longer than a client waits. Its errors are those of
// store.DB.Undo, and those of queue.Jobs.Add.
func (s *Service) Undo(ctx context.Context, scope store.Scope, ask store.Undo) (done WayBack, err error) {
	long, err := s.isLong(ctx, scope, ask.First(), ask.Number, ask.DryRun)
	if err == nil && long {
		done.Job, err = s.addBack(ctx, scope, kindUndo, ask.First(), ask.Number, payload{Undo: &ask})
		return done, err
	}
	if err == nil {
		done.Reverted, err = s.db.Undo(ctx, scope, ask)
	}
	return done, err
}

// Revert goes back to a revision at once, or leaves that to a job. A single record goes back at once. Its errors are those of
// store.DB.Revert, and those of queue.Jobs.Add.
func (s *Service) Revert(ctx context.Context, scope store.Scope, ask store.Revert) (done WayBack, err error) {
	long := false
	if ask.Resource == nil {
		long, err = s.isLong(ctx, scope, ask.To+1, 0, ask.DryRun)
	}
	if err == nil && long {
		done.Job, err = s.addBack(ctx, scope, kindRevert, ask.To+1, 0, payload{Revert: &ask})
		return done, err
	}
	if err == nil {
		done.Reverted, err = s.db.Revert(ctx, scope, ask)
	}
	return done, err
}

// addBack makes a job of what takes revisions back.
func (s *Service) addBack(ctx context.Context, scope store.Scope, kind string, first, last int64, p payload) (sid string, err error) {
	if p.takesIn, err = s.db.HaveChanged(ctx, scope, first, last, (*record.Resource).Reviewed); err != nil {
		return "", err
	}
	return s.add(ctx, scope, kind, p)
}

// isLong reports whether revisions have changed more records than a client waits for.
func (s *Service) isLong(ctx context.Context, scope store.Scope, first, last int64, dry bool) (bool, error) {
	if s.jobs == nil || dry {
		return false, nil
	}
	n, err := s.db.CountChanges(ctx, scope, first, last)
	return n >= jobFrom, err
}

// RevertedView is how what an undo or a revert did looks on the wire.
type RevertedView struct {
	Revision int64 `field:"revision,null" help:"Number of the new revision; null for a dry run, or if there is nothing to change."`
	recordCounts
	Resources []RevertedRecordsView  `field:"resources" help:"The same by resource, for those that have any."`
	Warnings  []string               `field:"warnings" help:"What could not come back, such as a category that was deleted."`
	DryRun    bool                   `field:"dry_run" example:"true"`
	Records   []revisions.ChangeView `field:"records,omit" help:"With dry_run and records: the first 1,000 records that would change."`
}

// RevertedRecordsView counts the records of a resource.
type RevertedRecordsView struct {
	Resource string `field:"resource" help:"What follows the instance in the URL of the resource's list." example:"events"`
	recordCounts
}

type recordCounts struct {
	Created int64 `field:"created,min=0" help:"Records that were deleted and are restored." example:"2"`
	Updated int64 `field:"updated,min=0" example:"1"`
	Deleted int64 `field:"deleted,min=0" help:"Records that did not exist at the revision."`
}

func countsOf(n store.RevertedRecords) recordCounts {
	return recordCounts{n.Created, n.Updated, n.Deleted}
}

// Reverted returns what an undo or a revert did as it goes over the wire, without the records of a dry run.
func Reverted(done store.Reverted, dryRun bool) RevertedView {
	view := RevertedView{Revision: done.Number, recordCounts: countsOf(done.Total()), Warnings: done.Warnings, DryRun: dryRun}
	for _, n := range done.Resources {
		view.Resources = append(view.Resources, RevertedRecordsView{n.Resource.Path, countsOf(n)})
	}
	return view
}
