package lint

import (
	"quartermaster/internal/record"
)

var repeatedItem = &Rule{
	ID: "repeated-item", Severity: Info, Title: "Item that appears twice",
	Says: sentences{
		"child":  "“{class}” appears twice among the children, so its numbers add up. Keep one entry.",
		"block":  "“{class}” appears twice in block {block}, so its chances add up. Keep one entry.",
		"preset": "“{class}” appears twice in the preset, so its chances add up. Keep one entry.",
	},
	Check: func(w *world, report report) {
		for _, t := range w.SpawnableTypes {
			for i := range t.Blocks {
				checkRepeatedItems(report, t, says("block", "block", i+1), t.Blocks[i].Items)
			}
		}
		for _, p := range w.RandomPresets {
			checkRepeatedItems(report, p, says("preset"), p.Items)
		}
		for _, e := range w.Events {
			classes := names{}
			for _, c := range e.Children {
				if classes.has(c.Type) {
					report(e, says("child", "class", c.Type), nil)
				}
				classes.add(c.Type)
			}
		}
	},
}

func checkRepeatedItems(report report, about any, problem message, items []record.ChanceItem) {
	classes := names{}
	for _, item := range items {
		if classes.has(item.Name) {
			report(about, problem.With("class", item.Name), nil)
		}
		classes.add(item.Name)
	}
}
