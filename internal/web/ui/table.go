package ui

import (
	"net/url"
	"strings"
	"time"
)

// Query is the address of a list: its path and the parameters that chose what it shows.
type Query struct {
	Path   string
	Values url.Values
}

// With returns the address with one parameter exchanged, or left out where value is empty, as forms send filters that
// are not set. It starts at the first page again, since the old page number means nothing in another list.
func (q Query) With(name, value string) string {
	values := url.Values{}
	for key, old := range q.Values {
		if key != name && key != "page" && strings.Join(old, "") != "" {
			values[key] = old
		}
	}
	if value != "" {
		values.Set(name, value)
	}
	if len(values) == 0 {
		return q.Path
	}
	return q.Path + "?" + values.Encode()
}

// Get returns the parameter's value, or "".
func (q Query) Get(name string) string {
	return q.Values.Get(name)
}

// Column is one column of a table. A Key makes it sortable by that field.
type Column struct {
	Key     string
	Label   string
	Numeric bool
}

// CellType selects how a cell shows its value.
type CellType string

// How cells show values. The zero value is plain text.
const (
	PlainCell  CellType = ""
	CodeCell   CellType = "code" // a name of the game or a path
	BadgeCell  CellType = "badge"
	TagsCell   CellType = "tags"
	TimeCell   CellType = "time"
	ChoiceCell CellType = "choice" // a small form of one select
)

// Cell is one value of a row. An empty Text reads "not set".
type Cell struct {
	Kind   CellType
	Text   string
	Title  string // the exact value behind a rounded text
	URL    string
	About  string // of a link that is in every row: what it leads to, for readers of the screen
	Note   string // a second line in small type
	Tone   Tone
	Tags   []string
	Time   time.Time
	Choice *Choice
}

// Choice is a form of one select inside a table cell.
type Choice struct {
	ID     string
	Action string
	Method string
	Field  Field
	Submit string
	About  string // what it acts on, for readers of the screen: a row says so with its first cell
}

// Row is one record of a table; the first cell names it.
type Row struct {
	Cells []Cell
	Dim   bool   // out of use
	SID   string // names the row in addresses, and is what ticking it sends; empty for none
}

// Cell returns a cell, whose form says what it acts on.
func (r Row) Cell(i int) Cell {
	cell := r.Cells[i]
	if cell.Choice != nil {
		choice := *cell.Choice
		choice.About = r.Cells[0].Text
		cell.Choice = &choice
	}
	return cell
}

// Table is a list of records with everything that narrows, orders and pages it.
type Table struct {
	Label   string // what the rows are: "Types"
	Columns []Column
	Rows    []Row
	Query   Query
	Filters []Field // fields of kind Date or Select; the option without a value means "any"
	Hint    string  // what the search looks at: "Search by name"; without it, and without filters, there is no search
	Pager   Pager
	Empty   Empty
	Finder  *Finder // nil for a plain search
	Many    *Many   // nil where rows are only changed one by one
	Marks   string  // address of what the lint has found about the rows, for a script; empty for none
}

// Many is what can be done with several rows of a table at once.
type Many struct {
	Found  string // how many rows there are on all pages: "68 types"
	All    Link   // changes all of them
	Ticked string // address of the form that the ticked rows are sent to
	Submit string // its button
	Back   string // the filter of the list, which leads back to it
}

// SortURL returns the address that orders by the column, turned round when it is the order already.
func (t Table) SortURL(c Column) string {
	if t.Query.Get("sort") == c.Key {
		return t.Query.With("sort", "-"+c.Key)
	}
	return t.Query.With("sort", c.Key)
}

// Sorted returns the column's aria-sort value: ascending, descending or none.
func (t Table) Sorted(c Column) string {
	for key := range strings.SplitSeq(t.Query.Get("sort"), ",") {
		switch key {
		case c.Key:
			return "ascending"
		case "-" + c.Key:
			return "descending"
		}
	}
	return "none"
}

// Chips returns the filters in force, the search first.
func (t Table) Chips() []Chip {
	if t.Finder != nil {
		return t.Finder.Chips
	}
	chips := t.searches()
	for _, field := range t.Filters {
		value := t.Query.Get(field.Name)
		if field.Kind == Date && value != "" {
			chips = append(chips, Chip{field.Label + ": " + value, t.Query.With(field.Name, "")})
		}
		for _, option := range field.Options {
			if value != "" && option.Value == value {
				chips = append(chips, Chip{field.Label + ": " + option.Label, t.Query.With(field.Name, "")})
			}
		}
	}
	return chips
}

// searches returns chips of what was typed to narrow the list.
func (t Table) searches() (chips []Chip) {
	if term := t.Query.Get("search"); term != "" {
		chips = append(chips, Chip{"Search: " + term, t.Query.With("search", "")})
	}
	return chips
}

// FilterCount returns how many of the filters narrow the list.
func (t Table) FilterCount() int { return len(t.Chips()) - len(t.searches()) }

// Chosen returns the filters with the options that the query chose marked as selected.
func (t Table) Chosen() []Field {
	fields := make([]Field, 0, len(t.Filters))
	for _, field := range t.Filters {
		options := append([]Option(nil), field.Options...)
		for i := range options {
			options[i].Selected = options[i].Value == t.Query.Get(field.Name)
		}
		field.Options, field.Value = options, t.Query.Get(field.Name)
		fields = append(fields, field)
	}
	return fields
}

// NumberCell shows a count, or "not set" for nil.
func NumberCell(n *int64) Cell {
	if n == nil {
		return Cell{}
	}
	return Cell{Text: HumanCount(*n)}
}

// DurationCell shows seconds as days, hours and minutes with the exact number as its title.
func DurationCell(seconds *int64) Cell {
	if seconds == nil {
		return Cell{}
	}
	return Cell{Text: HumanDuration(*seconds), Title: HumanCount(*seconds) + " seconds"}
}
