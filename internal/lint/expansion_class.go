package lint

import (
	"strings"

	"quartermaster/internal/expansion"
)

var expansionClass = &Rule{
	ID: "expansion-class", Severity: Info, Title: "Unknown class in a file of the Expansion mod",
	Says: sentences{
		"classes": "{n|class is|classes are} neither in the instance nor in the catalog: {classes:some}.",
	},
	needs: []string{"types", "spawnabletypes"},
	Check: func(w *world, report report) {
		if len(w.Classes) == 0 {
			return
		}
		for d := range w.Mod.all() {
			if d.Of == expansion.Trader {
				continue // traders name only classes of categories
			}
			if missing := unknown(classesOf(d), w.Classes); len(missing) > 0 {
				report(d.about, says("classes", "n", len(missing), "classes", missing), nil)
			}
		}
	},
}

// vague lists fields that may hold base classes, prefixes of names, or classes that are not items.
var vague = newNames("PreventClimb", "ExcludedClassNames", "Included", "Excluded", "ExplosiveDamageWhitelist", "ExplosionTargets",
	"Results", "EntityReputation", "ObjectClassName", "Units", "Infected", "ExcludedRoamingBuildings", "EntityWhitelist", "Stock",
	"ClassNames", "AllowedWeapons", "AllowedClassNames", "AirdropPlaneClassName")

// classesOf returns the classes that a document names, except the mod's own: those have "expansion" in their names, and there is no
// list of them. The class of a set in a loadout is only a label.
func classesOf(d *document) (list []string) {
	for _, text := range d.named(expansion.ClassFormat) {
		if !vague.has(text.Field.Name) && !isLabel(text) && !strings.Contains(folded(text.Text), "expansion") {
			list = append(list, strings.TrimSpace(text.Text))
		}
	}
	return list
}

func isLabel(text expansion.Formatted) bool {
	if text.Field.Name != "ClassName" {
		return false
	}
	steps := strings.Split(text.Path(), ".")
	return len(steps) > 2 && steps[len(steps)-3] == "Sets"
}
