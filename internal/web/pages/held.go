package pages

import "quartermaster/internal/web/ui"

// Held is an upload that waits until its user has said for which server it is.
type Held struct {
	Question string // why it waits; empty for one that is to become a server
	Server   string // that it was sent to
	Facts    []Fact // what was recognized
	Create   ui.Form
	Import   *ui.Form // into the server that it was sent to; nil for none
	Logs     *ui.Form // asks for the server that they are from; nil for what is more than logs
	Cancel   ui.Form
}

// Template names the page that draws the view.
func (Held) Template() string { return "held" }
