package lint

var emptyCategory = &Rule{
	ID: "empty-category", Severity: Info, Title: "Trader category without items",
	Check: func(w *world, report report) {
		filled := map[int64]bool{}
		for _, item := range w.TraderItems {
			filled[item.CategoryID] = true
		}
		for _, c := range w.TraderCategories {
			if !filled[c.ID] {
				report(c, "This category has no items.", remove("Delete the category."))
			}
		}
	},
}
