package record

import (
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
)

// Sorting is a field that a list is sorted by.
type Sorting struct {
	Field      *Field
	Descending bool
	ByName     bool // a reference is sorted by the name of the record that it refers to instead of the id; Links by all names
}

// sorting parses sort=-name. Only fields with one value are accepted.
func (r *Resource) sorting(in *jsontree.Object) []Sorting {
	name, descending := strings.CutPrefix(TextParam(in, "sort"), "-")
	if !r.Has(name) || !r.Field(name).Flat() {
		return nil
	}
	return []Sorting{{Field: r.Field(name), Descending: descending}}
}

// Sortings parses an order of the pages, such as "-nominal,category_id", by any shown fields: references by their names, lists of
// records by how many they hold. What is no field is left out.
func (r *Resource) Sortings(text string) (list []Sorting) {
	for part := range strings.SplitSeq(text, ",") {
		name, descending := strings.CutPrefix(part, "-")
		if !r.Has(name) || !r.Field(name).Sortable() {
			continue
		}
		f := r.Field(name)
		if f.Type == List {
			f = r.Field(f.Count)
		}
		isThere := func(s Sorting) bool { return s.Field == f }
		if !slices.ContainsFunc(list, isThere) {
			list = append(list, Sorting{f, descending, f.Ref != ""})
		}
	}
	return list
}

// Sortable reports whether pages sort by the field.
func (f *Field) Sortable() bool { return f.Shown() && (f.Type != List || f.Count != "") }
