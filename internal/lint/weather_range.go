package lint

import (
	"fmt"

	"quartermaster/internal/ce"
)

var weatherRange = &Rule{
	ID: "weather-range", Severity: Warning, Title: "Weather with impossible numbers",
	Check: func(w *world, report report) {
		f := w.Game[weatherPath]
		if f == nil {
			return
		}
		current := weatherNow{}
		for e := range ce.Elements(f.text) {
			if problem := current.check(e); problem != "" {
				report(f.about, fmt.Sprintf("%s (line %d): %s.", e.Parent, e.Line, problem), nil)
			}
		}
	},
}

// weatherNow is the weather at the start that the file says, to be held against its limits.
type weatherNow struct {
	of     string
	actual float64
	known  bool
}

// check returns what is wrong with an element, or "".
func (n *weatherNow) check(e *ce.Element) string {
	for _, name := range e.Attributes() {
		if e.Name != "weather" && notDecimal(e.Attr(name)) {
			return name + " of <" + e.Name + "> is " + quoted(e.Attr(name)) + ", which is not a number"
		}
	}
	least, most := parsed(e.Attr("min")), parsed(e.Attr("max"))
	switch {
	case e.Name == "current":
		*n = weatherNow{e.Parent, parsed(e.Attr("actual")), e.Has("actual")}
	case e.Has("min") && e.Has("max") && least > most:
		return "min of <" + e.Name + "> is " + number(least) + " and max " + number(most)
	case e.Name == "limits" && n.known && n.of == e.Parent && (n.actual < least || n.actual > most):
		return "actual is " + number(n.actual) + ", outside of the limits " + number(least) + " to " + number(most)
	}
	return ""
}
