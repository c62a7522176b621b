package api

import (
	"context"
	"mime"
	"net/http"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/revisions"
	"quartermaster/internal/store"
)

// exportRevisions answers the chosen changes, the oldest first: as JSON, or as CSV for who prefers that or asks for it.
func (a *API) exportRevisions(ctx context.Context, r *request) (response, error) {
	scope, in, filter, err := a.chosenRevisions(ctx, r)
	if err != nil {
		return response{}, err
	}
	each := revisions.Of(ctx, a.DB, scope, filter)
	kind, name, write := "application/json", "history.json", revisions.WriteJSON
	if format := record.TextParam(in, "format"); format == "csv" || format == "" && wantsCSV(r) {
		kind, name, write = csvType+"; charset=utf-8", "history.csv", revisions.WriteCSV
	}
	return response{Write: func(w http.ResponseWriter) error {
		h := w.Header()
		h.Set("Content-Type", kind)
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
		h.Add("Vary", "Accept")
		return write(w, each)
	}}, nil
}

// summarizeRevisions answers who made the chosen revisions, those of this month where the request says no days.
func (a *API) summarizeRevisions(ctx context.Context, r *request) (response, error) {
	scope, _, filter, err := a.chosenRevisions(ctx, r)
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

func (a *API) chosenRevisions(ctx context.Context, r *request) (scope store.Scope, in *jsontree.Object, filter store.RevisionFilter, err error) {
	if scope, err = r.instance(); err != nil {
		return scope, nil, filter, err
	}
	if in, err = r.input(); err != nil {
		return scope, nil, filter, err
	}
	filter, err = revisions.ParseFilter(ctx, a.DB, scope, in)
	return scope, in, filter, err
}

func appendContribution(b []byte, c store.Contribution) []byte {
	b = jsontree.AppendValue(append(b, `{"author":`...), orNil(c.Author))
	b = jsontree.AppendInt(append(b, `,"revisions_count":`...), c.Revisions)
	b = jsontree.AppendInt(append(b, `,"changes_count":`...), c.Records)
	return append(jsontree.AppendTime(append(b, `,"last_at":`...), c.Last), '}')
}
