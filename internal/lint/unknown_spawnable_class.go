package lint

var unknownSpawnableClass = &Rule{
	ID: "unknown-spawnable-class", Severity: Warning, Title: "Spawnable type with an unknown class",
	needs: []string{"types", "spawnabletypes"},
	Check: func(w *world, report report) {
		for _, t := range w.SpawnableTypes {
			w.checkOwnClass(report, t, t.Name)
			w.checkClasses(report, t, blockClasses(t))
		}
	},
}
