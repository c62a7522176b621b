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
	types: func(_ *world, report report) func(*record.Type) {
		return func(t *record.Type) {
			if t.QMin != nil && t.QMax != nil {
				checkFill(t, *t.QMin, *t.QMax, report)
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
	case least > most:
		report(t, message, mend("Swap the two.", func() { t.QMin, t.QMax = &most, &least }))
	}
}
