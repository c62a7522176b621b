package web

import "quartermaster/internal/web/ui"

// recordFact is something to know about a record.
type recordFact struct {
	Label  string
	Text   string
	Swatch string // a colour beside the text, as # and six hexadecimal digits; empty for none
}

// summaryTable is a part of a detail page: a table with a heading.
type summaryTable struct {
	ID      string
	Title   string
	Columns []ui.Column
	Rows    []ui.Row
	More    string // what there is besides the rows that are shown; empty for nothing
	Empty   string // what an empty table means
}

// marketCategoryView shows a market category with the prices of its items, each of which can be changed on its own.
type marketCategoryView struct {
	Facts   []recordFact
	Traders summaryTable
	Items   []marketItem
	Edit    string // address of the whole form
	Delete  *ui.Confirm
}

// marketItem is an item of a category with the form of its prices.
type marketItem struct {
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

// marketCategoryFormView is the form of a market category with its items as a table.
type marketCategoryFormView struct {
	Form        ui.Form
	Parts       []ui.BoundSet // of the form, but for the items
	Items       ui.Control
	Delete      *ui.Confirm
	Suggestions []ui.Suggestions
}

// marketItemControls are the controls of an item: those of the table's columns, those that open below them, and the mark that
// drops the item. ID says which stored item it is.
type marketItemControls struct {
	Columns []ui.Control
	More    []ui.Control
	Remove  ui.Control
	ID      ui.Control
	Spare   bool
	Changed bool // something below the columns needs attention
}

// newCategoryFormView divides a form, the last part of which is the items.
func newCategoryFormView(form ui.Form, suggestions []ui.Suggestions, deletion *ui.Confirm) marketCategoryFormView {
	parts := form.Bound()
	last := len(parts) - 1
	return marketCategoryFormView{Form: form, Parts: parts[:last], Items: parts[last].Controls[0], Delete: deletion, Suggestions: suggestions}
}

// Rows are the controls of the items, those of blank rows last.
func (v marketCategoryFormView) Rows() (rows []marketItemControls) {
	for _, cells := range v.Items.RowControls() {
		rows = append(rows, itemControls(cells))
	}
	return rows
}

// Pattern is the row that scripts copy.
func (v marketCategoryFormView) Pattern() marketItemControls {
	return itemControls(v.Items.RowPattern())
}

// itemControls divides the controls of a row; they are in the order of itemControlColumns.
func itemControls(cells []ui.Control) marketItemControls {
	n := len(cells)
	row := marketItemControls{Columns: cells[:wideColumns], More: cells[wideColumns : n-2], ID: cells[n-2], Remove: cells[n-1], Spare: cells[0].Spare}
	for _, cell := range row.More {
		row.Changed = row.Changed || cell.Error != ""
	}
	return row
}

// marketTraderView shows what a trader trades.
type marketTraderView struct {
	Facts  []recordFact
	Parts  []summaryTable
	Delete *ui.Confirm
}

// traderZoneView is the form of a trader zone with the stock that the server counts there.
type traderZoneView struct {
	Form   ui.Form
	Stock  summaryTable
	Total  string
	Delete *ui.Confirm
}

func (marketCategoryView) Template() string     { return "market-category" }
func (marketCategoryFormView) Template() string { return "market-category-form" }
func (marketTraderView) Template() string       { return "market-trader" }
func (traderZoneView) Template() string         { return "trader-zone" }
