package operation

import (
	"context"
	"errors"

	"quartermaster/internal/bulk"
	"quartermaster/internal/clash"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/revisions"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// maxConflicts is how many records an answer names that keep a revision from being taken back.
const maxConflicts = 100

type undoInput struct {
	DryRun  bool  `field:"dry_run" help:"Only show what would change." example:"true"`
	From    int64 `field:"from,min=1" help:"Undo all revisions from this one to the one in the URL."`
	Records bool  `field:"records" help:"With dry_run: also list the first 1,000 records with what would change."`
}

// undoRevision takes back what one revision did, and nothing of what came after it.
func undoRevision(ctx context.Context, call *Call, in undoInput) (bulk.RevertedView, error) {
	done, err := call.Bulk.Undo(ctx, call.Scope, store.Undo{Number: call.revision, From: in.From, DryRun: in.DryRun})
	if err != nil {
		return bulk.RevertedView{}, undoError(err)
	}
	return call.wayBack(done, in.DryRun, in.Records), nil
}

// undoError names the records that are in the way.
func undoError(err error) error {
	var found store.Conflicts
	switch {
	case errors.Is(err, queue.ErrTooMany):
		return errTooManyJobs
	case errors.Is(err, store.ErrTaken) && !errors.As(err, &found):
		return validate.Refused("revision", validate.IsTaken.Saying(clash.Sentence(err, clash.Undo)))
	case !errors.As(err, &found):
		return err
	}
	var problems validate.Errors
	for _, c := range found[:min(len(found), maxConflicts)] {
		problems.AddSentence("revision", c.Error())
	}
	return problems
}

type revertInput struct {
	DryRun   bool   `field:"dry_run" help:"Only show what would change." example:"true"`
	Records  bool   `field:"records" help:"With dry_run: also list the first 1,000 records with what would change."`
	Resource string `field:"resource" help:"With sid: only this record goes back. As in the resource's URL."`
	SID      string `field:"sid" help:"With resource: the record."`
}

// Check finds the record, where one is named.
func (in *revertInput) Check(problems *validate.Errors) {
	if recordAt(in.Resource, in.SID, problems) == record.Files { // a layout without its records would be one of other records
		problems.AddSentence("resource", "Files go back with the whole instance only.")
	}
}

// revertTo brings an instance, or one record of it, back to how it was at a revision.
func revertTo(ctx context.Context, call *Call, in revertInput) (bulk.RevertedView, error) {
	ask := store.Revert{To: call.revision, DryRun: in.DryRun, Resource: revisions.Resource(in.Resource), SID: in.SID}
	done, err := call.Bulk.Revert(ctx, call.Scope, ask)
	if err != nil {
		return bulk.RevertedView{}, revertError(err)
	}
	return call.wayBack(done, in.DryRun, in.Records), nil
}

// revertError says what of the record that is to go back does not fit.
func revertError(err error) error {
	switch {
	case errors.Is(err, queue.ErrTooMany):
		return errTooManyJobs
	case errors.Is(err, store.ErrNotThere):
		return validate.Refused("sid", validate.SelectionIsInvalid.Saying("The record did not exist at this revision."))
	case errors.Is(err, store.ErrTaken):
		return validate.Refused("sid", validate.IsTaken.Saying(clash.Sentence(err, clash.Back)))
	case errors.Is(err, store.ErrReference):
		return validate.Refused("sid", validate.SelectionIsInvalid.Saying(clash.Sentence(err, clash.Back)))
	}
	return err
}

// wayBack answers with what an undo or a revert did, or with its job. A dry run may list its records.
func (c *Call) wayBack(done bulk.WayBack, dryRun, list bool) bulk.RevertedView {
	if done.Job != "" {
		c.Queued(done.Job)
	}
	view := bulk.Reverted(done.Reverted, dryRun)
	if list && dryRun {
		view.Records = revisions.ChangeViews(done.Records)
	}
	return view
}
