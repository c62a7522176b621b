package web

import (
	"quartermaster/internal/web/ui"
)

// lintView lists the problems of an instance.
type lintView struct {
	Lead   string
	Table  ui.Table // what narrows the findings and divides them into pages
	Groups []lintGroup
}

// lintGroup holds the findings of one severity that the page shows.
type lintGroup struct {
	ID    string
	Title string
	Tone  ui.Tone
	Count int64 // on all pages
	Rows  []ui.Row
}

func (lintView) Template() string { return "lint" }

// lintFixView asks before fixes are applied and shows what they change.
type lintFixView struct {
	Lead    string
	Changes []fixedRecord
	Form    ui.Form
}

// fixedRecord is the change that fixes make to one record.
type fixedRecord struct {
	changeView
	Lines string // those that a file loses and gains
}

func (lintFixView) Template() string { return "lint-fix" }
