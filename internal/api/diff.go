package api

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

const diffType = "text/x-diff"

// maxDifferences bounds the records that an answer lists.
const maxDifferences = 1_000

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
	return comparison(r, c), nil
}

// comparison answers a comparison as JSON or as the text of a patch.
func comparison(r *request, c mission.Comparison) response {
	text, note := c.Unified()
	if !prefers(r.Request, diffType) {
		return ok(appendComparison(nil, c, text, note))
	}
	return response{Write: func(w http.ResponseWriter) error {
		h := w.Header()
		h.Set("Content-Type", diffType+"; charset=utf-8")
		h.Set("Content-Length", strconv.Itoa(len(text)))
		h.Add("Vary", "Accept")
		_, err := w.Write([]byte(text))
		return err
	}}
}

func appendComparison(b []byte, c mission.Comparison, text, note string) []byte {
	notes := append([]string{}, c.File.Warnings...)
	if note != "" {
		notes = append(notes, note)
	}
	shown := c.Records
	if len(shown) > maxDifferences {
		shown = shown[:maxDifferences]
		notes = append(notes, fmt.Sprintf("Only the first %d of %d records are listed.", len(shown), len(c.Records)))
	}
	b = jsontree.AppendString(append(b, `{"data":{"path":`...), c.File.Path)
	b = jsontree.AppendString(append(b, `,"kind":`...), string(c.File.Kind))
	b = jsontree.AppendString(append(b, `,"state":`...), string(c.File.State))
	b = jsontree.AppendBool(append(b, `,"changed":`...), c.Changed())
	b = appendOps(b, c.Counts())
	b = jsontree.AppendList(append(b, `,"records":`...), shown, func(b []byte, d mission.Difference) []byte { return d.AppendJSON(b) })
	b = jsontree.AppendString(append(b, `,"unified":`...), text)
	b = jsontree.AppendValue(append(b, `,"notes":`...), notes)
	return append(b, "}}"...)
}
