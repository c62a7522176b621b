package pages

import "quartermaster/internal/web/ui"

// Economy is a page about what the loot of an instance comes to.
type Economy struct {
	Lead     string
	Notes    []string // what is not known
	Compare  *EconomyComparison
	Proposed *EconomyProposal
	Causes   *EconomyCauses // nil for pages that are not about one class
	Asks     []EconomyAsk

	AsksFirst bool // they stand before what they ask for

	Sections []EconomySection
	Form     *ui.Form // what can be done with what is shown
}

// EconomyComparison chooses what the figures are compared with.
type EconomyComparison struct {
	Path   string
	Fields []ui.Field
	Error  string
	Says   string // what is compared; empty for nothing
}

// EconomyCauses say why nobody finds a class, and what to set for a wished number of it.
type EconomyCauses struct {
	List []EconomyCause
	None string       // what is said without any
	Wish *EconomyWish // nil where none was asked for
}

// EconomyCause is one reason, with what to change.
type EconomyCause struct {
	Tone         ui.Tone
	Effect, Text string
	Fixes        []ui.Link
}

// EconomyWish is what to set for a wished number.
type EconomyWish struct {
	Title   string
	Reasons []string
	Set     ui.Link // leads to the preview of the change; without a label where no number helps
}

// EconomyProposal are changes that are not stored, for which the page asks again with each download.
type EconomyProposal struct {
	Path    string // that the addresses of downloads begin with
	Changes string // as they were sent, as JSON
}

// EconomyAsk is a form that asks for a simulation, or for one class.
type EconomyAsk struct {
	ID, Title, Text, Path, Submit string
	Fields                        []ui.Field
}

// EconomyFile is a part of the page as a file.
type EconomyFile struct {
	Label string // CSV, PNG
	Of    string // what the file is about
	URL   string // of what is stored; for proposed changes what is sent to
}

// EconomySection is a titled part of the page: a chart, a table, or both.
type EconomySection struct {
	ID, Title, Text string
	Legend          string // what the bars of the chart are
	Files           []EconomyFile
	Chart           *Chart
	Table           *ui.Table
}

// Chart is a table whose rows have bars.
type Chart struct {
	Label, Of string   // Label names the table; Of heads its first column
	Columns   []string // heads of the columns of figures
	Thin      bool     // rows have a second, thin bar
	Rows      []ChartRow
}

// ChartRow is a row of a chart. Lengths are in thousandths of the longest bar.
type ChartRow struct {
	Name, URL           string
	Figures             []string // by the columns
	Length, OtherLength int
	Over                bool // the bar is longer than there is room for, which is a problem
}

// Template names the page that draws the view.
func (Economy) Template() string { return "economy" }
