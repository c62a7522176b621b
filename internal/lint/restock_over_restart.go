package lint

import "fmt"

var restockOverRestart = &Rule{
	ID: "restock-over-restart", Severity: Info, Title: "Restock longer than the time between restarts",
	Check: func(w *world, report report) {
		restart := w.Restart
		for _, t := range w.Types {
			if restock := valueOf(t.Restock); restart > 0 && restock > restart {
				report(t, fmt.Sprintf("restock is %d s, longer than the server runs between two restarts.", restock),
					mend(fmt.Sprintf("Lower restock to %d s.", restart), func() { t.Restock = &restart }))
			}
		}
	},
}
