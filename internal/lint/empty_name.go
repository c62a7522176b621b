package lint

import (
	"fmt"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var emptyName = &Rule{
	ID: "empty-name", Severity: Warning, Title: "Name that is missing or empty",
	Says: sentences{
		"class": "{at} is empty, so the mod has nothing to trade there. Enter a class, or delete the item.",
		"text":  "The message has no text, so players see nothing of it. Write one, or delete the message.",
		"name":  "<{element}> has no {attribute}, so the game skips it. Enter one in the file, or delete the element.",
	},
	types: func(w *world, report report) func(*record.Type) {
		return w.oddTypes(report, ce.Nameless, sayNameless)
	},
	Check: func(w *world, report report) {
		w.reportOddities(report, ce.Nameless, sayNameless)
		for _, category := range w.Mod.Market {
			for i, item := range category.Tree.Objects("Items") {
				if strings.TrimSpace(item.Text("ClassName")) == "" {
					at := fmt.Sprintf("Items.%d.ClassName", i)
					report(within{category.about, at}, says("class", "at", at), nil)
				}
			}
		}
	},
}

func sayNameless(o odd) message {
	if o.Element == "text" {
		return says("text")
	}
	return says("name", "element", o.Element, "attribute", o.Name)
}
