package lint

import (
	"strings"

	"quartermaster/internal/ce"
)

var limitsDefinition = &Rule{
	ID: "limits-definition", Severity: Warning, Title: "Definition that appears twice or has no name",
	Says: sentences{
		"nameless": "<{element}> (line {line}) has no name, so it defines nothing. Enter one, or delete the line.",
		"twice": "“{name}” appears twice among the {list} (lines {first} and {line}). The game uses only one: rename or " +
			"delete the later one.",
		"blank": "“{name}” (line {line}) begins or ends with a blank, so types do not find it. Remove the blank.",
	},
	Check: func(w *world, report report) {
		if f := w.LimitsFile; f != nil && f.Content != nil {
			checkDefinitions(report, f, *f.Content, []string{"categories", "tags", "usageflags", "valueflags"})
		}
		if f := w.UserLimitsFile; f != nil && f.Content != nil {
			checkDefinitions(report, f, *f.Content, []string{"usageflags", "valueflags"})
		}
	},
}

// checkDefinitions reports what is in a list of a file without a name, twice, or with blanks around its name.
func checkDefinitions(report report, about any, text string, lists []string) {
	first := map[string]int{}
	isList := newNames(lists...)
	for e := range ce.Elements(text) {
		if !isList.has(e.Parent) {
			continue
		}
		name := e.Attr("name")
		key := e.Parent + " " + strings.ToLower(name)
		switch {
		case name == "":
			report(about, says("nameless", "element", e.Name, "line", inLine(e.Line)), nil)
		case first[key] > 0:
			report(about, says("twice", "name", name, "list", e.Parent, "first", inLine(first[key]), "line", inLine(e.Line)), nil)
		case e.Written("name") != name:
			report(about, says("blank", "name", visible(e.Written("name")), "line", inLine(e.Line)), nil)
		}
		if first[key] == 0 {
			first[key] = e.Line
		}
	}
}
