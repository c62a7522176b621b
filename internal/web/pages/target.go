package pages

import (
	"time"

	"quartermaster/internal/web/ui"
)

// Target is the page about the server of an instance: the form that says where it is, and what the last test has found.
type Target struct {
	Lead      string
	Form      ui.Form
	PublicKey string // to be added to the server's authorized keys
	Tested    *TargetTest
	Test      string      // where a form tests again; empty without a target
	Links     []ui.Link   // what can be done with the server
	Delete    *ui.Confirm // nil without a target
}

// Template names the page that draws the view.
func (Target) Template() string { return "target" }

// TargetTest is what a test has found.
type TargetTest struct {
	OK       bool
	At       time.Time
	Facts    []TargetFact
	Problems []string
	Notes    []string
	Changed  *ChangedPin
}

// TargetFact is a name with what stands there; a Code one is a path or a fingerprint.
type TargetFact struct {
	Label, Text string
	Code        bool
}

// ChangedPin asks whether another fingerprint than the pinned one is right.
type ChangedPin struct {
	Action, Pinned, Shown string
}
