package lint

import "strconv"

var presetAndChance = &Rule{
	ID: "preset-and-chance", Severity: Info, Title: "Block with a preset and a chance",
	Check: func(w *world, report report) {
		for _, t := range w.SpawnableTypes {
			for i := range t.Blocks {
				if b := &t.Blocks[i]; b.Preset != nil && *b.Preset != "" && b.Chance != nil {
					report(t, "Block "+strconv.Itoa(i+1)+" names the preset "+quoted(*b.Preset)+", whose chance counts, and also has a chance of its own.",
						mend("Take the chance of the block away.", func() { b.Chance = nil }))
				}
			}
		}
	},
}
