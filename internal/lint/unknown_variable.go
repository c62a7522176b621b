package lint

import (
	"strings"

	"quartermaster/internal/ce"
	declared "quartermaster/internal/document"
)

var unknownVariable = &Rule{
	ID: "unknown-variable", Severity: Warning, Title: "Unknown or repeated variable in globals.xml",
	Says: sentences{
		"twice":        "The variable “{name}” appears twice (lines {first} and {line}).",
		"unknown":      "The game does not know the variable “{name}” (line {line}).",
		"unknown-near": "The game does not know the variable “{name}” (line {line}); did you mean “{near}”?",
	},
	Check: func(w *world, report report) {
		first, list := map[string]int{}, fieldNames(declared.Named("globals").Fields())
		for e := range w.variables() {
			name := e.Attr("name")
			line, twice := first[strings.ToLower(name)]
			first[strings.ToLower(name)] = e.Line
			switch {
			case twice:
				report(w.Game[globalsPath].about, says("twice", "name", name, "first", inLine(line), "line", inLine(e.Line)), nil)
			case variableNamed(name) == nil:
				report(w.Game[globalsPath].about, nearly("unknown", ce.Nearest(name, list), "name", name, "line", inLine(e.Line)), nil)
			}
		}
	},
}
