package pages

import (
	"time"

	"quartermaster/internal/web/ui"
)

// History is a page of changes, the latest first.
type History struct {
	Lead    string
	Changes []Change
	Pager   ui.Pager
	Empty   ui.Empty
}

// Template names the page that draws the view.
func (History) Template() string { return "history" }

// Change says who did what to a record, with the fields before and after. It may stand for a whole revision.
type Change struct {
	Who      string
	When     time.Time
	Action   string // created, updated, deleted, imported
	Resource string // "type"
	Name     string
	URL      string // of the record, if it exists
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
func (c Change) Tone() ui.Tone {
	switch c.Action {
	case "created", "imported":
		return ui.Good
	case "deleted":
		return ui.Bad
	}
	return ui.Neutral
}
