package api

import (
	"context"
	"unicode/utf8"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

var filterRules = validate.Compile(validate.Rules{
	{Name: "q", Rules: []validate.Rule{validate.Nullable(), validate.String(), validate.Custom(isUTF8)}},
})

func isUTF8(value any) validate.Failure {
	if text, _ := value.(string); !utf8.ValidString(text) {
		return validate.MustBeString
	}
	return validate.Failure{}
}

// where reads the filter of a request.
func (a *API) where(ctx context.Context, scope store.Scope, res *record.Resource, in *jsontree.Object) ([]record.Condition, error) {
	if err := filterRules.Check(ctx, in); err != nil {
		return nil, err
	}
	return a.Bulk.Where(ctx, scope, res, record.TextParam(in, "q"))
}
