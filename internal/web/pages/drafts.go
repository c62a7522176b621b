package pages

import (
	"quartermaster/internal/web/ui"
)

// Drafts lists the drafts of an instance, or its layers, with a form to make one.
type Drafts struct {
	Lead  string
	Table ui.Table
	Title string   // of the form
	Form  *ui.Form // nil where none can be made
}

// Template names the page that draws the view.
func (Drafts) Template() string { return "drafts" }

// RowsPage shows what changes, by area: of a draft, of another instance or of a layer. Its forms decide what becomes of it.
type RowsPage struct {
	Lead      string
	Facts     []string
	Links     []ui.Link
	Areas     []RowArea
	Conflicts int
	More      string // what is left out
	ID        string // of the form
	Acts      []RowAct
	ActsFirst bool   // they stand before the rows
	Empty     string // what is said where nothing differs
	With      string // the sid of the other instance
	Name      string // what a layer of it would be called; empty where none is made
	Draft     string // the sid of the draft that a layer is made of; empty for none

	Effects  []Effect     // what else would change; nil where that is not known
	Reviews  []ui.Said    // what members have said about it, the oldest first
	Judge    string       // where a review is sent; empty where the reader cannot review it
	Comments *ui.Comments // nil where nothing can be said
	Talk     string       // where comments about records are sent; empty for nowhere
	Here     string       // the address of the page, to which they lead back
}

// Effect is something that would be otherwise, by the checks or in the economy.
type Effect struct {
	Title string
	Lines []string
}

// Template names the page that draws the view.
func (RowsPage) Template() string { return "rows" }

// RowAct is a button that sends the form of the page.
type RowAct struct {
	Label, Action, Method string
	Quiet                 bool
}

// RowArea is what changes of one resource. Its rest is folded, so that a page of many stays short.
type RowArea struct {
	Resource, Title string
	Count           int64
	Rows, Rest      []ChangedRow
	Choosing        bool // rows can be ticked, and all of them at once
	Talks           bool // members can comment on the records
}

// ID names the area in the page.
func (a RowArea) ID() string { return "area-" + a.Resource }

// Folded is the rest of the area.
func (a RowArea) Folded() RowArea {
	a.Rows, a.Title, a.Resource = a.Rest, a.Title+", the rest", a.Resource+"-rest"
	return a
}

// ChangedRow is what changes of one record.
type ChangedRow struct {
	Key     string // by which it is ticked
	Name    string
	URL     string // of the record; empty for none
	History string // address of its history; empty for none
	File    string
	Action  string // what has happened, in a word: added, changed, deleted
	State   string // what it comes to, in words; empty where that is plain
	Fields  []ChangedField
	About   string    // by which comments name the record; empty where there is none to comment on
	Said    []ui.Said // about the record
}

// fieldsShown is how many fields of a record are shown before the others are folded.
const fieldsShown = 8

// Shown returns the row with the fields that are read first: all in conflict, and others as long as they are few.
func (c ChangedRow) Shown() ChangedRow { return c.with(true) }

// Folded returns the row with the fields that are not shown first.
func (c ChangedRow) Folded() ChangedRow { return c.with(false) }

func (c ChangedRow) with(shown bool) ChangedRow {
	var fields []ChangedField
	for i, f := range c.Fields {
		if (i < fieldsShown || f.Clash) == shown {
			fields = append(fields, f)
		}
	}
	c.Fields = fields
	return c
}

// Tone returns the tone of what happens.
func (c ChangedRow) Tone() ui.Tone {
	switch c.Action {
	case "added", "created", "imported", "restored":
		return ui.Good
	case "deleted", "removed":
		return ui.Bad
	}
	return ui.Neutral
}

// ChangedField is a field before and after; of a conflict also as it is now, with the key of the choice. Of a text it has the lines that
// differ.
type ChangedField struct {
	Label, Before, After, Now string
	Lines, NowLines           []Hunk
	More                      string // what else there is of the lines
	Key, Chosen               string
	Clash                     bool
}
