package api

import (
	"context"
	"errors"
	"quartermaster/internal/operation"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// maxConflicts is how many records an answer names that keep a revision from being taken back.
const maxConflicts = 100

var undoRules = validate.Compile(validate.Rules{
	{Name: "dry_run", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}},
	{Name: "records", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}},
	{Name: "from", Rules: []validate.Rule{validate.Nullable(), validate.Integer(), validate.Min(1)}},
})

// undoRevision takes back what one revision did, and nothing of what came after it.
func (a *API) undoRevision(ctx context.Context, r *request, scope store.Scope, number int64, in *jsontree.Object) (response, error) {
	dryRun := isDry(in)
	from, _ := strconv.ParseInt(record.TextParam(in, "from"), 10, 64)
	done, err := a.bulk.Undo(ctx, scope, store.Undo{Number: number, From: from, DryRun: dryRun})
	switch {
	case err != nil:
		return response{}, undoError(err)
	case done.Job != "":
		return a.queued(ctx, r, done.Job)
	}
	return ok(revertedJSON(done.Reverted, dryRun, isTrue(in, "records"))), nil
}

// undoError names the records that are in the way.
func undoError(err error) error {
	var found store.Conflicts
	if errors.Is(err, queue.ErrTooMany) {
		return operation.ErrTooManyJobs
	}
	if !errors.As(err, &found) {
		if errors.Is(err, store.ErrTaken) {
			return validate.Refused("revision", validate.IsTaken.Saying("Another record now has the name or the position of a record that would be restored."))
		}
		return err
	}
	var problems validate.Errors
	for _, c := range found[:min(len(found), maxConflicts)] {
		problems.AddSentence("revision", c.Error())
	}
	return problems
}
