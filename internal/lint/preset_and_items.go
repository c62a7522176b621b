package lint

import "strconv"

var presetAndItems = &Rule{
	ID: "preset-and-items", Severity: Warning, Title: "Block with a preset and items",
	Check: func(w *world, report report) {
		for _, t := range w.SpawnableTypes {
			for i := range t.Blocks {
				b := &t.Blocks[i]
				if b.Preset == nil || *b.Preset == "" || len(b.Items) == 0 {
					continue
				}
				report(t, "Block "+strconv.Itoa(i+1)+" names the preset "+quoted(*b.Preset)+" and also has its own items.", nil)
			}
		}
	},
}
