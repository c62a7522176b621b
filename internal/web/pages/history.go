package pages

import (
	"time"

	"quartermaster/internal/web/ui"
)

// History lists the changes of an instance, the latest first.
type History struct {
	Lead    string
	Changes []Change
	Pager   ui.Pager
	Empty   ui.Empty
}

// Template names the page that draws the view.
func (History) Template() string { return "history" }

// Change is one write: who did what to which record, and the fields before and after.
type Change struct {
	Who      string
	When     time.Time
	Action   string // created, updated, deleted, imported
	Resource string // "type"
	Name     string
	URL      string // of the record, while it exists
	Fields   []FieldChange
	Links    []ui.Link // to the revision, the record's other changes, or the way back
}

// FieldChange is a field's value before and after; an empty text means not set.
type FieldChange struct {
	Label  string
	Before string
	After  string
}

// Tone returns the colour of the action.
func (c Change) Tone() ui.Tone {
	switch c.Action {
	case "created", "imported":
		return ui.Good
	case "deleted":
		return ui.Bad
	}
	return ui.Neutral
}
