package lint

import "quartermaster/internal/record"

var emptyPreset = &Rule{
	ID: "empty-preset", Severity: Warning, Title: "Random preset or block without items",
	Says: sentences{
		"preset": "The preset has no items.",
		"block":  "A block of {kind} has neither a preset nor items.",
	},
	Check: func(w *world, report report) {
		for _, p := range w.RandomPresets {
			if len(p.Items) == 0 {
				report(p, says("preset"), nil)
			}
		}
		for _, t := range w.SpawnableTypes {
			for _, b := range t.Blocks {
				if isEmptyBlock(b) {
					report(t, says("block", "kind", b.Kind), nil)
				}
			}
		}
	},
}

func isEmptyBlock(b record.Block) bool {
	return (b.Preset == nil || *b.Preset == "") && len(b.Items) == 0
}
