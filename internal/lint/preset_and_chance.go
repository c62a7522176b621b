package lint

var presetAndChance = &Rule{
	ID: "preset-and-chance", Severity: Info, Title: "Block with a preset and a chance",
	Says: sentences{
		"block": "Block {block} names the preset “{preset}”, whose chance counts, and also has a chance of its own.",
		"fix":   "Remove the chance of the block.",
	},
	Check: func(w *world, report report) {
		for _, t := range w.SpawnableTypes {
			for i := range t.Blocks {
				if b := &t.Blocks[i]; b.Preset != nil && *b.Preset != "" && b.Chance != nil {
					report(t, says("block", "block", i+1, "preset", *b.Preset),
						mend(says("fix"), func() { b.Chance = nil }))
				}
			}
		}
	},
}
