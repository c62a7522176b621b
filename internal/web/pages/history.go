package pages

import (
	"slices"
	"strings"
	"time"

	"quartermaster/internal/web/ui"
)

// History is a page of changes, the latest first.
type History struct {
	Lead    string
	Search  *HistorySearch // nil where there is nothing to choose
	Tools   []ui.Link
	Changes []Change
	Records []RowArea // in place of Changes, of one revision
	Pager   ui.Pager  // of revisions
	Newer   *ui.Link  // of groups, in place of the pager
	Older   *ui.Link
	Empty   ui.Empty

	Comments *ui.Comments // on a revision; nil on others
}

// HistorySearch narrows the history.
type HistorySearch struct {
	Path   string
	Fields []ui.Field
	Open   bool // something is chosen
	Error  string
}

// Template names the page that draws the view.
func (History) Template() string { return "history" }

// Comparison is a page of how records differ between two revisions.
type Comparison struct {
	Path    string
	Fields  []ui.Field // the two revisions
	Lead    string
	Error   string
	Records []RowArea
	Pager   ui.Pager
}

// Template names the page that draws the view.
func (Comparison) Template() string { return "history-compare" }

// People says who has changed how much.
type People struct {
	Lead   string
	Rows   []Person
	Months []ui.Link // other months
}

// Person is somebody who has changed records.
type Person struct {
	Name               string
	URL                string // of the history of the person
	Revisions, Records int64
	Last               time.Time
}

// Template names the page that draws the view.
func (People) Template() string { return "history-people" }

// WayBack is what a revert or an undo would change, and the question whether to do it.
type WayBack struct {
	Lead    string
	Facts   []string
	Records []RowArea
	More    string // says that there are more records
	Form    ui.Form
}

// Template names the page that draws the view.
func (WayBack) Template() string { return "way-back" }

// Change says who did what to a record, with the fields before and after. It may stand for a whole revision.
type Change struct {
	Who      string
	When     time.Time
	Action   string // created, updated, deleted, imported
	Resource string // "type"
	Area     string // "Types": what it stands below in a list by area
	Name     string
	URL      string // of the record, if it exists
	History  string // address of its history; empty for none
	Fields   []FieldChange
	Links    []ui.Link // to the revision, the record's other changes, or the way back
}

// FieldChange is the value of a field before and after; empty if it is not set.
type FieldChange struct {
	Label  string
	Before string
	After  string
}

// Tone returns the tone of the action.
func (c Change) Tone() ui.Tone { return ChangedRow{Action: c.Action}.Tone() }

// RowsOpen is how many changed records of a list that has no pages are in sight; the rest is folded.
const RowsOpen = 30

// ByArea puts changes of records below the areas that they belong to, in the order in which these come first. Only the first ones, open
// of them, are in sight.
func ByArea(changes []Change, open int) (areas []RowArea) {
	for shown, c := range changes {
		i := slices.IndexFunc(areas, func(a RowArea) bool { return a.Title == c.Area })
		if i < 0 {
			i, areas = len(areas), append(areas, RowArea{Title: c.Area, Resource: strings.ReplaceAll(c.Area, " ", "-")})
		}
		areas[i].Count++
		if shown < open {
			areas[i].Rows = append(areas[i].Rows, c.row())
		} else {
			areas[i].Rest = append(areas[i].Rest, c.row())
		}
	}
	return areas
}

// ByAreaOf does so for one of several files on a page, whose areas it names.
func ByAreaOf(file string, changes []Change) []RowArea {
	areas := ByArea(changes, RowsOpen)
	for i := range areas {
		areas[i].Title += " of " + file
	}
	return areas
}

func (c Change) row() ChangedRow {
	row := ChangedRow{Name: c.Name, URL: c.URL, Action: c.Action, History: c.History}
	for _, f := range c.Fields {
		row.Fields = append(row.Fields, ChangedField{Label: f.Label, Before: f.Before, After: f.After})
	}
	return row
}
