package pages

import "quartermaster/internal/web/ui"

// StartLine is the page of the start line that the list of mods makes, and that it is taken from.
type StartLine struct {
	Line    string // empty without mods
	Mods    int
	Differs []string // how the running server differs from the list
	Running *ui.Form // takes the mods of the running server; nil if they are not known
	Form    ui.Form
}

// Template names the template of the page.
func (StartLine) Template() string { return "start-line" }
