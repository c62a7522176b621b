package lint

import (
	"fmt"

	"quartermaster/internal/record"
)

const (
	fillUnused = -1
	fillMost   = 100
)

var quantityRange = &Rule{
	ID: "quantity-range", Severity: Warning, Title: "Invalid fill range",
	types: func(w *world, report report) func(*record.Type) {
		return func(t *record.Type) {
			switch {
			case t.QMin != nil && t.QMax != nil:
				checkFill(t, *t.QMin, *t.QMax, report)
			case t.QMin != nil && *t.QMin >= 0 && w.isWhole(t):
				report(t, fmt.Sprintf("quantmin is %d, but there is no quantmax, so the two say nothing together. Enter both, or neither.", *t.QMin), nil)
			case t.QMax != nil && *t.QMax >= 0 && w.isWhole(t):
				report(t, fmt.Sprintf("quantmax is %d, but there is no quantmin, so the two say nothing together. Enter both, or neither.", *t.QMax), nil)
			}
		}
	},
}

func checkFill(t *record.Type, least, most int64, report report) {
	message := fmt.Sprintf("quantmin is %d and quantmax %d.", least, most)
	switch unused := int64(fillUnused); {
	case (least == unused) != (most == unused):
		report(t, message, mend("Set both to -1.", func() { t.QMin, t.QMax = &unused, &unused }))
	case least < unused || most < unused || least > fillMost || most > fillMost:
		report(t, message, nil)
	case least == 0 && most == 0:
		report(t, "quantmin and quantmax are 0, so every stack, bottle or magazine of it is empty. Set both to -1 for what is usual.", mend("Set both to -1.", func() { t.QMin, t.QMax = &unused, &unused }))
	case least > most:
		report(t, message, mend("Swap the two.", func() { t.QMin, t.QMax = &most, &least }))
	}
}
