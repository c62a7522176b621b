package lint

import "quartermaster/internal/record"

// checkClasses reports the classes of a record that are not known. It reports nothing where no class is known at all.
func (w *world) checkClasses(report report, about any, classes []*string) {
	if len(w.Classes) == 0 {
		return
	}
	list := make([]string, len(classes))
	for i, class := range classes {
		list[i] = *class
	}
	if missing := unknown(list, w.Classes); len(missing) > 0 {
		report(about, says("unknown-classes", "classes", missing), nil)
	}
}

// checkOwnClass reports a record whose class has no loot entry and is not in the catalog.
func (w *world) checkOwnClass(report report, about any, class string) {
	if len(w.Confirmed) > 0 && !w.Confirmed.has(class) {
		report(about, says("unknown-class"), nil)
	}
}

// childClasses returns the class names of the children of an event, to be read or changed.
func childClasses(e *record.Event) (list []*string) {
	for i := range e.Children {
		list = append(list, &e.Children[i].Type)
	}
	return list
}

func blockClasses(t *record.SpawnableType) (list []*string) {
	for i := range t.Blocks {
		list = append(list, itemClasses(t.Blocks[i].Items)...)
	}
	return list
}

func itemClasses(items []record.ChanceItem) (list []*string) {
	for i := range items {
		list = append(list, &items[i].Name)
	}
	return list
}

// figureClasses returns the class names of the figure of a trader and of what it wears.
func figureClasses(s *record.TraderSeller) (list []*string) {
	if s.ObjectClass != nil {
		list = append(list, s.ObjectClass)
	}
	for i := range s.Attachments {
		list = append(list, &s.Attachments[i])
	}
	return list
}
