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
		for e := range ce.Elements(f.text) {
			if e.Parent != "economy" {
				continue
			}
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
	if e.Attr("load") == "0" && e.Attr("save") == "1" {
		list = append(list, "is saved but not loaded, so every restart wipes it.")
	}
	return list
}
