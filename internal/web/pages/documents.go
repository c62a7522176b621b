package pages

import (
	"quartermaster/internal/web/ui"
)

// Documents is the list of documents, with their import.
type Documents struct {
	Lead     string
	Table    ui.Table
	Many     string // what the files are called
	Import   string // where files are sent to
	Limit    string // how large an upload may be
	Problems []string
	Create   *ui.Form // the form of a new one; nil if it has a page of its own
}

// Template names the page that draws the view.
func (Documents) Template() string { return "documents" }
