package lint

import (
	"cmp"
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
		current := weatherNow{seen: map[string]int{}, never: neverFalls[strings.ToLower(w.Map)]}
		for e := range ce.Elements(f.text) {
			if problem := current.check(e); problem != "" {
				report(f.about, fmt.Sprintf("%s (line %d): %s.", cmp.Or(e.Parent, e.Name), e.Line, problem), nil)
			}
		}
	},
}

// weatherNow is the weather at the start that the file says, to be held against its limits.
type weatherNow struct {
	of     string
	actual float64
	known  bool

	seen map[string]int // the lines of the phenomena

	off   bool   // the game does not heed the file
	never string // what must not fall on the map: rain or snowfall
}

// weatherWords are what the switches of the file may be.
var weatherWords = []string{"0", "1", "true", "false", "yes", "no"}

// neverFalls is what the comments in the game's own files forbid, by the short name of the map.
var neverFalls = map[string]string{"sakhal": "rain", "chernarusplus": "snowfall", "enoch": "snowfall"}

// check returns what is wrong with an element, or "".
func (n *weatherNow) check(e *ce.Element) string {
	for _, name := range e.Attributes() {
		if value := strings.ToLower(e.Attr(name)); e.Name == "weather" && !slices.Contains(weatherWords, value) {
			return name + " is " + quoted(e.Attr(name)) + "; the game knows 0 and 1, true and false, yes and no"
		}
		if e.Name != "weather" && notDecimal(e.Attr(name)) {
			return name + " of <" + e.Name + "> is " + quoted(e.Attr(name)) + ", which is not a number"
		}
	}
	least, most := parsed(e.Attr("min")), parsed(e.Attr("max"))
	if e.Parent == "weather" {
		before := n.seen[e.Name]
		n.seen[e.Name] = e.Line
		if before > 0 {
			return fmt.Sprintf("<%s> stands twice (before in line %d), and the game takes one of them", e.Name, before)
		}
	}
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
