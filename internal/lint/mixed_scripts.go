package lint

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

// Class names have a rule of their own, by which no foreign letter may stand in one.
var mixedScripts = &Rule{
	ID: "mixed-scripts", Severity: Warning, Title: "Name with letters of two scripts",
	Says: sentences{
		"name": "“{name}” contains {letter}. Anyone who types the name in Latin letters alone will not find it. Write it with one " +
			"script everywhere.",
	},
	Check: func(w *world, report report) {
		for _, e := range w.Events {
			checkMixed(report, e, e.Name)
		}
		for _, s := range w.EventSpawns {
			checkMixed(report, s, s.Name)
			for _, p := range s.Positions {
				if p.Group != nil {
					checkMixed(report, s, *p.Group)
				}
			}
		}
		for _, t := range w.SpawnableTypes {
			checkMixed(report, t, presetsIn(t)...)
		}
		for _, p := range w.RandomPresets {
			checkMixed(report, p, p.Name)
		}
		w.checkMixedDefinitions(report)
	},
}

func presetsIn(t *record.SpawnableType) (list []string) {
	for _, b := range t.Blocks {
		if b.Preset != nil {
			list = append(list, *b.Preset)
		}
	}
	return append(list, t.Tags...)
}

// checkMixedDefinitions reports the names that files define for others to refer to.
func (w *world) checkMixedDefinitions(report report) {
	for _, f := range []*record.File{w.LimitsFile, w.UserLimitsFile, w.GroupsFile} {
		if f == nil || f.Content == nil {
			continue
		}
		for e := range ce.Elements(*f.Content) {
			checkMixed(report, f, e.Attr("name"))
		}
	}
}

// checkMixed reports names with letters of two scripts.
func checkMixed(report report, about any, names ...string) {
	for _, name := range names {
		if isMixed(name) {
			report(about, says("name", "name", name, "letter", describeLetter(name)), nil)
		}
	}
}
