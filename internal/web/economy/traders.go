package economy

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/economy"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const offersPerPage = 100

// showTraders puts what all markets ask and pay side by side.
func showTraders(ctx context.Context, r *site.Request) (site.Response, error) {
	prices, _, err := r.Site.Economy.Prices(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	view := pages.Economy{
		Lead: fmt.Sprintf("%s on the markets of Dr. Jones’ mod, of TraderPlus and of the Expansion mod; %s with which there is money to be "+
			"made; %s wanted as loot, but on no market.",
			ui.Plural(len(prices.Traded), "class", "classes"), ui.Plural(len(prices.Gains), "class", "classes"),
			ui.Plural(len(prices.Absent), "class", "classes")),
		Notes: []string{
			"The Expansion market asks more the less it has in stock: prices here are those of a full stock, with the highest behind. What it " +
				"pays goes by the item’s percentage or that of the market’s settings. Where a zone of traders asks less or pays more, both are " +
				"given, and gains go from zone to zone. A zone counts if a trader there deals in the class, as far as the files say where traders " +
				"stand. Each mod has its own currencies, so gains are within one.",
			"Prices of TraderPlus are those of its files, before its coefficients; change them there.",
		},
	}
	view.Sections = []pages.EconomySection{gains(prices), offers(r, prices), absent(r, prices)}
	page := r.Inside("Traders compared", economyLink(r))
	page.Actions = []ui.Link{{Label: "Convert traders", URL: convertURL(r), Quiet: true}}
	return site.Response{Page: page, View: view}, nil
}

func gains(s *economy.Prices) pages.EconomySection {
	table := ui.Table{
		Label: "Gains",
		Columns: []ui.Column{
			{Label: "Class"},
			{Label: "Bought for", Numeric: true},
			{Label: "At"},
			{Label: "Sold for", Numeric: true},
			{Label: "At"},
			{Label: "Gain", Numeric: true},
		},
		Empty: ui.Empty{Title: "None", Text: "Nothing sells for more than it costs."},
	}
	for _, g := range first(s.Gains, offersPerPage) {
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{
			{Kind: ui.CodeCell, Text: g.Class},
			{Text: decimal(g.Buy)},
			{Text: g.From},
			{Text: decimal(g.Sell)},
			{Text: g.To},
			{Text: decimal(g.Difference)},
		}})
	}
	return tableSection("gains", "Bought here, sold there for more", "The largest gain of each class, of up to 100.", table)
}

// offers is the list of prices, a page at a time.
func offers(r *site.Request, s *economy.Prices) pages.EconomySection {
	term := strings.ToLower(r.Text("search"))
	found := slices.DeleteFunc(slices.Clone(s.Traded), func(t economy.Traded) bool {
		return !strings.Contains(strings.ToLower(t.Class), term)
	})
	at := min((r.PageNumber()-1)*offersPerPage, len(found))
	table := ui.Table{
		Label: "Prices",
		Columns: []ui.Column{
			{Label: "Class"},
			{Label: "Wanted", Numeric: true},
			{Label: "Trader"},
			{Label: "Market"},
			{Label: "Buy", Numeric: true},
			{Label: "Sell", Numeric: true},
			{Label: "Margin", Numeric: true},
			{Label: "By rarity"},
		},
		Empty: ui.Empty{Title: "No prices", Text: "No market has any items yet."}, Hint: "Search by class", Query: r.Query(),
		Many: &ui.Many{
			Found: ui.Plural(len(found), "class", "classes"), Ticked: takeURL(r), Submit: "Take the prices by rarity of the ticked",
			All: ui.Link{Label: "Take those of all found", URL: takeURL(r) + "?" + url.Values{"all": {"1"}, "search": {r.Text("search")}}.Encode()},
		},
	}
	for _, t := range found[at:min(at+offersPerPage, len(found))] {
		for _, o := range t.Offers {
			sid := o.SID // which can be ticked
			if o.ByRarity == nil {
				sid = ""
			}
			table.Rows = append(table.Rows, ui.Row{
				SID: sid,
				Cells: []ui.Cell{
					{Kind: ui.CodeCell, Text: t.Class},
					number(t.Wanted),
					{Text: o.Trader},
					{Text: marketOf(o)},
					{Text: priceText(o)},
					{Text: span(o.Sell, o.MostSell)},
					{Text: percentOf(o.Margin)},
					proposal(r, o),
				},
			})
		}
	}
	section := tableSection("offers", "Prices",
		"By rarity: four times as rare, twice the price, at the level of prices that the category has on the same market. The preview shows "+
			"what would change before anything does.",
		table)
	section.Files = []pages.EconomyFile{{Label: "CSV", URL: economyURL(r) + "/traders.csv"}}
	section.Table.Pager = ui.Pager{Query: r.Query(), Page: r.PageNumber(), PerPage: offersPerPage, Total: len(found)}
	return section
}

// marketOf names the mod of an offer.
func marketOf(o economy.Offer) string {
	switch {
	case o.Expansion:
		return "Expansion"
	case o.TraderPlus:
		return "TraderPlus"
	}
	return "Dr. Jones"
}

// exportPrices sends all prices as CSV.
func exportPrices(ctx context.Context, r *site.Request) (site.Response, error) {
	prices, _, err := r.Site.Economy.Prices(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	return csvNamed("prices", priceRows(prices)), nil
}

func priceRows(p *economy.Prices) [][]string {
	rows := [][]string{{
		"class", "category", "wanted", "trader", "market", "buy", "most_buy", "sell", "margin", "by_rarity", "most_by_rarity", "least_buy",
		"most_sell",
	}}
	for _, t := range p.Traded {
		for _, o := range t.Offers {
			market := "jones"
			switch {
			case o.Expansion:
				market = "expansion"
			case o.TraderPlus:
				market = "trader-plus"
			}
			rows = append(rows, []string{
				t.Class, t.Category, strconv.FormatInt(t.Wanted, 10), o.Trader, market, amount(o.Buy), amount(o.MostBuy), amount(o.Sell),
				amount(o.Margin), amount(o.ByRarity), amount(o.MostByRarity), amount(o.LeastBuy), amount(o.MostSell),
			})
		}
	}
	return rows
}

func amount(x *float64) string {
	if x == nil {
		return ""
	}
	return decimal(*x)
}

// priceText writes what is asked: the lowest price, which a zone may have, and the highest.
func priceText(o economy.Offer) string {
	if o.LeastBuy != nil {
		return span(o.LeastBuy, cmp.Or(o.MostBuy, o.Buy))
	}
	return span(o.Buy, o.MostBuy)
}

// span writes two prices, or the first where there is no other one.
func span(from, to *float64) string {
	if from != nil && to != nil && *from != *to {
		return amount(from) + " to " + amount(to)
	}
	return amount(from)
}

// percentOf writes a share.
func percentOf(share *float64) string {
	if share == nil {
		return ""
	}
	return strconv.FormatFloat(100**share, 'f', 0, 64) + " %"
}

// proposal leads to the preview of the price by rarity.
func proposal(r *site.Request, o economy.Offer) ui.Cell {
	if o.ByRarity == nil {
		return ui.Cell{Text: ""}
	}
	text := decimal(*o.ByRarity)
	if o.MostByRarity != nil && *o.MostByRarity != *o.ByRarity {
		text += " to " + decimal(*o.MostByRarity)
	}
	return ui.Cell{Text: text, URL: takeURL(r) + "?" + url.Values{"sids[]": {o.SID}}.Encode()}
}

func absent(r *site.Request, s *economy.Prices) pages.EconomySection {
	table := ui.Table{
		Label: "On no market", Columns: []ui.Column{{Label: "Class"}},
		Empty: ui.Empty{Title: "None", Text: "Every class that is wanted as loot is on a market."},
	}
	for _, class := range first(s.Absent, offersPerPage) {
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{{Kind: ui.CodeCell, Text: class, URL: typeURL(r, class)}}})
	}
	return tableSection("absent", ui.Plural(len(s.Absent), "class on no market", "classes on no market"),
		"Wanted as loot, in no trader’s list; up to 100.", table)
}
