package api

import (
	"context"
	"errors"
	"fmt"

	"quartermaster/internal/bulk"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

var runRules = validate.Compile(validate.Rules{
	{Name: "dry_run", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}},
	{Name: "instance", Rules: []validate.Rule{validate.Nullable(), validate.String()}},
})

// runRecipe makes the changes of a recipe, or works out what they would be.
func (a *API) runRecipe(ctx context.Context, r *request) (response, error) {
	scope, err := r.instance()
	if err != nil {
		return response{}, err
	}
	in, err := r.input()
	if err != nil {
		return response{}, err
	}
	if err := runRules.Check(ctx, in); err != nil {
		return response{}, err
	}
	run := bulk.Run{Recipe: r.sid(record.Recipes.Param()), Revision: r.onRevision, DryRun: isDry(in)}
	if run.On, err = a.otherInstance(ctx, r, scope, in); err != nil {
		return response{}, err
	}
	done, err := a.bulk.RunRecipe(ctx, scope, run)
	if err != nil {
		return response{}, runError(err)
	}
	page, _ := record.ParsePage(in)
	body := jsontree.AppendList([]byte(`{"data":`), done, func(b []byte, step *bulk.Result) []byte { return step.AppendJSON(b, page) })
	last := done[len(done)-1]
	return response{Body: append(body, '}'), ETag: revisionTag(max(last.Base, last.Revision))}, nil
}

// otherInstance finds the instance that the body names, among those of the caller.
func (a *API) otherInstance(ctx context.Context, r *request, scope store.Scope, in *jsontree.Object) (store.Scope, error) {
	sid := record.TextParam(in, "instance")
	if sid == "" {
		return scope, nil
	}
	other, err := a.DB.InstanceScope(ctx, r.Caller.ID, sid)
	if errors.Is(err, store.ErrNotFound) {
		err = validate.Wrong("instance", validate.SelectionIsInvalid)
	}
	return other, err
}

func runError(err error) error {
	step, cause := bulk.StepOf(err)
	if step < 0 {
		return err
	}
	return bulkError(cause, fmt.Sprintf("steps.%d.", step))
}
