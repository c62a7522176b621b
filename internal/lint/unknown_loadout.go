package lint

import "quartermaster/internal/expansion"

var unknownLoadout = &Rule{
	ID: "unknown-loadout", Severity: Error, Title: "Unknown AI loadout",
	Says: sentences{
		"missing": "There is no loadout {missing:some}.",
	},
	needs: []string{"ai-loadout"},
	Check: func(w *world, report report) {
		if len(w.Mod.Loadouts) == 0 {
			return
		}
		known := names{}
		for _, loadout := range w.Mod.Loadouts {
			known.add(loadout.Name)
		}
		for d := range w.Mod.all() {
			if missing := unknown(loadoutsOf(d), known); len(missing) > 0 {
				report(d.about, says("missing", "missing", missing), nil)
			}
		}
	},
}

// loadoutsOf returns the loadouts that a document names, without those that the mod creates itself.
func loadoutsOf(d *document) (list []string) {
	for _, text := range d.named(expansion.LoadoutFormat) {
		if !expansion.IsDefaultLoadout(text.Text) {
			list = append(list, text.Text)
		}
	}
	return list
}

// named returns the texts in fields with the format.
func (d *document) named(format expansion.Format) (list []expansion.Formatted) {
	if d.formatted == nil {
		d.formatted = append([]expansion.Formatted{}, d.Of.Formatted(d.Tree)...)
	}
	for _, text := range d.formatted {
		if text.Field.Format == format {
			list = append(list, text)
		}
	}
	return list
}
