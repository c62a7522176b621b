package lint

import (
	"quartermaster/internal/ce"
)

var emptySpawnGroup = &Rule{
	ID: "empty-spawn-group", Severity: Warning, Title: "Group of player spawns without a position",
	Says: sentences{
		"group": "<{of}>: the group “{group}” has no position, so nobody starts there. Add one, or delete the group.",
	},
	needs: []string{"playerspawns"},
	Check: func(w *world, report report) {
		f := w.fileAt(playerSpawnsPath)
		if f == nil || f.Skeleton == nil || f.Broken != nil {
			return
		}
		filled, kind := w.filledGroups(), ""
		for e := range ce.Elements(skeletonText(f)) {
			switch {
			case e.Parent == "playerspawnpoints":
				kind = e.Name
			case e.Name == "group" && !filled[spawnGroup{kind, e.Attr("name")}]:
				report(f, says("group", "of", kind, "group", e.Attr("name")), nil)
			}
		}
	},
}

// spawnGroup is a group of player spawns: its kind is fresh, hop or travel.
type spawnGroup struct{ kind, name string }

// filledGroups returns the groups that have positions.
func (w *world) filledGroups() map[spawnGroup]bool {
	filled := map[spawnGroup]bool{}
	for _, s := range w.PlayerSpawns {
		filled[spawnGroup{s.Type, textOr(s.Group)}] = true
	}
	return filled
}
