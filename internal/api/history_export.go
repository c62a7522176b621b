package api

import (
	"context"
	"io"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/revisions"
	"quartermaster/internal/store"
)

// exportRevisions answers the chosen changes, the oldest first: as JSON, or as CSV for who prefers that or asks for it.
func (a *API) exportRevisions(ctx context.Context, r *request, scope store.Scope, in *jsontree.Object) (response, error) {
	filter, err := revisions.ParseFilter(ctx, a.DB, scope, in)
	if err != nil {
		return response{}, err
	}
	each := revisions.Of(ctx, a.DB, scope, filter)
	if asksForCSV(r, in) {
		return exported(csvFile, "history.csv", func(w io.Writer) error { return revisions.WriteCSV(w, each) }), nil
	}
	return exported("application/json", "history.json", func(w io.Writer) error { return revisions.WriteJSON(w, each) }), nil
}

// summarizeRevisions answers who made the chosen revisions, those of this month where the request says no days.
func (a *API) summarizeRevisions(ctx context.Context, _ *request, scope store.Scope, in *jsontree.Object) (response, error) {
	filter, err := revisions.ParseFilter(ctx, a.DB, scope, in)
	if err != nil {
		return response{}, err
	}
	if filter.Since == 0 && filter.Until == 0 {
		filter.Since = revisions.Month(a.Clock())
	}
	people, err := a.DB.Contributions(ctx, scope, filter)
	if err != nil {
		return response{}, err
	}
	b := jsontree.AppendTime([]byte(`{"data":{"since":`), max(filter.Since, 0))
	if filter.Since == 0 {
		b = []byte(`{"data":{"since":null`)
	}
	return ok(append(jsontree.AppendList(append(b, `,"people":`...), people, appendContribution), "}}"...)), nil
}

func appendContribution(b []byte, c store.Contribution) []byte {
	b = jsontree.AppendValue(append(b, `{"author":`...), orNil(c.Author))
	b = jsontree.AppendInt(append(b, `,"revisions_count":`...), c.Revisions)
	b = jsontree.AppendInt(append(b, `,"changes_count":`...), c.Records)
	return append(jsontree.AppendTime(append(b, `,"last_at":`...), c.Last), '}')
}
