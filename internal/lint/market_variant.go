package lint

import "strings"

var marketVariant = &Rule{
	ID: "market-variant", Severity: Warning, Title: "Variant that is used elsewhere",
	Check: func(w *world, report report) {
		items, parents := map[string]marketItem{}, map[string]marketItem{}
		all := w.Mod.items()
		for _, g := range all {
			if _, known := items[folded(g.class)]; !known {
				items[folded(g.class)] = g
			}
		}
		for _, g := range all {
			if items[folded(g.class)].Object != g.Object {
				continue // the mod drops it with its variants
			}
			for _, variant := range textsAt(g.Object, "Variants") {
				g.checkVariant(report, variant, items, parents)
			}
		}
	},
}

// checkVariant reports a variant that the mod ignores, because it is a variant of another item or an item of another category.
func (g marketItem) checkVariant(report report, variant string, items, parents map[string]marketItem) {
	item, isItem := items[folded(variant)]
	parent, isVariant := parents[folded(variant)]
	const leavesOut = "; the mod ignores it here."
	switch {
	case strings.EqualFold(variant, g.class):
	case isVariant && parent.Object == g.Object:
		report(g.category.about, quoted(variant)+" is listed twice among the variants of "+quoted(g.class)+leavesOut, nil)
	case isVariant:
		report(g.category.about, quoted(variant)+" is a variant of "+quoted(g.class)+", and of "+quoted(parent.class)+" in "+parent.category.Name+leavesOut, nil)
	case isItem && item.category != g.category:
		report(g.category.about, quoted(variant)+" is a variant of "+quoted(g.class)+", and an item of "+item.category.Name+"; the mod uses the one that it reads first.", nil)
	}
	if !isVariant {
		parents[folded(variant)] = g
	}
}
