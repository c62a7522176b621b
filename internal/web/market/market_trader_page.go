package market

import (
	"context"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// showTrader shows what a trader trades.
func showTrader(ctx context.Context, r *site.Request, p *documents.Pages, row record.Row) (*ui.Page, ui.View, error) {
	document, m, err := onMarket(ctx, r, p, row)
	if err != nil {
		return nil, nil, err
	}
	view := pages.MarketTrader{Facts: m.traderFacts(document), Delete: p.ConfirmDeletion(r, row), Parts: []pages.SummaryTable{
		m.tradedCategories(document), m.tradedItems(document), m.tradedMoney(document),
	}}
	return p.ShowPage(r, row), view, nil
}

func (m *market) traderFacts(document *jsontree.Object) []pages.Fact {
	total := m.priceRange(document)
	facts := []pages.Fact{
		{Label: "Name", Text: factOf(expansion.Trader, document, "DisplayName")},
		{Label: "Items", Text: ui.Plural(int(total.items), "item", "items")},
		{Label: "Prices", Text: total.String()},
		{Label: "Icon", Text: factOf(expansion.Trader, document, "TraderIcon")},
	}
	return append(facts, conditions(document)...)
}

// priceRange returns the prices of everything that a trader trades.
func (m *market) priceRange(document *jsontree.Object) (sum priceRange) {
	named := map[*marketCategory]bool{nil: true}
	for _, t := range storedTrades(document, "Categories") {
		if c := m.byName[strings.ToLower(t.name)]; !named[c] {
			sum.add(c.prices)
			named[c] = true
		}
	}
	for _, t := range storedTrades(document, "Items") {
		if !named[m.ofClass[strings.ToLower(t.name)]] {
			sum.add(m.priceOf(t.name))
		}
	}
	return sum
}

// priceOf returns the prices of a class, without items where no category has it.
func (m *market) priceOf(class string) priceRange {
	class = strings.ToLower(class)
	if c := m.ofClass[class]; c != nil {
		return c.ofItem[class]
	}
	return priceRange{}
}

// conditions returns the conditions of trading that differ from the defaults.
func conditions(document *jsontree.Object) (facts []pages.Fact) {
	for _, condition := range []struct{ key, label string }{
		{"MinRequiredReputation", "Minimum reputation"},
		{"MaxRequiredReputation", "Maximum reputation"},
		{"RequiredFaction", "Required faction"},
		{"RequiredCompletedQuestID", "Required quest"},
	} {
		usual := ui.TextOf(expansion.Trader.Field(condition.key).New())
		if text := factOf(expansion.Trader, document, condition.key); text != "" && text != usual {
			facts = append(facts, pages.Fact{Label: condition.label, Text: text})
		}
	}
	return facts
}

func (m *market) tradedCategories(document *jsontree.Object) pages.SummaryTable {
	part := pages.SummaryTable{
		ID: "categories", Title: "Categories", Empty: "The trader has no categories.",
		Columns: []ui.Column{{Label: "Category"}, {Label: "Trade"}, {Label: "Items", Numeric: true}, {Label: "Prices", Numeric: true}},
	}
	for _, t := range storedTrades(document, "Categories") {
		cells := []ui.Cell{{Kind: ui.CodeCell, Text: t.name, Note: m.missing("Categories", t.name)}, {Text: modeLabel(t.mode)}, {}, {}}
		if c := m.byName[strings.ToLower(t.name)]; c != nil {
			cells[0].URL, cells[2].Text, cells[3].Text = c.url, ui.HumanCount(c.prices.items), c.prices.String()
		}
		part.Rows = append(part.Rows, ui.Row{Cells: cells})
	}
	return part
}

func (m *market) tradedItems(document *jsontree.Object) pages.SummaryTable {
	part := pages.SummaryTable{
		ID: "items", Title: "Single items", Empty: "The trader has no extra items.",
		Columns: []ui.Column{{Label: "Class name"}, {Label: "Trade"}, {Label: "Category"}, {Label: "Price", Numeric: true}},
	}
	for _, t := range storedTrades(document, "Items") {
		name := ui.Cell{Kind: ui.CodeCell, Text: t.name, Note: m.missing("Items", t.name)}
		part.Rows = append(part.Rows, ui.Row{Cells: []ui.Cell{
			name, {Text: modeLabel(t.mode)}, m.categoryCell(t.name), {Text: m.priceOf(t.name).String()},
		}})
	}
	return part
}

func (m *market) tradedMoney(document *jsontree.Object) pages.SummaryTable {
	part := pages.SummaryTable{
		ID: "currencies", Title: "Currencies", Empty: "The trader accepts no currency.",
		Columns: []ui.Column{{Label: "Class name"}, {Label: "Category"}, {Label: "Value", Numeric: true}},
	}
	for _, t := range storedTrades(document, "Currencies") {
		name := ui.Cell{Kind: ui.CodeCell, Text: t.name, Note: m.missing("Currencies", t.name)}
		part.Rows = append(part.Rows, ui.Row{Cells: []ui.Cell{name, m.categoryCell(t.name), {Text: m.priceOf(t.name).String()}}})
	}
	return part
}

// categoryCell links to the category of a class; it is empty where no category has it.
func (m *market) categoryCell(class string) ui.Cell {
	c := m.ofClass[strings.ToLower(class)]
	if c == nil {
		return ui.Cell{}
	}
	return ui.Cell{Kind: ui.CodeCell, Text: c.name, URL: c.url}
}
