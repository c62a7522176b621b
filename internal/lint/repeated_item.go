package lint

import (
	"fmt"

	"quartermaster/internal/record"
)

var repeatedItem = &Rule{
	ID: "repeated-item", Severity: Info, Title: "Item that stands twice",
	Check: func(w *world, report report) {
		for _, t := range w.SpawnableTypes {
			for i := range t.Blocks {
				checkRepeatedItems(report, t, fmt.Sprintf("block %d", i+1), t.Blocks[i].Items)
			}
		}
		for _, p := range w.RandomPresets {
			checkRepeatedItems(report, p, "the preset", p.Items)
		}
		for _, e := range w.Events {
			classes := names{}
			for _, c := range e.Children {
				if classes.has(c.Type) {
					report(e, quoted(c.Type)+" stands twice among the children, so its numbers add up. Keep one entry.", nil)
				}
				classes.add(c.Type)
			}
		}
	},
}

func checkRepeatedItems(report report, about any, where string, items []record.ChanceItem) {
	classes := names{}
	for _, item := range items {
		if classes.has(item.Name) {
			report(about, quoted(item.Name)+" stands twice in "+where+", so its chances add up. Keep one entry.", nil)
		}
		classes.add(item.Name)
	}
}
