package lint

import (
	"math"
	"strings"

	"quartermaster/internal/jsontree"
)

var marketMode = &Rule{
	ID: "market-mode", Severity: Warning, Title: "Unknown trade mode",
	Says: sentences{
		"category": "The category “{category}” has the trade mode “{mode}”; only 0 to 3 exist.",
		"item":     "The item “{class}” has the trade mode “{mode}”; only 0 to 3 exist.",
	},
	Check: func(w *world, report report) {
		for _, trader := range w.Mod.Traders {
			for _, entry := range textsAt(trader.Tree, "Categories") {
				if name, mode, found := strings.Cut(entry, ":"); found && !isMode(mode) {
					report(trader.about, says("category", "category", name, "mode", mode), nil)
				}
			}
			for class, mode := range trader.Tree.Object("Items").All() {
				if !isMode(mode) {
					report(trader.about, says("item", "class", class, "mode", shown(mode)), nil)
				}
			}
		}
	},
}

func isMode(value any) bool {
	n, ok := numeric(value)
	return ok && n >= 0 && n < modes && n == math.Trunc(n)
}

// shown formats a value for a message.
func shown(value any) string {
	if text, isText := value.(string); isText {
		return text
	}
	return string(jsontree.AppendValue(nil, value))
}
