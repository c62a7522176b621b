package lint

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var noPlace = &Rule{
	ID: "no-place", Severity: Warning, Title: "Loot without a category, usage or value",
	needs: []string{"types", "limits", "userlimits"},
	types: func(w *world, report report) func(*record.Type) {
		if w.Limits == nil || !w.knowsMainTypes() {
			return func(*record.Type) {}
		}
		return func(t *record.Type) {
			if valueOf(t.Nominal) <= 0 || isTrue(t.Deloot) || isTrue(t.Crafted) || w.Twice.has(t.Name) {
				return // another entry may say where it spawns
			}
			if lacking := lackingPlace(t, w.Limits); lacking != "" {
				report(t, "The type is to spawn, but has no "+lacking, nil)
			}
		}
	},
}

// lackingPlace returns what a type does not have of what says where it spawns, with what follows from it; empty if it has enough. What the
// definitions do not have, no type of the map needs: there are maps without usages. Many types of the game have no value.
func lackingPlace(t *record.Type, defined *ce.Limits) string {
	anywhere := len(t.UsageIDs)+len(t.ValueIDs) == 0 && len(defined.Usages) > 0
	nothing := t.CategoryID == nil && len(defined.Categories) > 0
	switch {
	case nothing && anywhere:
		return "category, usage or value: whether the game places it at all is not known. Enter them."
	case nothing:
		return "category: whether the game places it at all is not known. Enter one."
	case anywhere:
		return "usage or value, so it can lie in every building that takes its category. Enter where it belongs."
	}
	return ""
}

func isTrue(flag *bool) bool { return flag != nil && *flag }
