package web

import "quartermaster/internal/web/ui"

// Fact is something to know about a record.
type Fact struct {
	Label  string
	Text   string
	Swatch string // a colour beside the text, as # and six hexadecimal digits; empty for none
}

// Summary is a part of a detail page: a table with a heading.
type Summary struct {
	ID      string
	Title   string
	Columns []ui.Column
	Rows    []ui.Row
	More    string // what there is besides the rows that are shown; empty for nothing
	Empty   string // what an empty table means
}

// MarketCategoryView shows a market category with the prices of its items, each of which can be changed on its own.
type MarketCategoryView struct {
	Facts   []Fact
	Traders Summary
	Items   []MarketItem
	Edit    string // address of the whole form
	Delete  *ui.Confirm
}

// MarketItem is an item of a category with the form of its prices.
type MarketItem struct {
	ID          string
	Action      string // address of the item
	ClassName   string
	Prices      []ui.Control // the lowest and the highest
	Sell        string
	Stock       string
	Quantity    string
	Variants    []string
	Attachments []string
	Warning     string
	Error       string
}

// MarketCategoryFormView is the form of a market category with its items as a table.
type MarketCategoryFormView struct {
	Form        ui.Form
	Parts       []ui.BoundSet // of the form, but for the items
	Items       ui.Control
	Delete      *ui.Confirm
	Suggestions []ui.Suggestions
}

// MarketItemControls are the controls of an item: those of the table's columns, those that open below them, and the mark that
// drops the item. ID says which stored item it is.
type MarketItemControls struct {
	Columns []ui.Control
	More    []ui.Control
	Remove  ui.Control
	ID      ui.Control
	Spare   bool
	Changed bool // something below the columns needs attention
}

// newCategoryFormView divides a form, the last part of which is the items.
func newCategoryFormView(form ui.Form, suggestions []ui.Suggestions, deletion *ui.Confirm) MarketCategoryFormView {
	parts := form.Bound()
	last := len(parts) - 1
	return MarketCategoryFormView{Form: form, Parts: parts[:last], Items: parts[last].Controls[0], Delete: deletion, Suggestions: suggestions}
}

// Rows are the controls of the items, those of blank rows last.
func (v MarketCategoryFormView) Rows() (rows []MarketItemControls) {
	for _, cells := range v.Items.RowControls() {
		rows = append(rows, itemControls(cells))
	}
	return rows
}

// Pattern is the row that scripts copy.
func (v MarketCategoryFormView) Pattern() MarketItemControls {
	return itemControls(v.Items.RowPattern())
}

// itemControls divides the controls of a row; they are in the order of itemControlColumns.
func itemControls(cells []ui.Control) MarketItemControls {
	n := len(cells)
	row := MarketItemControls{Columns: cells[:wideColumns], More: cells[wideColumns : n-2], ID: cells[n-2], Remove: cells[n-1], Spare: cells[0].Spare}
	for _, cell := range row.More {
		row.Changed = row.Changed || cell.Error != ""
	}
	return row
}

// MarketTraderView shows what a trader trades.
type MarketTraderView struct {
	Facts  []Fact
	Parts  []Summary
	Delete *ui.Confirm
}

// TraderZoneView is the form of a trader zone with the stock that the server counts there.
type TraderZoneView struct {
	Form   ui.Form
	Stock  Summary
	Total  string
	Delete *ui.Confirm
}

func (MarketCategoryView) Template() string     { return "market-category" }
func (MarketCategoryFormView) Template() string { return "market-category-form" }
func (MarketTraderView) Template() string       { return "market-trader" }
func (TraderZoneView) Template() string         { return "trader-zone" }
