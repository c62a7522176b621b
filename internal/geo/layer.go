package geo

import (
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/record"
)

// Layer is a sort of positions that a map shows together.
type Layer struct {
	Slug  string // "event-spawns"
	Title string // "Event positions"

	// Resource holds the positions: its records, or of the settings of the mod the one that Setting names. It is nil for files without
	// records and for what is found out, such as problems.
	Resource *record.Resource
	Setting  string

	shapes []*shape
	schema *expansion.Schema // of documents
	files  []fileShape       // those without records
	made   *newFiles         // how new positions make files of their own; nil if they do not
	going  bool              // the file of a position goes with it
	packed bool              // the files are those of mods, which have shapes of their own
}

// MakesFiles reports whether each new position is a new file.
func (l *Layer) MakesFiles() bool { return l.made != nil }

// GoesWithFiles reports whether a position that a file is about is removed by deleting the file.
func (l *Layer) GoesWithFiles() bool { return l.going }

// Whole returns the paths of the positions that a file is about: they are in no list, and not the second of an object.
func (l *Layer) Whole() (paths []string) {
	if l.Resource != nil {
		return nil
	}
	for _, s := range l.shapes {
		if !s.part && !l.isListed(s) {
			paths = append(paths, found{shape: s, path: strings.Join(s.list, ".")}.id())
		}
	}
	return paths
}

// isListed reports whether a document can have several positions of a shape.
func (l *Layer) isListed(s *shape) bool {
	fields := l.fields()
	for _, key := range s.list {
		f := fieldOf(fields, key)
		if f == nil || f.Shape == expansion.List {
			return true
		}
		fields = f.Fields
	}
	return false
}

// Adds reports whether new positions can be added to the layer.
func (l *Layer) Adds() bool { return len(l.Sorts()) > 0 }

// Edits reports whether positions of the layer can be changed.
func (l *Layer) Edits() bool {
	return l.Resource != nil || len(l.files) > 0 || l.packed
}

// NeedsName reports whether a new position must be called something: a record of its own, or an entry of a file.
func (l *Layer) NeedsName() bool {
	if l.made != nil {
		return true
	}
	if l.Resource == nil {
		return len(l.shapes) > 0 && len(l.shapes[0].names) > 0
	}
	return l.Setting == "" && len(l.shapes[0].list) == 0 && l.Resource.Title != nil && l.Resource.Title.Required
}

// HasRadius reports whether positions of the layer have a radius of their own.
func (l *Layer) HasRadius() bool {
	return slices.ContainsFunc(l.shapes, func(s *shape) bool { return s.radius != "" && (!s.above || len(s.list) == 0) })
}

// Routes reports whether new positions are routes or areas of several points.
func (l *Layer) Routes() bool { return len(l.shapes) > 0 && l.shapes[0].points != "" }

// SortField returns the field that says what sort of thing is at a position; nil if the layer has none.
func (l *Layer) SortField() *record.Field {
	if l.Resource == nil || l.schema != nil || l.shapes[0].sort == "" {
		return nil
	}
	return l.Resource.Field(l.shapes[0].sort)
}

// Sorts returns what sorts of new positions the layer takes; one empty text where any sort, or none, is one.
func (l *Layer) Sorts() (sorts []string) {
	for _, s := range l.shapes {
		if l.takesNew(s) && !slices.Contains(sorts, s.sortAll) {
			sorts = append(sorts, s.sortAll)
		}
	}
	return sorts
}

// takesNew reports whether there can be new positions of a shape: new records, or new members of a list.
func (l *Layer) takesNew(s *shape) bool {
	switch {
	case s.part, !l.Edits():
		return false
	case l.made != nil:
		return s == l.shapes[0]
	case len(s.list) == 0:
		return l.Resource != nil && l.Setting == ""
	case l.Resource != nil && l.schema == nil:
		return true
	}
	fields := l.fields()
	for _, key := range s.list {
		f := fieldOf(fields, key)
		if f == nil || f.Type != expansion.Object || f.Shape != expansion.List {
			return false
		}
		fields = f.Fields
	}
	return true
}

// fields returns the fields of the layer's documents; none of records without one.
func (l *Layer) fields() []*expansion.Field {
	switch {
	case l.schema != nil:
		return l.schema.Fields()
	case len(l.files) > 0:
		return l.files[0].document().Fields()
	}
	return nil
}

func fieldOf(fields []*expansion.Field, name string) *expansion.Field {
	i := slices.IndexFunc(fields, func(f *expansion.Field) bool { return f.Name == name })
	if i < 0 {
		return nil
	}
	return fields[i]
}

// shapeFor returns the shape of what is of a sort, or the first.
func (l *Layer) shapeFor(sort string) *shape {
	sorts := l.Sorts()
	if !slices.Contains(sorts, sort) {
		sort = sorts[0]
	}
	i := slices.IndexFunc(l.shapes, func(s *shape) bool { return s.sortAll == sort && l.takesNew(s) })
	return l.shapes[i]
}

// shapeIn returns the first shape whose list documents with those fields have, or else the first.
func (l *Layer) shapeIn(fields []*expansion.Field) *shape {
	i := slices.IndexFunc(l.shapes, func(s *shape) bool { return len(s.list) > 0 && fieldOf(fields, s.list[0]) != nil })
	return l.shapes[max(i, 0)]
}
