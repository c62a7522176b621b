package lint

import (
	"quartermaster/internal/record"
)

var restockOverRestart = &Rule{
	ID: "restock-over-restart", Severity: Info, Title: "Restock longer than the time between restarts",
	Says: sentences{
		"restock": "restock is {restock} s, longer than the server runs between two restarts.",
		"fix":     "Lower restock to {restart} s.",
	},
	types: func(w *world, report report) func(*record.Type) {
		restart := w.Restart
		return func(t *record.Type) {
			if restock := valueOf(t.Restock); restart > 0 && restock > restart {
				report(t, says("restock", "restock", restock),
					mend(says("fix", "restart", restart), func() { t.Restock = &restart }))
			}
		}
	},
}
