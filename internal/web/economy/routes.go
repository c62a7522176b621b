// Package economy shows what the loot economy of an instance comes to: charts with the tables behind them, where a type can lie, and
// simulations of the spawner.
package economy

import (
	"net/url"

	"quartermaster/internal/access"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// Add adds the pages to a site.
func Add(s *site.Site) {
	in := s.ForInstances(site.InstanceBase, access.Read)
	edit := in.Needing(access.Edit)
	in.Get("/economy", showEconomy)
	in.Get("/economy/figures.csv", exportCSV)
	in.Get("/economy/chart.png", drawChart)
	in.Get("/economy/type", showType)
	in.Get("/economy/rolls", showRolls)
	in.Get("/economy/fill", showFill)
	in.Get("/economy/traders", showTraders)
	in.Get("/economy/traders.csv", exportPrices)
	edit.Get("/economy/traders/by-rarity", previewPrices)
	edit.Post("/economy/traders/by-rarity", takePrices)
	edit.Get(site.ConvertTradersPath, showConversion)
	edit.Post(site.ConvertTradersPath, convertTraders)
}

func economyURL(r *site.Request) string { return r.Instance.URL + "/economy" }

func economyLink(r *site.Request) ui.Link { return ui.Link{Label: "Economy", URL: economyURL(r)} }

// typeURL returns the address of the page that says why nobody finds a class.
func typeURL(r *site.Request, class string) string {
	return economyURL(r) + "/type?class=" + url.QueryEscape(class)
}
