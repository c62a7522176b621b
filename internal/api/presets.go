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

// applyRules are the rules of the body that applies a preset.
var applyRules = validate.Compile(validate.Rules{
	{Name: "dry_run", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}},
	{Name: "type_sids", Rules: []validate.Rule{validate.Nullable(), validate.Array(), validate.Max(maxTypes)}},
	{Name: "type_sids.*", Rules: []validate.Rule{validate.Required(), validate.String(), validate.Distinct()}},
})

// maxTypes is how many types a preset can be applied to by name.
const maxTypes = 100_000

// applyPreset puts a preset into types of its instance.
func (a *API) applyPreset(ctx context.Context, r *request, scope store.Scope) (response, error) {
	presets := record.TypePresets
	if _, err := a.DB.Get(ctx, presets, scope, r.sid(presets.Param())); err != nil {
		return response{}, err
	}
	apply, err := readApply(ctx, r)
	if err != nil {
		return response{}, err
	}
	done, err := a.DB.ApplyPreset(ctx, scope, r.sid(presets.Param()), apply)
	if err != nil {
		return response{}, applyError(err, apply)
	}
	return ok(appliedJSON(done, apply.DryRun)), nil
}

func readApply(ctx context.Context, r *request) (apply store.Apply, err error) {
	in, err := r.input()
	if err != nil {
		return apply, err
	}
	if err := applyRules.Check(ctx, in); err != nil {
		return apply, err
	}
	apply.DryRun = isDry(in)
	if sids, sent := in.Get("type_sids"); sent && sids != nil {
		apply.Types = record.TextsOf(sids)
	}
	return apply, nil
}

// applyError says which part of the request an error is about.
func applyError(err error, apply store.Apply) error {
	switch {
	case errors.Is(err, store.ErrDisabled):
		return validate.Refusal("preset", "The preset is disabled.")
	case errors.Is(err, store.ErrNotFound) && apply.Types != nil:
		return validate.Wrong("type_sids", validate.SelectionIsInvalid)
	}
	return err
}

func appliedJSON(done store.Applied, dryRun bool) []byte {
	b := strconv.AppendInt([]byte(`{"data":{"matched":`), done.Matched, 10)
	b = strconv.AppendInt(append(b, `,"updated":`...), done.Updated, 10)
	b = jsontree.AppendBool(append(b, `,"dry_run":`...), dryRun)
	return append(b, "}}"...)
}
