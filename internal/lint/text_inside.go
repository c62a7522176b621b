package lint

import (
	"slices"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var textInside = &Rule{
	ID: "text-inside", Severity: Warning, Title: "Text where an attribute belongs",
	Says: sentences{
		"name": "<{element}> holds the text “{text}”, but the game only reads its attributes. Write it as name=\"{text}\".",
		"text": "<{element}> holds the text “{text}”, but the game only reads its attributes. Remove the text.",
	},
	types: func(w *world, report report) func(*record.Type) {
		return w.oddTypes(report, ce.TextInside, sayTextInside)
	},
	Check: func(w *world, report report) {
		w.reportOddities(report, ce.TextInside, sayTextInside)
	},
}

func sayTextInside(o odd) message {
	if slices.Contains([]string{"category", "tag", "usage", "value"}, o.Element) {
		return says("name", "element", o.Element, "text", o.Text)
	}
	return says("text", "element", o.Element, "text", o.Text)
}
