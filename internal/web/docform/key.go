package docform

import (
	"encoding/hex"
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/ui"
)

// sentName returns the name of a key in the forms that show its value. Browsers' forms are read as PHP reads them, which changes blanks,
// dots and brackets in names; and some names are those of other inputs of the page.
func sentName(key string) string {
	if !strings.ContainsAny(key, " .[]~\x00") && !slices.Contains(takenNames, key) && key != "" {
		return key
	}
	return "~" + hex.EncodeToString([]byte(key))
}

// takenNames are what the page of a document and its site read beside the values.
var takenNames = []string{"_token", "_method", BaseName, "do", "at", "new", "file", "q", "page", rowOf, "_key"}

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
