package grid

import (
	"context"

	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// show answers with the page; its scripts fetch the records.
func (g *grid) show(_ context.Context, r *site.Request) (site.Response, error) {
	list := ui.Link{Label: g.Title, URL: g.URL(r)}
	page := r.Inside("Grid of "+g.Many, list)
	page.Actions = []ui.Link{{Label: "List", URL: listQuery(r, list.URL).With("", ""), Quiet: true}}
	view := pages.Grid{
		List: list, One: g.One, Many: g.Many, Q: r.Text("q"),
		Rows: list.URL + "/grid/rows", Computed: list.URL + "/grid/computed", Save: list.URL + "/grid", Undo: list.URL + "/grid/undo", Completion: list.URL + "/completion",
	}
	return site.Response{Page: page, View: view}, nil
}

// listQuery is the address of the list, with the filters of the grid.
func listQuery(r *site.Request, path string) ui.Query {
	q := ui.Query{Path: path, Values: r.Query().Values}
	q.Values.Del("columns")
	q.Values.Del("sort")
	return q
}
