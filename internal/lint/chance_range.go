package lint

import "quartermaster/internal/record"

var chanceRange = &Rule{
	ID: "chance-range", Severity: Error, Title: "Chance outside 0 to 1",
	Says: sentences{
		"chance": "The chance is {chance}.",
		"item":   "The chance of “{item}” is {chance}.",
	},
	Check: func(w *world, report report) {
		for _, t := range w.SpawnableTypes {
			for i := range t.Blocks {
				if chance := t.Blocks[i].Chance; chance != nil {
					checkChance(report, t, *chance, func(within float64) { t.Blocks[i].Chance = &within })
				}
				checkWeights(report, t, t.Blocks[i].Items)
			}
		}
		for _, p := range w.RandomPresets {
			checkChance(report, p, p.Chance, func(within float64) { p.Chance = within })
			checkWeights(report, p, p.Items)
		}
	},
}

func checkChance(report report, about any, chance float64, set func(within float64)) {
	if within := min(max(chance, 0), 1); chance != within {
		report(about, says("chance", "chance", chance), mend(says("set", "value", within), func() { set(within) }))
	}
}

// checkWeights reports negative chances of items. They are weights, so they may be larger than 1.
func checkWeights(report report, about any, items []record.ChanceItem) {
	for i := range items {
		item := &items[i]
		if item.Chance != nil && *item.Chance < 0 {
			report(about, says("item", "item", item.Name, "chance", *item.Chance), mend(says("set", "value", 0), func() { item.Chance = new(0.0) }))
		}
	}
}
