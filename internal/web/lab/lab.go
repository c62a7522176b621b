// Package lab is the page with the grid of types, the charts of the loot economy and the map beside each other: a changed cell moves all
// of them before it is saved.
package lab

import (
	"context"

	"quartermaster/internal/record"
	"quartermaster/internal/web/economy"
	"quartermaster/internal/web/grid"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
	"quartermaster/internal/web/worldmap"
)

// Add adds the page to a site. Who may not change types has the three pages that it joins, as far as his role lets him see them.
func Add(s *site.Site) {
	s.ForInstances(site.InstanceBase, record.Types.Needs).Get(site.LabPath, show)
}

// columns are what the grid shows first: what the economy is computed of.
const columns = "name:196,nominal:84,min:60,category_id:100,usage_ids:150,value_ids:110"

func show(ctx context.Context, r *site.Request) (site.Response, error) {
	types, err := grid.Of(r.Site.CollectionOf(record.Types.Name)).View(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	view := pages.Lab{Grid: types, Wish: types.Economy + "/wish", Pages: []ui.Link{
		types.List,
		{Label: "Economy", URL: r.Instance.URL + "/economy"},
		{Label: "Map", URL: r.Instance.URL + site.MapPath},
	}}
	view.Grid.Tried, view.Grid.Columns, view.Grid.Views = types.Economy+"/effect", columns, nil
	if view.Map, err = worldmap.Ground(ctx, r); err != nil {
		return site.Response{}, err
	}
	view.Effect, err = economy.Effect(ctx, r)
	return site.Response{Page: r.Inside("Loot lab"), View: view}, err
}
