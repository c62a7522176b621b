package docform

import (
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/ui"
)

// KeyControl draws the control for the key of a new entry in a map, sent under the name.
func KeyControl(name string, input *jsontree.Object, problems validate.Errors) *ui.Control {
	field := ui.Field{
		Name: name, Label: "Key", Kind: ui.Text, Required: true, Code: true, List: ClassNamesList,
		Help: "By which the game finds the entry. No other entry has it.",
	}
	field.Restore(input, problems)
	control := ui.Bind("setting", field)
	return &control
}
