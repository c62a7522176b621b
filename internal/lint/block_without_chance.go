package lint

import "fmt"

var blockWithoutChance = &Rule{
	ID: "block-without-chance", Severity: Info, Title: "Block of items without a chance",
	Check: func(w *world, report report) {
		for _, t := range w.SpawnableTypes {
			for i := range t.Blocks {
				if b := &t.Blocks[i]; b.Chance == nil && len(b.Items) > 0 && (b.Preset == nil || *b.Preset == "") {
					report(t, fmt.Sprintf("Block %d (%s) has items but no chance, so the class always comes with one of them. Enter the chance that was meant.", i+1, b.Kind),
						mend("Set it to 1.", func() { b.Chance = new(1.0) }))
				}
			}
		}
	},
}
