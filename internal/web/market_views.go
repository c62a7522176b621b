package web

import "quartermaster/internal/web/ui"

// recordFact is a labelled value of a record.
type recordFact struct {
	Label  string
	Text   string
	Swatch string // the color to show beside the text, as # and six hexadecimal digits; empty for none
}

// summaryTable is a table with a heading on a detail page.
type summaryTable struct {
	ID      string
	Title   string
	Columns []ui.Column
	Rows    []ui.Row
	More    string // says how many rows are left out; empty for none
	Empty   string // is shown instead of an empty table
}

// marketCategoryView shows a market category. The prices of its items can be changed one by one.
type marketCategoryView struct {
	Facts   []recordFact
	Traders summaryTable
	Items   []marketItem
	Edit    string // address of the whole form
	Delete  *ui.Confirm
}

// marketItem is an item of a category, with the form of its prices.
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
	Parts       []ui.BoundSet // of the form, without the items
	Items       ui.Control
	Delete      *ui.Confirm
	Suggestions []ui.Suggestions
}

// wideColumns is how many columns the table of items has; the other fields of an item open below them.
const wideColumns = 6

// marketItemControls holds the controls of an item: the columns of the table, those that open below them, the mark that removes
// the item, and its id.
type marketItemControls struct {
	Columns []ui.Control
	More    []ui.Control
	Remove  ui.Control
	ID      ui.Control
	Spare   bool
	Changed bool // there is an error below the columns
}

// newCategoryFormView separates the items, the last set of the form, from the others.
func newCategoryFormView(form ui.Form, suggestions []ui.Suggestions, deletion *ui.Confirm) marketCategoryFormView {
	parts := form.Bound()
	last := len(parts) - 1
	return marketCategoryFormView{Form: form, Parts: parts[:last], Items: parts[last].Controls[0], Delete: deletion, Suggestions: suggestions}
}

// Rows returns the controls of the items, those of blank rows last.
func (v marketCategoryFormView) Rows() (rows []marketItemControls) {
	for _, cells := range v.Items.RowControls() {
		rows = append(rows, itemControls(cells))
	}
	return rows
}

// Pattern returns the row that scripts copy.
func (v marketCategoryFormView) Pattern() marketItemControls {
	return itemControls(v.Items.RowPattern())
}

// itemControls sorts the controls of a row, which are in the order of itemControlColumns.
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

// traderZoneView is the form of a trader zone, with the stock that the server counts there.
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
