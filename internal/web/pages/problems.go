package pages

import (
	"quartermaster/internal/web/ui"
)

// Problems is the list of findings.
type Problems struct {
	Lead   string
	Table  ui.Table // filters and pager
	Groups []ProblemGroup
}

// ProblemGroup holds the findings of a severity on the page.
type ProblemGroup struct {
	ID    string
	Title string
	Tone  ui.Tone
	Count int64 // on all pages
	Rows  []ui.Row
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
