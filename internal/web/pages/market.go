package pages

import "quartermaster/internal/web/ui"

// Fact is a labelled value of a record.
type Fact struct {
	Label  string
	Text   string
	Swatch string // the color to show beside the text, as # and six hexadecimal digits; empty for none
}

// SummaryTable is a table with a heading on a detail page.
type SummaryTable struct {
	ID      string
	Title   string
	Columns []ui.Column
	Rows    []ui.Row
	More    string // says how many rows are left out; empty for none
	Empty   string // is shown instead of an empty table
}

// MarketCategory shows a market category. The prices of its items can be changed one by one.
type MarketCategory struct {
	Facts   []Fact
	Traders SummaryTable
	Items   []MarketItem
	Edit    string // address of the whole form
	Delete  *ui.Confirm
}

// MarketItem is an item of a category, with the form of its prices.
type MarketItem struct {
	ID          string
	Action      string // address of the item
	Base        string // digests of its prices
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

// MarketCategoryForm is the form of a market category with its items as a table.
type MarketCategoryForm struct {
	Form        ui.Form
	Parts       []ui.BoundSet // of the form, without the items
	Items       ui.Control
	Delete      *ui.Confirm
	Suggestions []ui.Suggestions
}

// wideColumns is how many columns the table of items has; the other fields of an item open below them.
const wideColumns = 6

// MarketItemControls holds the controls of an item: the columns of the table, those that open below them, the mark that removes
// the item, and its id.
type MarketItemControls struct {
	Columns []ui.Control
	More    []ui.Control
	Remove  ui.Control
	ID      ui.Control
	Spare   bool
	Changed bool // there is an error below the columns
}

// NewMarketCategoryForm separates the items, the last set of the form, from the others.
func NewMarketCategoryForm(form ui.Form, suggestions []ui.Suggestions, deletion *ui.Confirm) MarketCategoryForm {
	parts := form.Bound()
	last := len(parts) - 1
	return MarketCategoryForm{Form: form, Parts: parts[:last], Items: parts[last].Controls[0], Delete: deletion, Suggestions: suggestions}
}

// Rows returns the controls of the items, those of blank rows last.
func (v MarketCategoryForm) Rows() (rows []MarketItemControls) {
	for _, cells := range v.Items.RowControls() {
		rows = append(rows, itemControls(cells))
	}
	return rows
}

// Pattern returns the row that scripts copy.
func (v MarketCategoryForm) Pattern() MarketItemControls {
	return itemControls(v.Items.RowPattern())
}

// itemControls sorts the controls of a row, which are in the order of itemControlColumns.
func itemControls(cells []ui.Control) MarketItemControls {
	n := len(cells)
	row := MarketItemControls{
		Columns: cells[:wideColumns], More: cells[wideColumns : n-2], ID: cells[n-2], Remove: cells[n-1], Spare: cells[0].Spare,
	}
	for _, cell := range row.More {
		row.Changed = row.Changed || cell.Error != ""
	}
	return row
}

// MarketTrader shows what a trader trades.
type MarketTrader struct {
	Facts  []Fact
	Parts  []SummaryTable
	Delete *ui.Confirm
}

// TraderZone is the form of a trader zone, with the stock that the server counts there.
type TraderZone struct {
	Form   ui.Form
	Stock  SummaryTable
	Total  string
	Delete *ui.Confirm
}

// Template names the page that draws the view.
func (MarketCategory) Template() string { return "market-category" }

// Template names the page that draws the view.
func (MarketCategoryForm) Template() string { return "market-category-form" }

// Template names the page that draws the view.
func (MarketTrader) Template() string { return "market-trader" }

// Template names the page that draws the view.
func (TraderZone) Template() string { return "trader-zone" }
