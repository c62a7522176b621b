package api

import (
	"context"
	"errors"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// revertRules are the rules of the body of a revert.
var revertRules = validate.Compile(validate.Rules{
	{Name: "dry_run", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}},
	{Name: "resource", Rules: []validate.Rule{validate.Nullable(), validate.String()}},
	{Name: "sid", Rules: []validate.Rule{validate.Nullable(), validate.String()}},
})

// revertTo brings an instance, or one record of it, back to how it was at a revision.
func (a *API) revertTo(ctx context.Context, r *request) (response, error) {
	scope, number, err := r.revision(ctx)
	if err != nil {
		return response{}, err
	}
	ask, err := readRevert(ctx, r, number)
	if err != nil {
		return response{}, err
	}
	done, err := a.DB.Revert(ctx, scope, ask)
	if err != nil {
		return response{}, revertError(err)
	}
	return ok(revertedJSON(done, ask.DryRun)), nil
}

func readRevert(ctx context.Context, r *request, to int64) (ask store.Revert, err error) {
	in, err := r.input()
	if err != nil {
		return ask, err
	}
	if err := revertRules.Check(ctx, in); err != nil {
		return ask, err
	}
	res, sid, err := recordParams(in)
	if res == record.Files { // a layout without its records would be one of other records
		err = validate.Refusal("resource", "Files go back with the whole instance only.")
	}
	return store.Revert{To: to, DryRun: isDry(in), Resource: res, SID: sid}, err
}

// revertError says what of the record that is to go back does not fit.
func revertError(err error) error {
	switch {
	case errors.Is(err, store.ErrNotThere):
		return validate.Refusal("sid", "The record did not exist at this revision.")
	case errors.Is(err, store.ErrTaken):
		return validate.Refusal("sid", "Another record now has the name or the position of this one.")
	case errors.Is(err, store.ErrReference):
		return validate.Refusal("sid", "A record that this one refers to has been deleted.")
	}
	return err
}

func revertedJSON(done store.Reverted, dryRun bool) []byte {
	b := []byte(`{"data":{"revision":`)
	if done.Number == 0 {
		b = append(b, "null"...)
	} else {
		b = strconv.AppendInt(b, done.Number, 10)
	}
	b = appendCounts(append(b, ','), done.Total())
	b = jsontree.AppendList(append(b, `,"resources":`...), done.Resources, appendReverted)
	b = jsontree.AppendList(append(b, `,"warnings":`...), done.Warnings, jsontree.AppendString)
	return append(jsontree.AppendBool(append(b, `,"dry_run":`...), dryRun), "}}"...)
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
