package lint

import "strings"

var marketVariant = &Rule{
	ID: "market-variant", Severity: Warning, Title: "Variant that is used elsewhere",
	Says: sentences{
		"twice":  "“{variant}” is listed twice among the variants of “{class}”; the mod ignores it here.",
		"of-two": "“{variant}” is a variant of “{class}”, and of “{other}” in {category}; the mod ignores it here.",
		"item":   "“{variant}” is a variant of “{class}”, and an item of {category}; the mod uses the one that it reads first.",
	},
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
	switch {
	case strings.EqualFold(variant, g.class):
	case isVariant && parent.Object == g.Object:
		report(g.category.about, says("twice", "variant", variant, "class", g.class), nil)
	case isVariant:
		report(g.category.about, says("of-two", "variant", variant, "class", g.class, "other", parent.class, "category", parent.category.Name),
			nil)
	case isItem && item.category != g.category:
		report(g.category.about, says("item", "variant", variant, "class", g.class, "category", item.category.Name), nil)
	}
	if !isVariant {
		parents[folded(variant)] = g
	}
}
