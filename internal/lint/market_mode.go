package lint

import (
	"math"
	"strings"

	"quartermaster/internal/jsontree"
)

var marketMode = &Rule{
	ID: "market-mode", Severity: Warning, Title: "Unknown trade mode",
	Check: func(w *world, report report) {
		for _, trader := range w.Mod.Traders {
			for _, entry := range textsAt(trader.Tree, "Categories") {
				if name, mode, found := strings.Cut(entry, ":"); found && !isMode(mode) {
					report(trader.about, "The category "+quoted(name)+" has the trade mode "+quoted(mode)+allowedModes, nil)
				}
			}
			for class, mode := range trader.Tree.Object("Items").All() {
				if !isMode(mode) {
					report(trader.about, "The item "+quoted(class)+" has the trade mode "+quoted(shown(mode))+allowedModes, nil)
				}
			}
		}
	},
}

const allowedModes = "; only 0 to 3 exist."

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
