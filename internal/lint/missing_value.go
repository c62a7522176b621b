package lint

import (
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

var missingValue = &Rule{
	ID: "missing-value", Severity: Warning, Title: "Entry of a file of the game without a value that it needs",
	Says: sentences{
		"missing": "{at} (line {line}) is missing, so the game cannot use the entry. Enter it, or delete the entry.",
		"empty":   "{at} (line {line}) is empty, so the game cannot use the entry. Enter it, or delete the entry.",
	},
	Check: func(w *world, report report) {
		for d := range w.gameDocuments() {
			d.tell(report, lackingValues(d))
		}
	},
}

// lackingValues returns what is missing or empty in the entries of lists: each field that has no default and is not optional.
func lackingValues(d *gameDocument) (list []problem) {
	d.EachObject(d.Tree, func(path string, fields []*expansion.Field, o *jsontree.Object) {
		if !isEntry(path) {
			return
		}
		for _, f := range fields {
			value, there := o.Get(f.Name)
			text, isText := value.(string)
			switch {
			case f.Optional || f.Default != nil || f.Shape != expansion.Single || f.Type == expansion.Object || f.Type == expansion.Any:
			case !there:
				list = append(list, problemAt(jsontree.Join(path, f.Name), "missing"))
			case isText && strings.TrimSpace(text) == "" && f.Type == expansion.String:
				list = append(list, problemAt(jsontree.Join(path, f.Name), "empty"))
			}
		}
	})
	return list
}

// isEntry reports whether a path ends in the place of an object in a list.
func isEntry(path string) bool {
	last := path[strings.LastIndexByte(path, '.')+1:]
	return last != "" && strings.Trim(last, "0123456789") == ""
}
