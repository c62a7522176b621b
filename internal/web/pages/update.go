package pages

import "quartermaster/internal/web/ui"

// Update is an update of the game or of a mod that waits until its user has decided the conflicts.
type Update struct {
	Report  *ImportReport // what it would do
	Action  string        // of the form
	Bases   []ui.Option   // what it may begin with
	Choices ConflictChoices
	Cancel  ui.Form
}

// Template names the page that draws the view.
func (Update) Template() string { return "update" }

// ConflictChoices let a user say what counts in conflicts: in all, in those of a kind, a file or a record, or in single ones.
type ConflictChoices struct {
	Other  string // names the other side
	Theirs bool   // it counts where nothing else is chosen
	Total  int
	Kinds  []ConflictChoice // empty where all conflicts are of one
	Files  []ConflictFile
	More   int // conflicts that are not shown
}

// ConflictChoice is what counts for conflicts that have something in common; Chosen is empty, mine or theirs. Other names
// the other side.
type ConflictChoice struct{ Label, Key, Chosen, Other string }

// ConflictFile holds the conflicts of a file.
type ConflictFile struct {
	ConflictChoice
	Alone   bool // another choice says the same: its conflicts are all, or all of a kind
	Records []ConflictRecord
}

// ConflictRecord holds the conflicts of a record.
type ConflictRecord struct {
	ConflictChoice
	Conflicts []Conflict
}

// Conflict is a value that both sides have changed, with its texts, which are empty for a value that is not there.
type Conflict struct {
	ConflictChoice
	Resource, Name, Field string
	Base, Mine, New       string
	Theirs                bool // whether the new value counts
}
