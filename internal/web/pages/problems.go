package pages

import (
	"quartermaster/internal/web/ui"
)

// Problems lists the problems of an instance.
type Problems struct {
	Lead   string
	Table  ui.Table // what narrows the findings and divides them into pages
	Groups []ProblemGroup
}

// ProblemGroup holds the findings of one severity that the page shows.
type ProblemGroup struct {
	ID    string
	Title string
	Tone  ui.Tone
	Count int64 // on all pages
	Rows  []ui.Row
}

// Template names the page that draws the view.
func (Problems) Template() string { return "lint" }

// Fix asks before fixes are applied and shows what they change.
type Fix struct {
	Lead    string
	Changes []FixedRecord
	Form    ui.Form
}

// FixedRecord is the change that fixes make to one record.
type FixedRecord struct {
	Change
	Lines string // those that a file loses and gains
}

// Template names the page that draws the view.
func (Fix) Template() string { return "lint-fix" }
