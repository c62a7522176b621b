package lint

import "quartermaster/internal/record"

// checkClasses reports classes that a record names and nobody knows. Where no class is known at all, nothing is.
func (w *world) checkClasses(report report, about any, classes []string) {
	if len(w.Classes) == 0 {
		return
	}
	if missing := unknown(classes, w.Classes); len(missing) > 0 {
		report(about, "Neither the instance nor the catalog has "+listed(missing)+".", nil)
	}
}

// checkOwnClass reports a record whose class has no loot entry and does not stand in the catalog.
func (w *world) checkOwnClass(report report, about any, class string) {
	if len(w.Confirmed) > 0 && !w.Confirmed.has(class) {
		report(about, "The class has no loot entry and is not in the catalog.", nil)
	}
}

func itemNames(items []record.ChanceItem) []string {
	list := make([]string, len(items))
	for i, item := range items {
		list[i] = item.Name
	}
	return list
}
