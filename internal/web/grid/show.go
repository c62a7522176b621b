package grid

import (
	"context"

	"quartermaster/internal/record"
	"quartermaster/internal/web/finder"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// show answers with the page and the first rows; its scripts fetch the others. A grid whose rows have no list of their own leads to the
// list of what they are in.
func (g *Grid) show(ctx context.Context, r *site.Request) (site.Response, error) {
	view, err := g.View(ctx, r)
	page := r.Inside("Grid of "+g.Many, view.List)
	back := ui.Link{Label: "List", URL: view.List.URL, Quiet: true}
	if view.List.URL == view.Records {
		back.URL = ui.Query{Path: view.Records, Values: r.Query().Values}.With("", "")
	}
	page.Actions = []ui.Link{back}
	return site.Response{Page: page, View: view}, err
}

// View returns the frame of the grid with its first rows. A grid whose rows have no list of their own has no views.
func (g *Grid) View(ctx context.Context, r *site.Request) (pages.Grid, error) {
	own := r.Instance.URL + "/" + g.Resource.Path
	view := pages.Grid{
		List: ui.Link{Label: g.Title, URL: g.URL(r)}, One: g.One, Many: g.Many, Q: g.Resource.FilterText(r.Input), Records: own,
		Path:       r.URL.Path,
		Rows:       own + "/grid/rows",
		Computed:   own + "/grid/computed",
		Save:       own + "/grid",
		Names:      own + "/grid/names",
		Undo:       own + "/grid/undo",
		Completion: own + "/completion",
	}
	var err error
	if view.First, err = g.first(ctx, r); err != nil {
		return view, err
	}
	if g.Resource == record.Types {
		view.Economy = own + "/grid/economy"
		view.Tried = view.Economy + "/tried"
	}
	if view.List.URL == own {
		view.Views, err = finder.GridViews(ctx, r, g.Collection)
	}
	return view, err
}
