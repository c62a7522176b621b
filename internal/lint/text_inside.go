package lint

import (
	"slices"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var textInside = &Rule{
	ID: "text-inside", Severity: Warning, Title: "Text where an attribute belongs",
	types: func(w *world, report report) func(*record.Type) {
		return w.oddTypes(report, ce.TextInside, sayTextInside)
	},
	Check: func(w *world, report report) {
		w.reportOddities(report, ce.TextInside, sayTextInside)
	},
}

func sayTextInside(o odd) string {
	message := "<" + o.Element + "> holds the text " + quoted(o.Text) + ", but the game reads its attributes alone."
	if slices.Contains([]string{"category", "tag", "usage", "value"}, o.Element) {
		return message + " Write it as name=\"" + o.Text + "\"."
	}
	return message + " Take the text away."
}
