package pages

import (
	"time"

	"quartermaster/internal/web/ui"
)

// Problems is the list of findings.
type Problems struct {
	Lead     string
	Table    ui.Table // filters and pager
	Sections []ProblemSection
	Vanilla  *ui.Link // to what the game's own files have as well
	Restart  *ui.Form // asks for the time between restarts
	Logs     ServerLogs
}

// ServerLogs are the logs of the server that problems come from, and the form that takes more.
type ServerLogs struct {
	Upload string // address
	Logs   []ServerLog
}

// ServerLog is a log of the server.
type ServerLog struct {
	Name    string
	About   string // what it is, and how much it says
	Added   time.Time
	Dismiss string // address
}

// ProblemSection holds the findings of a severity.
type ProblemSection struct {
	ID     string
	Title  string
	Tone   ui.Tone
	Count  int64
	Groups []ProblemGroup
}

// ProblemGroup holds the findings of a rule.
type ProblemGroup struct {
	ID    string
	Title string
	About string // address of the rule's page
	Count int64  // of all, also of those that the page does not show, with each flood as one
	Rows  []ui.Row
	All   *ui.Link // to the list of all
	Fix   *ui.Link // fixes all
}

// Template names the page that draws the view.
func (Problems) Template() string { return "lint" }

// Fix is the preview of fixes, and the question whether to apply them.
type Fix struct {
	Lead    string
	Changes []FixedRecord
	Form    ui.Form
}

// FixedRecord is what fixes change in a record.
type FixedRecord struct {
	Change
	Lines string // that a file loses and gains
}

// Template names the page that draws the view.
func (Fix) Template() string { return "lint-fix" }
