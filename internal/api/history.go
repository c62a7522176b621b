package api

import (
	"context"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/revisions"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// listRevisions answers a page of the changes to an instance, or of those to one record.
func (a *API) listRevisions(ctx context.Context, r *request, scope store.Scope, in *jsontree.Object) (response, error) {
	res, sid, err := recordParams(in)
	if err != nil {
		return response{}, err
	}
	if res != nil {
		return a.listOfRecord(ctx, r, scope, res, sid, in)
	}
	filter, err := revisions.ParseFilter(ctx, a.DB, scope, in)
	if err != nil {
		return response{}, err
	}
	page := pageOf(in)
	read := func(offset, limit int) ([]store.Revision, int64, error) {
		return a.DB.RevisionsThat(ctx, scope, filter, offset, limit)
	}
	list, err := pageThat(ctx, record.Revisions, in, &page, read, revisions.AppendRevision)
	if err != nil {
		return response{}, err
	}
	return enveloped(jsontree.AppendList([]byte(`{"data":`), list, revisions.AppendRevision), r, page), nil
}

func (a *API) listOfRecord(ctx context.Context, r *request, scope store.Scope, res *record.Resource, sid string, in *jsontree.Object) (response, error) {
	page := pageOf(in)
	read := func(offset, limit int) ([]store.RecordChange, int64, error) {
		return a.DB.RecordHistory(ctx, scope, res, sid, offset, limit)
	}
	changes, err := pageThat(ctx, record.Revisions, in, &page, read, appendRecordChange)
	if err != nil {
		return response{}, err
	}
	return enveloped(jsontree.AppendList([]byte(`{"data":`), changes, appendRecordChange), r, page), nil
}

// getRevision answers one change with a page of the records that it touched.
func (a *API) getRevision(ctx context.Context, r *request, scope store.Scope, number int64, in *jsontree.Object) (response, error) {
	revision, err := a.DB.Revision(ctx, scope, number)
	if err != nil {
		return response{}, err
	}
	page := pageOf(in)
	read := func(offset, limit int) ([]store.Change, int64, error) {
		changes, err := a.DB.Changes(ctx, scope, number, offset, limit)
		return changes, revision.Records, err
	}
	changes, err := pageThat(ctx, record.Changes, in, &page, read, appendDifference)
	if err != nil {
		return response{}, err
	}
	return enveloped(appendWithChanges([]byte(`{"data":`), revision, changes), r, page), nil
}

// compareRevisions answers a page of the records that are different at two revisions.
func (a *API) compareRevisions(ctx context.Context, r *request, scope store.Scope, from int64, in *jsontree.Object) (response, error) {
	to, err := a.otherRevision(ctx, scope, in)
	if err != nil {
		return response{}, err
	}
	all, err := a.DB.Diff(ctx, scope, from, to)
	if err != nil {
		return response{}, err
	}
	appendJSON := func(b []byte, d store.Difference) []byte { return d.AppendJSON(b) }
	if all, err = chosen(ctx, record.Changes, in, all, appendJSON); err != nil {
		return response{}, err
	}
	page := pageOf(in)
	page.Total = int64(len(all))
	return enveloped(jsontree.AppendList([]byte(`{"data":`), onPage(all, page), appendJSON), r, page), nil
}

// otherRevision is the one to compare with: the newest where none is named.
func (a *API) otherRevision(ctx context.Context, scope store.Scope, in *jsontree.Object) (int64, error) {
	text := record.TextParam(in, "to")
	if text == "" {
		newest, _, err := a.DB.Revisions(ctx, scope, 0, 1)
		if err != nil || len(newest) == 0 {
			return 0, err
		}
		return newest[0].Number, nil
	}
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, validate.Wrong("to", validate.MustBeInteger)
	}
	if _, err := a.DB.Revision(ctx, scope, number); err != nil {
		return 0, validate.Wrong("to", validate.SelectionIsInvalid)
	}
	return number, nil
}

func requiredWith(field, other string) error {
	var problems validate.Errors
	problems.AddNamed(field, "", validate.IsRequiredWith.With(other))
	return problems
}

// recordParams reads which record a request is about; none where both parameters are missing.
func recordParams(in *jsontree.Object) (res *record.Resource, sid string, err error) {
	path, sid := record.TextParam(in, "resource"), record.TextParam(in, "sid")
	switch {
	case path == "" && sid == "":
		return nil, "", nil
	case path == "":
		return nil, "", requiredWith("resource", "sid")
	case sid == "":
		return nil, "", requiredWith("sid", "resource")
	}
	if res = revisions.Resource(path); res == nil {
		return nil, "", validate.Wrong("resource", validate.SelectionIsInvalid)
	}
	return res, sid, nil
}

func pageOf(in *jsontree.Object) (page store.Page) {
	page.Number, page.Size = record.ParsePage(in)
	return page
}

func offset(page store.Page) int { return (page.Number - 1) * page.Size }
