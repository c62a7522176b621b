package lint

import (
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

var gearPreset = &Rule{
	ID: "gear-preset", Severity: Warning, Title: "Player gear preset with items the game skips",
	Says: sentences{
		"attributes": "{at} (line {line}) has no attributes, so the game skips it.",
		"swapped":    "{at} (line {line}) is {min} and {most} {max}.",
	},
	Check: func(w *world, report report) {
		for d := range w.gameDocuments() {
			if d.Slug == "gear-preset" {
				d.tell(report, gearProblems(d))
			}
		}
	},
}

// gearProblems returns sets of slots without a condition, and conditions whose minimum is above the maximum.
func gearProblems(d *gameDocument) (list []problem) {
	d.EachObject(d.Tree, func(path string, fields []*expansion.Field, o *jsontree.Object) {
		isSet := strings.HasPrefix(path, "attachmentSlotItemSets.") && strings.Count(path, ".") == 3
		if isSet && !o.Has("attributes") {
			list = append(list, problemAt(path, "attributes"))
		}
		for _, f := range fields {
			if most := counterpart(f.Name); most != "" && declares(fields, most) {
				list = append(list, swapped(path, o, f.Name, most)...)
			}
		}
	})
	return list
}

// swapped returns a problem if a minimum is greater than its maximum.
func swapped(path string, o *jsontree.Object, least, most string) []problem {
	low, hasLow := numberAt(o, least)
	high, hasHigh := numberAt(o, most)
	if !hasLow || !hasHigh || low <= high {
		return nil
	}
	return []problem{problemAt(jsontree.Join(path, least), "swapped", "min", rounded(low), "most", most, "max", rounded(high))}
}
