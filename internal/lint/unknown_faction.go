package lint

import "quartermaster/internal/expansion"

var unknownFaction = &Rule{
	ID: "unknown-faction", Severity: Info, Title: "Unknown faction",
	Check: func(w *world, report report) {
		known := newNames(expansion.Factions...)
		for d := range w.Mod.all() {
			var factions []string
			for _, text := range d.named(expansion.FactionFormat) {
				factions = append(factions, text.Text)
			}
			if missing := unknown(factions, known); len(missing) > 0 {
				report(d.about, "The mod has no faction "+someOf(missing)+".", nil)
			}
		}
	},
}
