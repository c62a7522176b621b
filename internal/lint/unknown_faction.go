package lint

import "quartermaster/internal/expansion"

var unknownFaction = &Rule{
	ID: "unknown-faction", Severity: Info, Title: "Unknown faction",
	Says: sentences{
		"missing": "The mod has no faction {missing:some}.",
	},
	Check: func(w *world, report report) {
		known := newNames(expansion.Factions()...)
		for d := range w.Mod.all() {
			var factions []string
			for _, text := range d.named(expansion.FactionFormat) {
				factions = append(factions, text.Text)
			}
			if missing := unknown(factions, known); len(missing) > 0 {
				report(d.about, says("missing", "missing", missing), nil)
			}
		}
	},
}
