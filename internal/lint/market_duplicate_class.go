package lint

import "quartermaster/internal/jsontree"

var marketDuplicateClass = &Rule{
	ID: "market-duplicate-class", Severity: Warning, Title: "Class twice in the market",
	Says: sentences{
		"twice": "“{class}” is already in the category {category}; the mod ignores it here.",
		"fix":   "Delete the later entry of “{class}”.",
	},
	Check: func(w *world, report report) {
		before := map[string]marketItem{}
		for _, g := range w.Mod.items() {
			first, known := before[folded(g.class)]
			if !known {
				before[folded(g.class)] = g
				continue
			}
			report(g.category.about, says("twice", "class", g.class, "category", first.category.Name), g.removal(first))
		}
	},
}

// removal returns a fix that deletes the item, provided that the first one is equal or in the same category.
func (g marketItem) removal(first marketItem) *Fix {
	if g.category != first.category && !jsontree.Equal(g.Object, first.Object) {
		return nil
	}
	return g.category.mend(says("fix", "class", g.class), func() {
		dropFrom(g.category.Tree, "Items", func(member any) bool { return member == any(g.Object) })
	})
}
