package grid

import (
	"context"

	"quartermaster/internal/record"
	"quartermaster/internal/web/finder"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// show answers with the page and the first rows; its scripts fetch the others. A grid whose rows have no list of their own has no views,
// and leads to the list of what they are in.
func (g *Grid) show(ctx context.Context, r *site.Request) (site.Response, error) {
	own := r.Instance.URL + "/" + g.Resource.Path
	list := ui.Link{Label: g.Title, URL: g.URL(r)}
	page := r.Inside("Grid of "+g.Many, list)
	back := ui.Link{Label: "List", URL: list.URL, Quiet: true}
	view := pages.Grid{
		List: list, One: g.One, Many: g.Many, Q: g.Resource.FilterText(r.Input), Records: own,
		Rows:       own + "/grid/rows",
		Computed:   own + "/grid/computed",
		Save:       own + "/grid",
		Names:      own + "/grid/names",
		Undo:       own + "/grid/undo",
		Completion: own + "/completion",
	}
	var err error
	if view.First, err = g.first(ctx, r); err != nil {
		return site.Response{}, err
	}
	if g.Resource == record.Types {
		view.Economy = own + "/grid/economy"
	}
	if list.URL == own {
		views, err := finder.GridViews(ctx, r, g.Collection)
		if err != nil {
			return site.Response{}, err
		}
		view.Views, back.URL = views, ui.Query{Path: own, Values: r.Query().Values}.With("", "")
	}
	page.Actions = []ui.Link{back}
	return site.Response{Page: page, View: view}, nil
}
