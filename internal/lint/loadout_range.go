package lint

import (
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

var loadoutRange = &Rule{
	ID: "loadout-range", Severity: Warning, Title: "Loadout with an impossible chance or quantity",
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
	report(d.about, partName(path, o)+" has a chance of "+amount(chance)+"; it must be from 0 to 1.",
		d.mend("Set the chance of "+partName(path, o)+" to "+amount(inside)+".", func() { o.Set("Chance", decimal(inside)) }))
}

// checkAmounts reports a quantity or health with negative bounds, or with a minimum above its maximum.
func checkAmounts(report report, d *document, path string, o *jsontree.Object) {
	least, hasLeast := numberAt(o, "Min")
	most, hasMost := numberAt(o, "Max")
	switch {
	case !hasLeast || !hasMost:
	case least < 0 || most < 0:
		report(d.about, path+" goes from "+amount(least)+" to "+amount(most)+"; it must not be negative.", nil)
	case least > most:
		report(d.about, path+" goes from "+amount(least)+" down to "+amount(most)+".",
			d.mend("Raise Max of "+path+" to "+amount(least)+".", func() { o.Set("Max", decimal(least)) }))
	}
}

// partName returns the name of a piece of a loadout for messages.
func partName(path string, o *jsontree.Object) string {
	if class := o.Text("ClassName"); class != "" {
		return quoted(class)
	}
	if path == "" {
		return "The loadout"
	}
	return path
}
