package lint

import (
	"fmt"
	"strings"

	"quartermaster/internal/ce"
	declared "quartermaster/internal/document"
)

var unknownVariable = &Rule{
	ID: "unknown-variable", Severity: Warning, Title: "Unknown or repeated variable in globals.xml",
	Check: func(w *world, report report) {
		first, list := map[string]int{}, fieldNames(declared.Named("globals").Fields())
		for e := range w.variables() {
			name := e.Attr("name")
			line, twice := first[strings.ToLower(name)]
			first[strings.ToLower(name)] = e.Line
			switch {
			case twice:
				report(w.Game[globalsPath].about, fmt.Sprintf("The variable %s stands twice (lines %d and %d).", quoted(name), line, e.Line), nil)
			case variableNamed(name) == nil:
				report(w.Game[globalsPath].about, fmt.Sprintf("The game does not know the variable %s (line %d)", quoted(name), e.Line)+
					meant(ce.Nearest(name, list)), nil)
			}
		}
	},
}
