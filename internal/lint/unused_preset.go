package lint

var unusedPreset = &Rule{
	ID: "unused-preset", Severity: Info, Title: "Unused random preset",
	Says: sentences{
		"unused": "No spawnable type uses this preset.",
		"fix":    "Delete the preset.",
	},
	needs: []string{"spawnabletypes"},
	Check: func(w *world, report report) {
		if len(w.SpawnableTypes) == 0 {
			return
		}
		used := names{}
		for _, t := range w.SpawnableTypes {
			for _, name := range presetsOf(t) {
				used.add(name)
			}
		}
		for _, p := range w.RandomPresets {
			if !used.has(presetName(p.Type, p.Name)) {
				report(p, says("unused"), remove(says("fix")))
			}
		}
	},
}
