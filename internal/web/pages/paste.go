package pages

import "quartermaster/internal/web/ui"

// Paste is the page that takes a part of a file as text, with a preview of what it would change.
type Paste struct {
	Form   ui.Form
	Report *ImportReport
}

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
