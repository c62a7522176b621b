package lint

import "quartermaster/internal/validate"

var noCurrency = &Rule{
	ID: "no-currency", Severity: Error, Title: "Traders without a currency",
	needs: []string{"traderconfig"},
	Check: func(w *world, report report) {
		if len(w.TraderItems) > 0 && len(w.TraderCurrencies) == 0 {
			report(w.Instance, "The traders have "+validate.Counted(len(w.TraderItems), "item", "items")+", but there is no currency.", nil)
		}
	},
}
