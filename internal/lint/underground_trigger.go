package lint

import (
	"quartermaster/internal/jsontree"
)

// triggerVectors are the keys of a trigger that hold three numbers, triggerKeys all that the rule looks at.
var (
	triggerVectors = []string{"Position", "Orientation", "Size"}
	triggerKeys    = append([]string{"EyeAccommodation"}, triggerVectors...)
)

// The most breadcrumbs that a trigger may have, and the most triggers that reach players.
const (
	maxBreadcrumbs = 32
	maxTriggers    = 255
)

var undergroundTrigger = &Rule{
	ID: "underground-trigger", Severity: Warning, Title: "Underground trigger that the game cannot use",
	Says: sentences{
		"many":          "The file holds {n} triggers; players only get the first {most}.",
		"vector":        "The trigger in line {line} has a {key} that is no list of three numbers.",
		"edge":          "The trigger in line {line} has a Size with an edge of {edge} m, so nobody is ever inside. Enter lengths above 0.",
		"accommodation": "The trigger in line {line} has the EyeAccommodation {value}; it must be 0 to 1.",
		"breadcrumbs":   "The trigger in line {line} has {n} breadcrumbs; the game takes 32.",
	},
	Check: func(w *world, report report) {
		f := w.Game[undergroundPath]
		if f == nil {
			return
		}
		root, _ := f.json()
		triggers, _ := root.Member("Triggers")
		if n := len(triggers.Members); n > maxTriggers {
			report(f.about, says("many", "n", n, "most", maxTriggers), nil)
		}
		for _, n := range triggers.Members {
			o, _ := n.Value.(*jsontree.Object)
			for _, problem := range triggerProblems(o) {
				report(f.about, problem.With("line", inLine(lineAt(f.text, n.Start))), nil)
			}
		}
	},
}

func triggerProblems(o *jsontree.Object) (list []message) {
	for _, key := range triggerVectors {
		if o.Has(key) && len(o.List(key)) != 3 {
			list = append(list, says("vector", "key", key))
		}
	}
	for _, edge := range o.List("Size") {
		if parsedNumber(edge) <= 0 {
			list = append(list, says("edge", "edge", jsontree.ScalarText(edge)))
			break
		}
	}
	if value, there := o.Get("EyeAccommodation"); there {
		if n, isNumber := value.(jsontree.Number); !isNumber || parsed(string(n)) < 0 || parsed(string(n)) > 1 {
			list = append(list, says("accommodation", "value", shown(value)))
		}
	}
	if n := len(o.List("Breadcrumbs")); n > maxBreadcrumbs {
		list = append(list, says("breadcrumbs", "n", n))
	}
	return list
}
