package lint

var unknownPresetClass = &Rule{
	ID: "unknown-preset-class", Severity: Warning, Title: "Random preset with an unknown class",
	needs: []string{"types", "spawnabletypes"},
	Check: func(w *world, report report) {
		for _, p := range w.RandomPresets {
			w.checkClasses(report, p, itemClasses(p.Items))
		}
	},
}
