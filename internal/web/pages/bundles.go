package pages

import "quartermaster/internal/web/ui"

// BundlePage shows a bundle or a layer that is handed on: what it does, what it asks and needs, and what can be done with it.
type BundlePage struct {
	About  []string // paragraphs
	Facts  []BundleFact
	Links  []ui.Link
	Upload *BundleUpload // nil where none is uploaded
	Table  *ui.Table     // nil where none is listed
	Sheets []BundleSheet
	Areas  []RowArea
	More   string // what is left out of the areas
}

// Template names the page that draws the view.
func (BundlePage) Template() string { return "bundle" }

// BundleFact is something that is known of a bundle.
type BundleFact struct {
	Label, Text string
	Code        bool
}

// BundleSheet is a form with a title.
type BundleSheet struct {
	Title, Text string
	Form        ui.Form
}

// BundleUpload is the form that sends a bundle. Fields are what is asked beside the file.
type BundleUpload struct {
	Title, Action, Submit string
	Confirmed             bool   // it was looked at before
	Kept                  string // the file, in base64; empty where it has to be chosen
	NewKey                bool   // it is asked whether another key is taken
	Prefer                bool   // it is asked which side counts
}
