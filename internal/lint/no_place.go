package lint

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var noPlace = &Rule{
	ID: "no-place", Severity: Warning, Title: "Loot without a category, usage or value",
	needs: []string{"types", "limits", "userlimits"},
	types: func(w *world, report report) func(*record.Type) {
		return func(t *record.Type) {
			lacking := lackingPlace(t)
			if lacking != "" && w.knowsPlaces(t) && valueOf(t.Nominal) > 0 && !isTrue(t.Deloot) && !isTrue(t.Crafted) {
				report(t, "The type is to spawn, but has no "+lacking+" that says where.", nil)
			}
		}
	},
}

// knowsPlaces reports whether the definitions are known, and the entry is all that there is of its class: another one may say where it
// spawns, such as that of a main file that has not been imported.
func (w *world) knowsPlaces(t *record.Type) bool {
	return w.LimitsFile != nil && !w.Twice.has(t.Name) && w.fileAt(mainFiles[ce.TypesFile]) != nil
}

// lackingPlace names what a type does not have of what says where it spawns; empty if it has enough. Many types of the game have no value.
func lackingPlace(t *record.Type) string {
	nowhere := len(t.UsageIDs)+len(t.ValueIDs) == 0
	switch {
	case t.CategoryID == nil && nowhere:
		return "category, usage or value"
	case t.CategoryID == nil:
		return "category"
	case nowhere:
		return "usage or value"
	}
	return ""
}

func isTrue(flag *bool) bool { return flag != nil && *flag }
