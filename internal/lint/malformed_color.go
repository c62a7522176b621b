package lint

import (
	"regexp"

	"quartermaster/internal/expansion"
)

// colors matches RRGGBBAA, RRGGBB, or four decimal numbers. Source: formats, B.7.
var colors = regexp.MustCompile(`^([0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?|\d{1,3}( \d{1,3}){3})$`)

var malformedColor = &Rule{
	ID: "malformed-color", Severity: Warning, Title: "Malformed color",
	Says: sentences{
		"color": "{at} is “{color}”; a color is RRGGBBAA or RRGGBB.",
	},
	Check: func(w *world, report report) {
		for d := range w.Mod.all() {
			for _, color := range d.named(expansion.ColorFormat) {
				if !colors.MatchString(color.Text) {
					report(within{d.about, color.Path()}, says("color", "at", color.Path(), "color", color.Text), nil)
				}
			}
		}
	},
}
