package pages

import "quartermaster/internal/web/ui"

// Paste is the page that takes a part of a file as text, with a preview of what it would change.
type Paste struct {
	Form    ui.Form
	Report  *ImportReport
	Doubles []string // sentences about names that are there already
}

// mostDoubles is how many of the names that are there already are listed.
const mostDoubles = 20

// Listed returns those of the names that are there already which are listed.
func (v Paste) Listed() []string { return v.Doubles[:min(len(v.Doubles), mostDoubles)] }

// Unlisted returns how many others there are.
func (v Paste) Unlisted() int { return len(v.Doubles) - len(v.Listed()) }

// Template names the page that draws the view.
func (Paste) Template() string { return "paste" }

// Field returns a field of the form as it was entered.
func (v Paste) Field(name string) string {
	for _, field := range v.Form.Sets[0].Fields {
		if field.Name == name {
			return field.Value
		}
	}
	return ""
}
