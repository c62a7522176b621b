package api

import (
	"context"
	"errors"
	"quartermaster/internal/operation"

	"quartermaster/internal/bulk"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// revertRules are the rules of the body of a revert.
var revertRules = validate.Compile(validate.Rules{
	{Name: "dry_run", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}},
	{Name: "records", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}},
	{Name: "resource", Rules: []validate.Rule{validate.Nullable(), validate.String()}},
	{Name: "sid", Rules: []validate.Rule{validate.Nullable(), validate.String()}},
})

// revertTo brings an instance, or one record of it, back to how it was at a revision.
func (a *API) revertTo(ctx context.Context, r *request, scope store.Scope, number int64, in *jsontree.Object) (response, error) {
	ask, err := readRevert(in, number)
	if err != nil {
		return response{}, err
	}
	done, err := a.bulk.Revert(ctx, scope, ask)
	switch {
	case err != nil:
		return response{}, revertError(err)
	case done.Job != "":
		return a.queued(ctx, r, done.Job)
	}
	return ok(revertedJSON(done.Reverted, ask.DryRun, isTrue(in, "records"))), nil
}

func readRevert(in *jsontree.Object, to int64) (store.Revert, error) {
	res, sid, err := recordParams(in)
	if res == record.Files { // a layout without its records would be one of other records
		err = validate.Refusal("resource", "Files go back with the whole instance only.")
	}
	return store.Revert{To: to, DryRun: isDry(in), Resource: res, SID: sid}, err
}

// revertError says what of the record that is to go back does not fit.
func revertError(err error) error {
	switch {
	case errors.Is(err, queue.ErrTooMany):
		return operation.ErrTooManyJobs
	case errors.Is(err, store.ErrNotThere):
		return validate.Refused("sid", validate.SelectionIsInvalid.Saying("The record did not exist at this revision."))
	case errors.Is(err, store.ErrTaken):
		return validate.Refused("sid", validate.IsTaken.Saying("Another record now has the name or the position of this one."))
	case errors.Is(err, store.ErrReference):
		return validate.Refused("sid", validate.SelectionIsInvalid.Saying("A record that this one refers to has been deleted."))
	}
	return err
}

func revertedJSON(done store.Reverted, dryRun, list bool) []byte {
	b := bulk.AppendReverted([]byte(`{"data":`), done, dryRun)
	if list && dryRun {
		b = append(jsontree.AppendList(append(b[:len(b)-1], `,"records":`...), done.Records, appendDifference), '}')
	}
	return append(b, '}')
}
