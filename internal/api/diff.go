package api

import (
	"context"
	"net/http"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/operation"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

var diffRules = validate.Compile(validate.Rules{
	{Name: "diff", Rules: []validate.Rule{validate.Nullable(), validate.Boolean()}},
})

// wantsDiff reports whether a download asks how the file differs from what was imported.
func wantsDiff(ctx context.Context, r *request) (bool, error) {
	in := jsontree.ParseForm(r.URL.RawQuery)
	jsontree.Prepare(in)
	if err := diffRules.Check(ctx, in); err != nil {
		return false, err
	}
	asked, _ := in.Get("diff")
	return validate.Bool(asked), nil
}

// compareFile answers how a generated file differs from what was imported, as JSON or as the text of a patch.
func (a *API) compareFile(ctx context.Context, r *request, scope store.Scope) (response, error) {
	c, err := a.Missions.Compare(ctx, scope, r.sid("*"))
	if err != nil {
		return response{}, err
	}
	answer := operation.ComparisonOf(c)
	if prefers(r.Request, operation.PatchType) {
		return patchAnswer(answer.Unified), nil
	}
	return ok(dataBody(shape.Append(nil, answer))), nil
}

// patchAnswer sends the text of a patch.
func patchAnswer(text string) response {
	return response{Write: func(w http.ResponseWriter) error {
		h := w.Header()
		h.Set("Content-Type", operation.PatchType+"; charset=utf-8")
		h.Set("Content-Length", strconv.Itoa(len(text)))
		h.Add("Vary", "Accept")
		_, err := w.Write([]byte(text))
		return err
	}}
}
