package ui

// Finder is a search box that takes the filter language, as the parameter q, and what narrows the list beside it.
type Finder struct {
	Q        string // the filter
	Error    string // what is wrong with it
	Examples []Example
	More     Link   // to all of the language
	Chips    []Chip // the terms of the filter
	Facets   []Facet
	Views    *Views // nil where none can be saved
	Found    string // how many rows there are on all pages: "68 of 1,932 types"

	// The addresses of parts of the page, for scripts: the rows, the facets, and what completes the filter.
	Rows, FacetsURL, Completion string
}

// Example is a filter with its address, and what it finds.
type Example struct{ Text, URL, Finds string }

// Chip is a filter in force and the address without it.
type Chip struct {
	Label string
	URL   string
}

// Facet is a field whose values narrow a list.
type Facet struct {
	Label  string
	Values []FacetValue
}

// FacetValue is a value with the address of the list that has it as well, or where it is chosen already, no longer.
type FacetValue struct {
	Label, URL string
	Count      int64
	Uncounted  bool
	Chosen     bool
}

// shownValues is how many values of a facet are shown at once.
const shownValues = 8

// First returns the values that are shown at once.
func (f Facet) First() []FacetValue { return f.Values[:min(shownValues, len(f.Values))] }

// Rest returns the values that are shown when they are asked for.
func (f Facet) Rest() []FacetValue { return f.Values[len(f.First()):] }

// Views are the saved views of a list, with what a form sends that saves what the list shows now.
type Views struct {
	Links    []ViewLink
	All      string // address of all views, which takes new ones
	Current  string // the view that the list was opened as; empty for none
	Edit     string // its address
	Differs  bool   // the list shows something else by now
	Live     bool   // scripts change what the list shows
	Hidden   []Hidden
	Resource string // whose list it is
}

// ViewLink leads to a list as it was saved.
type ViewLink struct {
	Label, URL      string
	Current, Shared bool
}

// Hidden is a value that a form sends along. Saved is the one that the current view has.
type Hidden struct{ Name, Value, Saved string }

// FacetsPart is the facets of a list, without a page around them.
type FacetsPart struct{ Facets []Facet }

// Template names what draws the view.
func (FacetsPart) Template() string { return "facets" }

// RowsPart is what a list has found, without a page around it.
type RowsPart struct{ Table Table }

// Template names what draws the view.
func (RowsPart) Template() string { return "rows" }
