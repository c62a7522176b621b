package api

import (
	"context"
	"errors"
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
	return ""
}

// where reads the filter of a request.
func (a *API) where(ctx context.Context, scope store.Scope, res *record.Resource, in *jsontree.Object) ([]record.Condition, error) {
	problems, err := filterRules.Validate(ctx, in, nil, validate.Options{})
	if err != nil || len(problems) > 0 {
		return nil, errors.Join(err, problems.Err())
	}
	return a.bulk.Where(ctx, scope, res, record.TextParam(in, "q"))
}
