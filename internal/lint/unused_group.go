package lint

import (
	"quartermaster/internal/ce"
)

var unusedGroup = &Rule{
	ID: "unused-group", Severity: Info, Title: "Group of objects without a position",
	Says: sentences{
		"group": "No position of cfgeventspawns.xml has the group “{group}” (line {line}).",
	},
	needs: []string{"eventspawns"},
	Check: func(w *world, report report) {
		used := w.usedGroups()
		if len(used) == 0 || w.GroupsFile == nil || w.GroupsFile.Content == nil {
			return
		}
		for e := range ce.Elements(*w.GroupsFile.Content) {
			if e.Name == "group" && !used.has(e.Attr("name")) {
				report(w.GroupsFile, says("group", "group", e.Attr("name"), "line", inLine(e.Line)), nil)
			}
		}
	},
}

// usedGroups returns the groups that positions of events have.
func (w *world) usedGroups() names {
	used := names{}
	for _, s := range w.EventSpawns {
		for _, p := range s.Positions {
			if p.Group != nil {
				used.add(*p.Group)
			}
		}
	}
	return used
}
