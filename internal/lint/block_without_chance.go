package lint

var blockWithoutChance = &Rule{
	ID: "block-without-chance", Severity: Info, Title: "Block of items without a chance",
	Says: sentences{
		"chance": "Block {block} ({kind}) has items but no chance, so the class always comes with one of them. Enter the chance that was meant.",
	},
	Check: func(w *world, report report) {
		for _, t := range w.SpawnableTypes {
			for i := range t.Blocks {
				if b := &t.Blocks[i]; b.Chance == nil && len(b.Items) > 0 && (b.Preset == nil || *b.Preset == "") {
					report(t, says("chance", "block", i+1, "kind", b.Kind),
						mend(says("set", "value", 1), func() { b.Chance = new(1.0) }))
				}
			}
		}
	},
}
