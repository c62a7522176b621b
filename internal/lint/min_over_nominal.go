package lint

import "fmt"

var minOverNominal = &Rule{
	ID: "min-over-nominal", Severity: Warning, Title: "Min above nominal",
	Check: func(w *world, report report) {
		for _, t := range w.Types {
			nominal, least := valueOf(t.Nominal), valueOf(t.Min)
			if nominal == 0 || least <= nominal {
				continue
			}
			report(t, fmt.Sprintf("min is %d and nominal %d.", least, nominal),
				mend(fmt.Sprintf("Lower min to %d.", nominal), func() { t.Min = &nominal }))
		}
	},
}
