package economy

import (
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
	prices, err := pricesOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	view := pages.Economy{
		Lead: fmt.Sprintf("%s on the markets of Dr. Jones’ mod and of the Expansion mod; %s with which there is money to be made; %s wanted as loot, but on no market.",
			ui.Plural(len(prices.Traded), "class", "classes"), ui.Plural(len(prices.Gains), "class", "classes"), ui.Plural(len(prices.Absent), "class", "classes")),
		Notes: []string{"The Expansion market asks more the less it has in stock: prices here are those of a full stock, with the highest behind. What it pays goes by the item’s percentage or that of the market’s settings; zones may change both. The two mods have their own currencies, so gains are within one."},
	}
	view.Sections = []pages.EconomySection{gains(prices), offers(r, prices), absent(r, prices)}
	return site.Response{Page: r.Inside("Traders compared", economyLink(r)), View: view}, nil
}

// pricesOf returns what all markets of the instance ask and pay.
func pricesOf(ctx context.Context, r *site.Request) (*economy.Prices, error) {
	f, _, err := r.Site.Economy.Figures(ctx, r.Scope())
	if err != nil {
		return nil, err
	}
	return r.Site.Economy.Prices(ctx, r.Scope(), f)
}

func gains(s *economy.Prices) pages.EconomySection {
	table := ui.Table{
		Label: "Gains", Columns: []ui.Column{{Label: "Class"}, {Label: "Bought for", Numeric: true}, {Label: "At"}, {Label: "Sold for", Numeric: true}, {Label: "At"}, {Label: "Gain", Numeric: true}},
		Empty: ui.Empty{Title: "None", Text: "Nothing sells for more than it can be bought for."},
	}
	for _, g := range first(s.Gains, offersPerPage) {
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{{Kind: ui.CodeCell, Text: g.Class}, {Text: decimal(g.Buy)}, {Text: g.From}, {Text: decimal(g.Sell)}, {Text: g.To}, {Text: decimal(g.Difference)}}})
	}
	return tableSection("gains", "Bought here, sold there for more", "The largest gain of each class, of up to 100.", table)
}

// offers is the list of prices, a page at a time.
func offers(r *site.Request, s *economy.Prices) pages.EconomySection {
	term := strings.ToLower(r.Text("search"))
	found := slices.DeleteFunc(slices.Clone(s.Traded), func(t economy.Traded) bool { return !strings.Contains(strings.ToLower(t.Class), term) })
	at := min((r.PageNumber()-1)*offersPerPage, len(found))
	table := ui.Table{
		Label: "Prices", Columns: []ui.Column{{Label: "Class"}, {Label: "Wanted", Numeric: true}, {Label: "Trader"}, {Label: "Buy", Numeric: true}, {Label: "Sell", Numeric: true}, {Label: "Margin", Numeric: true}, {Label: "By rarity"}},
		Empty: ui.Empty{Title: "No prices", Text: "No market has any items yet."},
	}
	for _, t := range found[at:min(at+offersPerPage, len(found))] {
		for i, o := range t.Offers {
			table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{{Kind: ui.CodeCell, Text: t.Class}, number(t.Wanted), {Text: o.Trader}, {Text: priceText(o)}, {Text: amount(o.Sell)}, {Text: margin(o)}, proposal(r, t, o, i)}})
		}
	}
	section := tableSection("offers", "Prices", "By rarity: the middle price of the category at Dr. Jones’ traders, times the root of how much rarer the class is than the middle of its category. The preview shows what would change, at all traders that have it.", table)
	section.Files = []pages.EconomyFile{{Label: "CSV", URL: economyURL(r) + "/traders.csv"}}
	section.Table.Pager = ui.Pager{Query: r.Query(), Page: r.PageNumber(), PerPage: offersPerPage, Total: len(found)}
	return section
}

// exportPrices sends all prices as CSV.
func exportPrices(ctx context.Context, r *site.Request) (site.Response, error) {
	prices, err := pricesOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	return csvNamed("prices", priceRows(prices)), nil
}

func priceRows(p *economy.Prices) [][]string {
	rows := [][]string{{"class", "category", "wanted", "trader", "market", "buy", "most_buy", "sell", "by_rarity"}}
	for _, t := range p.Traded {
		for _, o := range t.Offers {
			market, proposed := "jones", ""
			if o.Expansion {
				market = "expansion"
			} else if t.ByRarity != 0 {
				proposed = decimal(t.ByRarity)
			}
			rows = append(rows, []string{t.Class, t.Category, strconv.FormatInt(t.Wanted, 10), o.Trader, market, amount(o.Buy), amount(o.MostBuy), amount(o.Sell), proposed})
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

func priceText(o economy.Offer) string {
	if o.Buy != nil && o.MostBuy != nil && *o.MostBuy != *o.Buy {
		return amount(o.Buy) + " to " + amount(o.MostBuy)
	}
	return amount(o.Buy)
}

// margin is the share of the price that the trader keeps.
func margin(o economy.Offer) string {
	share, known := o.Margin()
	if !known {
		return ""
	}
	return strconv.FormatFloat(100*share, 'f', 0, 64) + " %"
}

// proposal leads to the preview of the price by rarity, once for each class.
func proposal(r *site.Request, t economy.Traded, o economy.Offer, row int) ui.Cell {
	if t.ByRarity == 0 || o.Expansion || row > 0 {
		return ui.Cell{Text: ""}
	}
	query := url.Values{"q": {`name:"` + t.Class + `" buy>=0`}, "change[buy][do]": {"set"}, "change[buy][value]": {decimal(t.ByRarity)}}
	return ui.Cell{Text: decimal(t.ByRarity), URL: r.Instance.URL + "/trader-items/bulk/preview?" + query.Encode()}
}

func absent(r *site.Request, s *economy.Prices) pages.EconomySection {
	table := ui.Table{Label: "On no market", Columns: []ui.Column{{Label: "Class"}}, Empty: ui.Empty{Title: "None", Text: "Every class that is wanted as loot is on a market."}}
	for _, class := range first(s.Absent, offersPerPage) {
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{{Kind: ui.CodeCell, Text: class, URL: typeURL(r, class)}}})
	}
	return tableSection("absent", ui.Plural(len(s.Absent), "class on no market", "classes on no market"), "Wanted as loot, in no trader’s list; up to 100.", table)
}
