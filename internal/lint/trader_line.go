package lint

import tradermod "quartermaster/internal/trader"

var traderLine = &Rule{
	ID: "trader-line", Severity: Warning, Title: "Trader line with a mistake",
	Says: sentences{
		"item":     "In its line, {problem}. Enter the prices again.",
		"prices":   "Both prices are below 0, so the class is listed but can be neither bought nor sold. Enter one of them, or delete the line.",
		"currency": "In its line, {problem}. Enter the value again.",
		"value": "The currency is worth {value:2}, so players pay nothing with it and the trader has no change. Enter what one piece is " +
			"worth.",
	},
	Check: func(w *world, report report) {
		for _, item := range w.TraderItems {
			value, problem := readTraderLine(item.Raw)
			if !problem.IsNone() && metres(item.Buy) == float64(value.Buy) && metres(item.Sell) == float64(value.Sell) {
				report(item, says("item", "problem", told{problem}), nil)
			}
			if item.Buy < 0 && item.Sell < 0 {
				report(item, says("prices"), nil)
			}
		}
		for _, c := range w.TraderCurrencies {
			value, problem := readTraderLine(c.Raw)
			switch {
			case !problem.IsNone() && metres(c.Value) == float64(value.Value):
				report(c, says("currency", "problem", told{problem}), nil)
			case c.Value <= 0:
				report(c, says("value", "value", price(c.Value)), nil)
			}
		}
	},
}

// readTraderLine reads the original text of a line again. The problem is what its reader says of it, nothing for none.
func readTraderLine(raw *string) (value tradermod.Line, problem message) {
	if raw == nil {
		return value, problem
	}
	config, err := tradermod.ParseConfig([]byte(*raw + "\n<FileEnd>"))
	if err != nil || len(config.Entries) != 1 || len(config.Warnings) == 0 {
		return value, problem
	}
	return config.Entries[0].Value, problemIn(config.Warnings[0])
}
