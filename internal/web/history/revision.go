package history

import (
	"context"
	"errors"
	"strconv"
	"time"

	"quartermaster/internal/record"
	"quartermaster/internal/revisions"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// recordsPerPage is the number of records on a page of a revision.
const recordsPerPage = 100

func showRevision(ctx context.Context, r *site.Request) (site.Response, error) {
	revision, err := revisionOfRoute(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	number := r.PageNumber()
	changes, err := changesOf(ctx, r, revision, (number-1)*recordsPerPage, recordsPerPage)
	if err != nil {
		return site.Response{}, err
	}
	page := r.Inside(ui.Capital(revisions.Summary(revision.Summary)), historyLink(r))
	page.Actions, err = wayBack(ctx, r, revision.Number)
	if revision.Action == "import" {
		page.Actions = append(page.Actions, ui.Link{Label: "Compare the imported files", URL: revisionURL(r, revision.Number) + "/files"})
	}
	if err != nil {
		return site.Response{}, err
	}
	url := revisionURL(r, revision.Number)
	comments, err := r.CommentsOf(ctx, r.Scope(), r.Instance.URL, "revision:"+strconv.FormatInt(revision.Number, 10), url)
	return site.Response{Page: page, View: pages.History{
		Lead: leadOf(revision), Records: pages.ByArea(changes, len(changes)), Comments: comments,
		Pager: ui.Pager{Query: r.Query(), Page: number, PerPage: recordsPerPage, Total: int(revision.Records)},
		Empty: ui.Empty{
			Title: "Nothing here", Text: "This page of the revision is empty.",
			Action: &ui.Link{Label: "First page", URL: revisionURL(r, revision.Number)},
		},
	}}, err
}

// leadOf says who made a revision and when, and why it was not reviewed.
func leadOf(v store.Revision) string {
	lead := revisionTitle(v.Number) + " by " + author(v) + ", " + ui.HumanTime(time.UnixMicro(v.CreatedAt)) + "."
	if v.Override != "" {
		lead += " It was made without a review: " + v.Override
	}
	return lead
}

// changesOf draws the changes of a revision: limit of them, from the offset on.
func changesOf(ctx context.Context, r *site.Request, revision store.Revision, offset, limit int) ([]pages.Change, error) {
	stored, err := r.Site.DB.Changes(ctx, r.Scope(), revision.Number, offset, limit)
	if err != nil {
		return nil, err
	}
	existing, err := existing(ctx, r, stored)
	if err != nil {
		return nil, err
	}
	drawn, err := recordChanges(ctx, r, revision, stored, existing)
	if err == nil {
		err = drawFileValues(ctx, r, stored, drawn)
	}
	return drawn, err
}

func historyLink(r *site.Request) ui.Link {
	return ui.Link{Label: "History", URL: r.Instance.URL + "/history"}
}

// numberOfRoute returns the revision number of the address, or a 404.
func numberOfRoute(r *site.Request) (int64, error) {
	number, err := strconv.ParseInt(r.Param("number"), 10, 64)
	if err != nil {
		return 0, site.ErrNotFound
	}
	return number, nil
}

func revisionOfRoute(ctx context.Context, r *site.Request) (store.Revision, error) {
	number, err := numberOfRoute(r)
	if err != nil {
		return store.Revision{}, err
	}
	return r.Site.DB.Revision(ctx, r.Scope(), number)
}

// wayBack links to the revert and the undo of a revision. The newest one is undone by a revert to the one before, if the history still
// has it.
func wayBack(ctx context.Context, r *site.Request, number int64) ([]ui.Link, error) {
	if number < newest(r) {
		return []ui.Link{
			{Label: "Go back to this revision", URL: revisionURL(r, number) + "/revert"},
			{Label: "Compare with now", URL: r.Instance.URL + "/history/compare?from=" + decimal(number)},
			{Label: "Undo only this revision", URL: revisionURL(r, number) + "/undo"},
		}, nil
	}
	_, err := r.Site.DB.Revision(ctx, r.Scope(), number-1)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	return []ui.Link{{Label: "Undo this revision", URL: revisionURL(r, number-1) + "/revert", Quiet: true}}, err
}

// newest returns the number of the newest revision at the time of the request.
func newest(r *site.Request) int64 {
	number, _ := r.Instance.Row[record.Instances.Index("revision")].(int64)
	return number
}
