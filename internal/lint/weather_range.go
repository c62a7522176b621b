package lint

import (
	"cmp"
	"slices"
	"strings"

	"quartermaster/internal/ce"
)

var weatherRange = &Rule{
	ID: "weather-range", Severity: Warning, Title: "Weather with impossible numbers",
	Says: sentences{
		"switch":    "{of} (line {line}): {attribute} is “{value}”; the game knows 0 and 1, true and false, yes and no.",
		"no-number": "{of} (line {line}): {attribute} of <{element}> is “{value}”, which is not a number.",
		"twice":     "{of} (line {line}): <{element}> appears twice (first in line {first}), and the game takes one of them.",
		"swapped":   "{of} (line {line}): min of <{element}> is {min} and max {max}.",
		"actual":    "{of} (line {line}): actual is {value}, outside of the limits {min} to {max}.",
		"never":     "{of} (line {line}): max of <limits> is {max}; on this map it must stay 0.",
		"no-time":   "{of} (line {line}): max of <timelimits> is 0, so that the weather has no time to change.",
	},
	Check: func(w *world, report report) {
		f := w.Game[weatherPath]
		if f == nil {
			return
		}
		current := weatherNow{seen: map[string]int{}, never: neverFalls[strings.ToLower(w.Map)]}
		for e := range ce.Elements(f.text) {
			if problem := current.check(e); !problem.IsNone() {
				report(f.about, problem.With("of", cmp.Or(e.Parent, e.Name), "line", inLine(e.Line)), nil)
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

// check returns what is wrong with an element, if anything.
func (n *weatherNow) check(e *ce.Element) message {
	for _, name := range e.Attributes() {
		if value := strings.ToLower(e.Attr(name)); e.Name == "weather" && !slices.Contains(weatherWords, value) {
			return says("switch", "attribute", name, "value", e.Attr(name))
		}
		if e.Name != "weather" && notDecimal(e.Attr(name)) {
			return says("no-number", "attribute", name, "element", e.Name, "value", e.Attr(name))
		}
	}
	least, most := parsed(e.Attr("min")), parsed(e.Attr("max"))
	if e.Parent == "weather" {
		before := n.seen[e.Name]
		n.seen[e.Name] = e.Line
		if before > 0 {
			return says("twice", "element", e.Name, "first", inLine(before))
		}
	}
	switch {
	case e.Name == "weather":
		n.off = slices.Contains([]string{"0", "false", "no"}, strings.ToLower(e.Attr("enable")))
	case e.Name == "current":
		n.of, n.actual, n.known = e.Parent, parsed(e.Attr("actual")), e.Has("actual")
	case e.Has("min") && e.Has("max") && least > most:
		return says("swapped", "element", e.Name, "min", least, "max", most)
	case e.Name == "limits" && n.known && n.of == e.Parent && (n.actual < least || n.actual > most):
		return says("actual", "value", n.actual, "min", least, "max", most)
	case e.Name == "limits" && e.Parent == n.never && most > 0 && !n.off:
		return says("never", "max", most)
	case e.Name == "timelimits" && e.Has("max") && most == 0:
		return says("no-time")
	}
	return message{}
}
