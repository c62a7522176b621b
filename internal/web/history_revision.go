package web

import (
	"context"
	"errors"
	"strconv"
	"time"

	"quartermaster/internal/store"
	"quartermaster/internal/web/ui"
)

// recordsPerPage is how many records the page of a revision shows.
const recordsPerPage = 100

func showRevision(ctx context.Context, r *request) (response, error) {
	revision, err := r.revisionOfRoute(ctx)
	if err != nil {
		return response{}, err
	}
	number := pageNumber(r.text("page"))
	changes, err := r.recordChanges(ctx, revision, (number-1)*recordsPerPage, recordsPerPage)
	if err != nil {
		return response{}, err
	}
	page := r.inside(ui.Capital(revision.Summary), r.historyLink())
	page.Actions, err = r.wayBack(ctx, revision.Number)
	return response{Page: page, View: historyView{
		Lead:    revisionTitle(revision.Number) + " by " + author(revision) + ", " + ui.HumanTime(time.UnixMicro(revision.CreatedAt)) + ".",
		Changes: changes, Pager: ui.Pager{Query: r.query(), Page: number, PerPage: recordsPerPage, Total: int(revision.Records)},
		Empty: ui.Empty{Title: "Nothing here", Text: "This page of the revision is empty.", Action: &ui.Link{Label: "First page", URL: r.revisionURL(revision.Number)}},
	}}, err
}

func (r *request) historyLink() ui.Link {
	return ui.Link{Label: "History", URL: r.instance.url + "/history"}
}

// numberOfRoute returns the number of the revision in the address.
func (r *request) numberOfRoute() (int64, error) {
	number, err := strconv.ParseInt(r.param("number"), 10, 64)
	if err != nil {
		return 0, errNotFound
	}
	return number, nil
}

func (r *request) revisionOfRoute(ctx context.Context) (store.Revision, error) {
	number, err := r.numberOfRoute()
	if err != nil {
		return store.Revision{}, err
	}
	return r.web.DB.Revision(ctx, r.scope(), number)
}

// wayBack offers to go back to a revision or to take it back alone, or, from the newest one, to the one before, where the history still holds it.
func (r *request) wayBack(ctx context.Context, number int64) ([]ui.Link, error) {
	if number < r.newest() {
		return []ui.Link{
			{Label: "Go back to this revision", URL: r.revisionURL(number) + "/revert"},
			{Label: "Undo only this revision", URL: r.revisionURL(number) + "/undo"},
		}, nil
	}
	_, err := r.web.DB.Revision(ctx, r.scope(), number-1)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return []ui.Link{{Label: "Undo this revision", URL: r.revisionURL(number-1) + "/revert"}}, err
}
