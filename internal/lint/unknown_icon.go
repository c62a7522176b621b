package lint

import "quartermaster/internal/expansion"

var unknownIcon = &Rule{
	ID: "unknown-icon", Severity: Info, Title: "Unknown icon",
	Says: sentences{
		"icon": "{at} is “{icon}”, which is not one of the mod's icons; nothing is shown.",
	},
	Check: func(w *world, report report) {
		for d := range w.Mod.all() {
			for _, icon := range d.named(expansion.IconFormat) {
				if !expansion.HasIcon(icon.Text) {
					report(within{d.about, icon.Path()}, says("icon", "at", icon.Path(), "icon", icon.Text), nil)
				}
			}
		}
	},
}
