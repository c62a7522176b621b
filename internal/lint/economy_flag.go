package lint

import (
	"fmt"
	"slices"

	"quartermaster/internal/ce"
)

var economyFlag = &Rule{
	ID: "economy-flag", Severity: Warning, Title: "Unknown group or flag in economy.xml",
	Check: func(w *world, report report) {
		f := w.Game[economyPath]
		if f == nil {
			return
		}
		seen := map[string]int{}
		for e := range ce.Elements(f.text) {
			if e.Parent != "economy" {
				continue
			}
			if seen[e.Name] > 0 {
				report(f.about, fmt.Sprintf("<%s> stands twice (lines %d and %d). Keep one of them.", e.Name, seen[e.Name], e.Line), nil)
			}
			seen[e.Name] = e.Line
			for _, problem := range economyProblems(e) {
				report(f.about, fmt.Sprintf("<%s> (line %d) %s", e.Name, e.Line, problem), nil)
			}
		}
	},
}

// economyProblems returns what is wrong with a group, as ends of sentences.
func economyProblems(e *ce.Element) (list []string) {
	if !slices.Contains(ce.EconomyGroups(), e.Name) {
		return []string{"is no group that the game knows" + meant(ce.Nearest(e.Name, ce.EconomyGroups()))}
	}
	for _, name := range e.Attributes() {
		value := e.Attr(name)
		switch {
		case !slices.Contains(ce.EconomyFlags(), name):
			list = append(list, "has the attribute "+quoted(name)+", which the game does not know"+meant(ce.Nearest(name, ce.EconomyFlags())))
		case value != "0" && value != "1":
			list = append(list, "has "+name+" "+quoted(value)+"; only 0 and 1 mean something.")
		}
	}
	for _, flag := range ce.EconomyFlags() {
		if !e.Has(flag) {
			list = append(list, "has no "+flag+"; what the game takes instead is not known. Enter 0 or 1.")
		}
	}
	if problem := storedWrongly(e); problem != "" {
		list = append(list, problem)
	}
	return list
}

// storedWrongly returns what a group loses or keeps at each restart against what is usual, or "".
func storedWrongly(e *ce.Element) string {
	load, save := e.Attr("load"), e.Attr("save")
	keeps := slices.Contains([]string{"dynamic", "vehicles", "building", "player"}, e.Name)
	switch {
	case load == "0" && save == "1":
		return "is saved but not loaded, so every restart wipes it."
	case keeps && save == "0":
		return "is not saved, so every restart wipes what players have of it. Set save to 1, unless that is meant."
	case (e.Name == "zombies" || e.Name == "animals") && load == "1" && save == "0":
		return "is loaded but not saved, so the game looks for what is not there. Set load to 0."
	}
	return ""
}
