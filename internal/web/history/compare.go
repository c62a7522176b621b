package history

import (
	"cmp"
	"context"
	"errors"
	"strconv"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// showComparison shows how records differ between two revisions, and asks for them.
func showComparison(ctx context.Context, r *site.Request) (site.Response, error) {
	from, to := r.Text("from"), r.Text("to")
	if to == "" {
		to = decimal(newest(r))
	}
	fields, err := revisionFields(ctx, r, cmp.Or(from, decimal(max(1, newest(r)-1))), to)
	if err != nil {
		return site.Response{}, err
	}
	view := pages.Comparison{Path: r.Instance.URL + "/history/compare", Fields: fields}
	page := r.Inside("Compare revisions", historyLink(r))
	if from == "" {
		view.Lead = "Compares two revisions. The newest is " + ui.HumanCount(newest(r)) + "."
		return site.Response{Page: page, View: view}, nil
	}
	err = compare(ctx, r, &view, from, to)
	return site.Response{Page: page, View: view}, err
}

func compare(ctx context.Context, r *site.Request, view *pages.Comparison, from, to string) error {
	a, errA := strconv.ParseInt(from, 10, 64)
	b, errB := strconv.ParseInt(to, 10, 64)
	if errA != nil || errB != nil {
		view.Error = "Revisions are numbers."
		return nil
	}
	all, err := r.Site.DB.Diff(ctx, r.Scope(), a, b)
	if errors.Is(err, store.ErrNotFound) {
		view.Error = "The history does not have both of these revisions."
		return nil
	}
	if err != nil {
		return err
	}
	number := r.PageNumber()
	first := min((number-1)*differencesPerPage, len(all))
	view.Lead = ui.Plural(len(all), "record differs", "records differ") + " between revision " + ui.HumanCount(a) + " and revision " +
		ui.HumanCount(b) + "."
	view.Pager = ui.Pager{Query: r.Query(), Page: number, PerPage: differencesPerPage, Total: len(all)}
	shown := all[first:min(first+differencesPerPage, len(all))]
	names, err := namesOf(ctx, r, shown)
	if err != nil {
		return err
	}
	changes := make([]pages.Change, len(shown))
	for i, d := range shown {
		drawn, err := Difference(ctx, r, d)
		if err != nil {
			return err
		}
		drawn.Name = cmp.Or(d.Title, names[d.SID].Label, wholly(r, d), d.SID)
		drawn.URL = r.EditURL(d.Resource, d.Title, d.SID)
		if d.After == nil {
			drawn.URL = ""
		}
		changes[i] = drawn
	}
	view.Records = pages.ByArea(changes, len(changes))
	return nil
}

// wholly returns what a record is called that one of the two revisions does not have.
func wholly(r *site.Request, d record.Difference) string {
	switch {
	case d.After == nil:
		return former(r, d.Resource, d.Before)
	case d.Before == nil:
		return former(r, d.Resource, d.After)
	}
	return ""
}

// namesOf returns what the records that differ are called today, by their sids; not those that are gone.
func namesOf(ctx context.Context, r *site.Request, differ []record.Difference) (map[string]ui.Link, error) {
	changes := make([]store.Change, len(differ))
	for i, d := range differ {
		changes[i] = store.Change{Resource: d.Resource.Name, SID: d.SID}
	}
	return existing(ctx, r, changes)
}
