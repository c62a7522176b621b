package lint

import (
	"slices"

	"quartermaster/internal/expansion"
)

var packValue = &Rule{
	ID: "pack-value", Severity: Warning, Title: "Value that a mod does not expect",
	Check: func(w *world, report report) {
		for _, f := range w.Packed {
			f.tell(report, wrongValues(slices.DeleteFunc(f.Check(f.Tree), expansion.Problem.Foreign)))
		}
	},
}
