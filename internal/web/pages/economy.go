package pages

import "quartermaster/internal/web/ui"

// Economy is a page about what the loot of an instance comes to.
type Economy struct {
	Lead     string
	Notes    []string // what is not known
	Compare  *EconomyComparison
	Asks     []EconomyAsk
	Sections []EconomySection
}

// EconomyComparison chooses what the figures are compared with.
type EconomyComparison struct {
	Path   string
	Fields []ui.Field
	Error  string
	Says   string // what is compared; empty for nothing
}

// EconomyAsk is a form that asks for a simulation, or for one class.
type EconomyAsk struct {
	ID, Title, Text, Path, Submit string
	Fields                        []ui.Field
}

// EconomySection is a titled part of the page: a chart, a table, or both.
type EconomySection struct {
	ID, Title, Text string
	Links           []ui.Link // downloads
	Chart           *Chart
	Table           *ui.Table
}

// Chart is a table whose rows have bars.
type Chart struct {
	Label, Of, Value string // Label names the table; Of and Value head its columns
	Other            string // heads the column of the thin bars; empty for none
	Also             string // heads the last column; empty for none
	Rows             []ChartRow
}

// ChartRow is a row of a chart. Lengths are in thousandths of the longest bar.
type ChartRow struct {
	Name, URL           string
	Value, Other, Also  string
	Length, OtherLength int
	Over                bool // the bar is longer than the thin one, which is a problem
}

// Template names the page that draws the view.
func (Economy) Template() string { return "economy" }
