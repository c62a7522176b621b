package pages

import "quartermaster/internal/web/ui"

// ManyRows is the page that changes many rows of a list in a document.
type ManyRows struct {
	Lead, Error string
	Lists       []ui.Link // to choose among; none where one is chosen

	Path, File, List string // of the form that asks for a preview
	Fields           []ui.Field
	Summary          string    // what would change; empty without a preview
	Table            *ui.Table // the first rows that would
	Form             *ui.Form  // that changes them
}

// Template names the page that draws the view.
func (ManyRows) Template() string { return "many-rows" }
