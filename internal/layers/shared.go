package layers

import (
	"slices"
	"strings"
)

// Shared names what two layers both change, as AKM: nominal. Members of lists that one adds and the other removes count, others do not.
func Shared(a, b []Row) (names []string) {
	byName := map[string][]*Row{}
	for i := range b {
		key := b[i].chosenBy()
		byName[key] = append(byName[key], &b[i])
	}
	for i := range a {
		for _, other := range byName[a[i].chosenBy()] {
			if what := a[i].shared(other); what != "" {
				names = append(names, a[i].Name+": "+what)
			}
		}
	}
	return names
}

// shared names the fields that two rows of a record both change; empty where there are none.
func (row *Row) shared(other *Row) string {
	if row.State != Changed || other.State != Changed {
		return row.State
	}
	var fields []string
	for _, c := range row.Changes {
		if slices.ContainsFunc(other.Changes, func(o Change) bool { return row.meets(&c, other, &o) && c.against(&o) }) {
			fields = append(fields, strings.ReplaceAll(c.Field, "_", " "))
		}
	}
	return strings.Join(fields, ", ")
}

// against reports whether it matters which of two changes of a field comes last.
func (c *Change) against(o *Change) bool {
	if c.isSet() && o.isSet() {
		one := func(a, b []string) bool {
			return slices.ContainsFunc(a, func(name string) bool { return slices.Contains(b, name) })
		}
		return one(c.Added, o.Removed) || one(c.Removed, o.Added)
	}
	return !same(c.After, o.After)
}

// Travelling returns rows as another instance takes them, which knows none of their ids.
func Travelling(rows []Row) []Row {
	list := slices.Clone(rows)
	for i := range list {
		list[i].ID, list[i].SID, list[i].Now, list[i].Looked = 0, "", "", ""
		list[i].Changes = slices.DeleteFunc(slices.Clone(list[i].Changes), func(c Change) bool { return !c.counts() })
	}
	return list
}
