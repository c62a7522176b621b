package pages

import "quartermaster/internal/web/ui"

// Update is an update of the game or of a mod that waits until its user has decided the conflicts.
type Update struct {
	Report    *ImportReport // what it would do
	Action    string        // of the form
	Conflicts []Conflict
	Kinds     []ConflictKind // of the conflicts; empty where they are all of one
	More      int            // conflicts that are not shown
	Cancel    ui.Form
}

// Template names the page that draws the view.
func (Update) Template() string { return "update" }

// ConflictKind is a resource for whose conflicts one choice may count.
type ConflictKind struct{ Label, Key string }

// Conflict is a value that an update and its user have both changed, with its texts, which are empty for a value that is not there.
type Conflict struct {
	Resource, Name, Field string
	Key                   string // of the choice
	Base, Mine, New       string
	Theirs                bool // whether the new value counts
}
