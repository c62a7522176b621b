package pages

import (
	"html/template"

	"quartermaster/internal/web/ui"
)

// Grid is the frame of a grid, which scripts fill with records.
type Grid struct {
	List      ui.Link // the same records without scripts
	One, Many string  // what a record and several are called, in small letters
	Q         string  // the filter
	Views     *ui.Views

	Records                                       string      // address that those of the forms begin with
	Rows, Computed, Save, Names, Undo, Completion string      // addresses that the scripts use
	First                                         template.JS // the columns and first rows; empty where the scripts have to ask
	Columns                                       string      // shown first, as the address names them; empty for the usual ones
	Path                                          string      // of the page, which its filter leads back to

	// Addresses that say what changes would do to the loot economy: all of them, and while somebody types; empty for none.
	Economy, Tried string
}

// Template names the page that draws the view.
func (Grid) Template() string { return "grid" }
