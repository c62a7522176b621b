package lint

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var noPlace = &Rule{
	ID: "no-place", Severity: Warning, Title: "Loot without a category, usage or value",
	Says: sentences{
		"nothing":  "The type should spawn, but has no category, usage or value and may never be placed. Enter  them.",
		"category": "The type should spawn, but has no category and may never be placed. Enter  one.",
		"anywhere": "The type should spawn, but has no usage or value, so it can lie in every building that takes its category. Enter " +
			"where it belongs.",
	},
	needs: []string{"types", "limits", "userlimits"},
	types: func(w *world, report report) func(*record.Type) {
		if w.Limits == nil || !w.knowsMainTypes() {
			return func(*record.Type) {}
		}
		return func(t *record.Type) {
			if valueOf(t.Nominal) <= 0 || isTrue(t.Deloot) || isTrue(t.Crafted) || w.Twice.has(t.Name) {
				return // another entry may say where it spawns
			}
			if problem := lackingPlace(t, w.Limits); !problem.IsNone() {
				report(t, problem, nil)
			}
		}
	},
}

// lackingPlace says what a type does not have of what says where it spawns, if it has not enough. What the
// definitions do not have, no type of the map needs: there are maps without usages. Many types of the game have no value.
func lackingPlace(t *record.Type, defined *ce.Limits) message {
	anywhere := len(t.UsageIDs)+len(t.ValueIDs) == 0 && len(defined.Usages) > 0
	nothing := t.CategoryID == nil && len(defined.Categories) > 0
	switch {
	case nothing && anywhere:
		return says("nothing")
	case nothing:
		return says("category")
	case anywhere:
		return says("anywhere")
	}
	return message{}
}

func isTrue(flag *bool) bool { return flag != nil && *flag }
