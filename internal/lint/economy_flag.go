package lint

import (
	"slices"

	"quartermaster/internal/ce"
)

var economyFlag = &Rule{
	ID: "economy-flag", Severity: Warning, Title: "Unknown group or flag in economy.xml",
	Says: sentences{
		"twice":      "<{element}> appears twice (lines {first} and {line}). Keep one of them.",
		"group":      "<{element}> (line {line}) is a group the game does not know.",
		"group-near": "<{element}> (line {line}) is a group the game does not know; did you mean “{near}”?",
		"attribute":  "<{element}> (line {line}) has the attribute “{attribute}”, which the game does not know.",
		"attribute-near": "<{element}> (line {line}) has the attribute “{attribute}”, which the game does not know; did " +
			"you mean “{near}”?",
		"value":       "<{element}> (line {line}) has {attribute} “{value}”; only 0 and 1 mean something.",
		"lacking":     "<{element}> (line {line}) has no {attribute}; it is not known what the game uses instead. Enter 0 or 1.",
		"saved-alone": "<{element}> (line {line}) is saved but not loaded, so every restart wipes it.",
		"not-saved": "<{element}> (line {line}) is not saved, so every restart wipes what players have of it. Set save to 1, unless " +
			"that is meant.",
		"loaded-alone": "<{element}> (line {line}) is loaded but not saved, so the game looks for what is not there. Set load to 0.",
	},
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
				report(f.about, says("twice", "element", e.Name, "first", inLine(seen[e.Name]), "line", inLine(e.Line)), nil)
			}
			seen[e.Name] = e.Line
			for _, problem := range economyProblems(e) {
				report(f.about, problem.With("element", e.Name, "line", inLine(e.Line)), nil)
			}
		}
	},
}

// economyProblems returns what is wrong with a group.
func economyProblems(e *ce.Element) (list []message) {
	if !slices.Contains(ce.EconomyGroups(), e.Name) {
		return []message{nearly("group", ce.Nearest(e.Name, ce.EconomyGroups()))}
	}
	for _, name := range e.Attributes() {
		value := e.Attr(name)
		switch {
		case !slices.Contains(ce.EconomyFlags(), name):
			list = append(list, nearly("attribute", ce.Nearest(name, ce.EconomyFlags()), "attribute", name))
		case value != "0" && value != "1":
			list = append(list, says("value", "attribute", name, "value", value))
		}
	}
	for _, flag := range ce.EconomyFlags() {
		if !e.Has(flag) {
			list = append(list, says("lacking", "attribute", flag))
		}
	}
	if problem := storedWrongly(e); !problem.IsNone() {
		list = append(list, problem)
	}
	return list
}

// storedWrongly returns what a group loses or keeps at each restart against what is usual, if anything.
func storedWrongly(e *ce.Element) message {
	load, save := e.Attr("load"), e.Attr("save")
	keeps := slices.Contains([]string{"dynamic", "vehicles", "building", "player"}, e.Name)
	switch {
	case load == "0" && save == "1":
		return says("saved-alone")
	case keeps && save == "0":
		return says("not-saved")
	case (e.Name == "zombies" || e.Name == "animals") && load == "1" && save == "0":
		return says("loaded-alone")
	}
	return message{}
}
