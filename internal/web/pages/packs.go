package pages

import "quartermaster/internal/web/ui"

// Packs lists packs, and takes one.
type Packs struct {
	Lead   string
	Upload PackUpload
	Tables []PackTable
}

// Template names the page that draws the view.
func (Packs) Template() string { return "packs" }

// PackTable is a list of packs with a title.
type PackTable struct {
	Title, Text string
	Table       ui.Table
}

// PackUpload is the form that uses a pack for the account: from a file, or by its text.
type PackUpload struct {
	Title, Action string
	Text          string    // of the pack
	Limit         string    // how large it may be
	OnlyText      bool      // no file is asked for
	Mistakes      []string  // what is wrong with the text
	Shown         []string  // what would not be hidden any more, which is asked before
	Download      []ui.Link // of the text; none where there is nothing to download
}
