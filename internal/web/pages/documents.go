package pages

import (
	"quartermaster/internal/web/ui"
)

// Documents lists files of the Expansion mod and takes new ones in.
type Documents struct {
	Lead     string
	Table    ui.Table
	Many     string // what the files are called
	Import   string // where files are sent to
	Limit    string // how large an upload may be
	Problems []string
	Create   *ui.Form // of a new one; nil where that is a page of its own
}

// Template names the page that draws the view.
func (Documents) Template() string { return "documents" }
