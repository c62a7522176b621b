package lint

import (
	"fmt"

	"quartermaster/internal/record"
)

var restockOverRestart = &Rule{
	ID: "restock-over-restart", Severity: Info, Title: "Restock longer than the time between restarts",
	types: func(w *world, report report) func(*record.Type) {
		restart := w.Restart
		return func(t *record.Type) {
			if restock := valueOf(t.Restock); restart > 0 && restock > restart {
				report(t, fmt.Sprintf("restock is %d s, longer than the server runs between two restarts.", restock),
					mend(fmt.Sprintf("Lower restock to %d s.", restart), func() { t.Restock = &restart }))
			}
		}
	},
}
