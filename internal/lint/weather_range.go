package lint

import (
	"fmt"
	"slices"
	"strings"

	"quartermaster/internal/ce"
)

var weatherRange = &Rule{
	ID: "weather-range", Severity: Warning, Title: "Weather with impossible numbers",
	Check: func(w *world, report report) {
		f := w.Game[weatherPath]
		if f == nil {
			return
		}
		current := weatherNow{never: neverFalls[strings.ToLower(w.Map)]}
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

	off   bool   // the game does not heed the file
	never string // what must not fall on the map: rain or snowfall
}

// neverFalls is what the comments in the game's own files forbid, by the short name of the map.
var neverFalls = map[string]string{"sakhal": "rain", "chernarusplus": "snowfall", "enoch": "snowfall"}

// check returns what is wrong with an element, or "".
func (n *weatherNow) check(e *ce.Element) string {
	for _, name := range e.Attributes() {
		if e.Name != "weather" && notDecimal(e.Attr(name)) {
			return name + " of <" + e.Name + "> is " + quoted(e.Attr(name)) + ", which is not a number"
		}
	}
	least, most := parsed(e.Attr("min")), parsed(e.Attr("max"))
	switch {
	case e.Name == "weather":
		n.off = slices.Contains([]string{"0", "false", "no"}, strings.ToLower(e.Attr("enable")))
	case e.Name == "current":
		n.of, n.actual, n.known = e.Parent, parsed(e.Attr("actual")), e.Has("actual")
	case e.Has("min") && e.Has("max") && least > most:
		return "min of <" + e.Name + "> is " + number(least) + " and max " + number(most)
	case e.Name == "limits" && n.known && n.of == e.Parent && (n.actual < least || n.actual > most):
		return "actual is " + number(n.actual) + ", outside of the limits " + number(least) + " to " + number(most)
	case e.Name == "limits" && e.Parent == n.never && most > 0 && !n.off:
		return "max of <limits> is " + number(most) + "; on this map it must stay 0"
	case e.Name == "timelimits" && e.Has("max") && most == 0:
		return "max of <timelimits> is 0, so that the weather has no time to change"
	}
	return ""
}
