package lint

import "fmt"

var restockOverRestart = &Rule{
	ID: "restock-over-restart", Severity: Info, Title: "Restock longer than the time between restarts",
	Check: func(w *world, report report) {
		restart := w.Restart
		for _, t := range w.Types {
			if restock := valueOf(t.Restock); restock > restart {
				report(t, fmt.Sprintf("restock is %d s, but the server restarts every %d s.", restock, restart),
					mend(fmt.Sprintf("Lower restock to %d s.", restart), func() { t.Restock = &restart }))
			}
		}
	},
}
