package grid

import (
	"context"

	"quartermaster/internal/web/finder"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// show answers with the page; its scripts fetch the records.
func (g *grid) show(ctx context.Context, r *site.Request) (site.Response, error) {
	list := ui.Link{Label: g.Title, URL: g.URL(r)}
	page := r.Inside("Grid of "+g.Many, list)
	page.Actions = []ui.Link{{Label: "List", URL: ui.Query{Path: list.URL, Values: r.Query().Values}.With("", ""), Quiet: true}}
	views, err := finder.GridViews(ctx, r, g.Collection)
	if err != nil {
		return site.Response{}, err
	}
	view := pages.Grid{
		Views: views,
		List:  list, One: g.One, Many: g.Many, Q: r.Text("q"),
		Rows: list.URL + "/grid/rows", Computed: list.URL + "/grid/computed", Save: list.URL + "/grid", Undo: list.URL + "/grid/undo", Completion: list.URL + "/completion",
	}
	return site.Response{Page: page, View: view}, nil
}
