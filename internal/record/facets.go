package record

import (
	"slices"
	"strings"

	"quartermaster/internal/filter"
)

// Facets returns the fields by whose values lists of the resource are narrowed: references to records that are few, texts to choose
// from, the source file, and flags.
func (r *Resource) Facets() []*Field {
	return slices.DeleteFunc(slices.Clone(r.Fields), func(f *Field) bool { return !r.isFacet(f) })
}

func (r *Resource) isFacet(f *Field) bool {
	switch {
	case f.Name == "source_file":
		return !r.HoldsDocuments()
	case !f.Shown() || f.Nested && f.Type != Links:
		return false
	case f.Ref != "":
		// A class name belongs to one record, and the first of several tags says less than all.
		return !slices.Contains([]string{Classnames.Name, InstanceClassnames.Name, Instances.Name}, f.Ref) && !r.Has(f.Name+"s")
	}
	return f.Type == Flag || len(f.In) > 0
}

// TermName returns the shortest name that a filter of the resource has for a field.
func (r *Resource) TermName(f *Field) string {
	short := strings.TrimSuffix(strings.TrimSuffix(f.Name, "_id"), "_ids")
	for name, fields := range shortNames {
		if slices.Contains(fields, f.Name) && r.filterable(name) == f {
			short = name
		}
	}
	if r.filterable(short) != f {
		return f.Name
	}
	return short
}

// TermFor returns the term of a filter for records in which a field has a value: the name of a record that it refers to, a text, or
// yes or no. An empty one is for records in which it has none.
func (r *Resource) TermFor(f *Field, value string) string {
	if value == "" {
		return r.TermName(f) + ":none"
	}
	return r.TermName(f) + ":" + filter.Exactly(value)
}

// MainFile returns the file of the records whose source file is null; empty where there is no such file.
func (r *Resource) MainFile() string { return mainFiles[r.Name] }
