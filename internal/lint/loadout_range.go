package lint

import (
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

var loadoutRange = &Rule{
	ID: "loadout-range", Severity: Warning, Title: "Loadout with an impossible chance or quantity",
	Says: sentences{
		"chance":            "“{class}” has a chance of {chance}; it must be from 0 to 1.",
		"chance-fix":        "Set the chance of “{class}” to {to}.",
		"chance-at":         "{at} has a chance of {chance}; it must be from 0 to 1.",
		"chance-at-fix":     "Set the chance of {at} to {to}.",
		"chance-of-all":     "The loadout has a chance of {chance}; it must be from 0 to 1.",
		"chance-of-all-fix": "Set the chance of the loadout to {to}.",
		"negative":          "{at} goes from {min} to {max}; it must not be negative.",
		"swapped":           "{at} goes from {min} down to {max}.",
		"swapped-fix":       "Raise Max of {at} to {min}.",
	},
	Check: func(w *world, report report) {
		for _, loadout := range w.Mod.Loadouts {
			loadout.Of.EachObject(loadout.Tree, func(path string, _ []*expansion.Field, o *jsontree.Object) {
				checkPieceChance(report, loadout, path, o)
				checkAmounts(report, loadout, path, o)
			})
		}
	},
}

func checkPieceChance(report report, d *document, path string, o *jsontree.Object) {
	chance, ok := numberAt(o, "Chance")
	if !ok || chance >= 0 && chance <= 1 {
		return
	}
	inside := min(max(chance, 0), 1)
	variant, class := pieceVariant(path, o)
	report(d.about, says(variant, "class", class, "at", path, "chance", rounded(chance)),
		d.mend(says(variant+"-fix", "class", class, "at", path, "to", rounded(inside)), func() { o.Set("Chance", decimal(inside)) }))
}

// checkAmounts reports a quantity or health with negative bounds, or with a minimum above its maximum.
func checkAmounts(report report, d *document, path string, o *jsontree.Object) {
	least, hasLeast := numberAt(o, "Min")
	most, hasMost := numberAt(o, "Max")
	switch {
	case !hasLeast || !hasMost:
	case least < 0 || most < 0:
		report(d.about, says("negative", "at", path, "min", rounded(least), "max", rounded(most)), nil)
	case least > most:
		report(d.about, says("swapped", "at", path, "min", rounded(least), "max", rounded(most)),
			d.mend(says("swapped-fix", "at", path, "min", rounded(least)), func() { o.Set("Max", decimal(least)) }))
	}
}

// pieceVariant tells by what a piece of a loadout is called: its class, its path, or the loadout if it is all of it.
func pieceVariant(path string, o *jsontree.Object) (variant, class string) {
	if class := o.Text("ClassName"); class != "" {
		return "chance", class
	}
	if path == "" {
		return "chance-of-all", ""
	}
	return "chance-at", ""
}
