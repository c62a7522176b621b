package lint

import (
	"quartermaster/internal/record"
)

const (
	fillUnused = -1
	fillMost   = 100
)

var quantityRange = &Rule{
	ID: "quantity-range", Severity: Warning, Title: "Invalid fill range",
	Says: sentences{
		"no-max": "quantmin is {min}, but there is no quantmax, so the two say nothing together. Enter both, or neither.",
		"no-min": "quantmax is {max}, but there is no quantmin, so the two say nothing together. Enter both, or neither.",
		"range":  "quantmin is {min} and quantmax {max}.",
		"zero":   "quantmin and quantmax are 0, so every stack, bottle or magazine of it is empty. Set both to -1 for what is usual.",
		"fix":    "Set both to -1.",
	},
	types: func(w *world, report report) func(*record.Type) {
		return func(t *record.Type) {
			switch {
			case t.QMin != nil && t.QMax != nil:
				checkFill(t, *t.QMin, *t.QMax, report)
			case t.QMin != nil && *t.QMin >= 0 && w.isWhole(t):
				report(t, says("no-max", "min", *t.QMin), nil)
			case t.QMax != nil && *t.QMax >= 0 && w.isWhole(t):
				report(t, says("no-min", "max", *t.QMax), nil)
			}
		}
	},
}

func checkFill(t *record.Type, least, most int64, report report) {
	problem := says("range", "min", least, "max", most)
	switch unused := int64(fillUnused); {
	case (least == unused) != (most == unused):
		report(t, problem, mend(says("fix"), func() { t.QMin, t.QMax = &unused, &unused }))
	case least < unused || most < unused || least > fillMost || most > fillMost:
		report(t, problem, nil)
	case least == 0 && most == 0:
		report(t, says("zero"), mend(says("fix"), func() { t.QMin, t.QMax = &unused, &unused }))
	case least > most:
		report(t, problem, mend(says("swap"), func() { t.QMin, t.QMax = &most, &least }))
	}
}
