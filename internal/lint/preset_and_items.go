package lint

var presetAndItems = &Rule{
	ID: "preset-and-items", Severity: Warning, Title: "Block with a preset and items",
	Says: sentences{
		"block": "Block {block} names the preset “{preset}” and also has its own items.",
	},
	Check: func(w *world, report report) {
		for _, t := range w.SpawnableTypes {
			for i := range t.Blocks {
				b := &t.Blocks[i]
				if b.Preset == nil || *b.Preset == "" || len(b.Items) == 0 {
					continue
				}
				report(t, says("block", "block", i+1, "preset", *b.Preset), nil)
			}
		}
	},
}
