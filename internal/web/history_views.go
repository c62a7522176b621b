package web

import (
	"time"

	"quartermaster/internal/web/ui"
)

// historyView lists the changes of an instance, the latest first.
type historyView struct {
	Lead    string
	Changes []changeView
	Pager   ui.Pager
	Empty   ui.Empty
}

func (historyView) Template() string { return "history" }

// changeView is one write: who did what to which record, and the fields before and after.
type changeView struct {
	Who      string
	When     time.Time
	Action   string // created, updated, deleted, imported
	Resource string // "type"
	Name     string
	URL      string // of the record, while it exists
	Fields   []fieldChange
	Links    []ui.Link // to the revision, the record's other changes, or the way back
}

// fieldChange is a field's value before and after; an empty text means not set.
type fieldChange struct {
	Label  string
	Before string
	After  string
}

// Tone returns the colour of the action.
func (c changeView) Tone() ui.Tone {
	switch c.Action {
	case "created", "imported":
		return ui.Good
	case "deleted":
		return ui.Bad
	}
	return ui.Neutral
}
