package lint

var emptyCategory = &Rule{
	ID: "empty-category", Severity: Info, Title: "Trader category without items",
	Says: sentences{
		"empty": "This category has no items.",
		"fix":   "Delete the category.",
	},
	Check: func(w *world, report report) {
		filled := map[int64]bool{}
		for _, item := range w.TraderItems {
			filled[item.CategoryID] = true
		}
		for _, c := range w.TraderCategories {
			if !filled[c.ID] {
				report(c, says("empty"), remove(says("fix")))
			}
		}
	},
}
