package pack

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/notation"
)

const listKey = document.ListKey

// columns reads what stands on a line of a file of the format lines.
func columnsOf(n notation.Node, format string) (columns []document.Column) {
	if n.Value == nil {
		return nil
	}
	if format != "lines" {
		n.Wrong("is for files of the format lines")
	}
	for _, name := range n.Of(n.Object("columns"), "columns").Texts() {
		columns = append(columns, document.Column{Name: name})
	}
	return columns
}

// Document returns what a file is, by its path below the server's root and its text: the document that follows from it, with what a pack
// knows of it. Without a text, of a file that is only listed, it has no fields. The texts of the same file on other servers tell more of
// what no pack knows. It returns nil for a file that has no form.
func (s *Set) Document(file, text string, others ...string) *document.Document {
	return s.made.document(s, file, append([]string{text}, others...), func() *document.Document { return s.document(file, text, others) })
}

func (s *Set) document(file, text string, others []string) *document.Document {
	misfit := ""
	for _, f := range s.filesAt(file) {
		known := f.document(file, text, others)
		switch {
		case known == nil:
		case known.Misfit == "":
			return known
		case misfit == "" && len(f.has) == 0:
			misfit = known.Misfit
		}
	}
	d := document.Inferred(file, text, others...)
	if d != nil {
		d.Misfit = misfit
	}
	return d
}

// document returns what a file is that f may describe; nil for one of another format.
func (f *File) document(file, text string, others []string) *document.Document {
	d := document.Inferred(file, text, others...)
	if f.Format == "lines" {
		d = document.Lines(file, text, f.columns...)
	}
	if d == nil || f.Format != "lines" && d.Format != f.Format {
		return nil
	}
	d.Title, d.About, d.Pack = f.titleOf(file), f.About, f.Pack.Slug
	tree, err := d.Read(text)
	if text == "" || err != nil {
		return d
	}
	if d.Misfit = f.misfit(d.List, tree); d.Misfit == "" {
		d.Schema = f.schema(d.Schema)
	}
	return d
}

// titleOf names a file: one of several that are alike by its name too.
func (f *File) titleOf(file string) string {
	title := f.Pack.Name + ": " + f.Title
	for _, p := range f.paths {
		if strings.ContainsAny(path.Base(p.text), "*?") {
			return title + " (" + strings.TrimSuffix(path.Base(file), path.Ext(file)) + ")"
		}
	}
	return title
}

// misfit says why f does not describe a file with such values; empty where it does.
func (f *File) misfit(isList bool, tree *jsontree.Object) string {
	expected := "The pack of " + f.Pack.Name + " does not fit this file: "
	for _, key := range f.has {
		if !tree.Has(key) {
			return expected + "it has no " + key + "."
		}
	}
	switch {
	case isList && !f.list && f.fields != nil:
		return expected + "it is a list, and the pack expects an object."
	case !isList && f.list:
		return expected + "it is an object, and the pack expects a list."
	case !isList && tree.Len() > 0 && len(f.fields) > 0 && !f.knowsOneOf(tree):
		return expected + "it has none of the keys that the pack knows."
	}
	for _, field := range f.fields {
		value, there := tree.Get(field.Name)
		if found := structureOf(value); there && value != nil && found != "" && !takes(field, found) {
			return expected + fmt.Sprintf("%s is %s.", field.Name, found)
		}
	}
	return ""
}

func (f *File) knowsOneOf(tree *jsontree.Object) bool {
	for _, field := range f.fields {
		if tree.Has(field.Name) {
			return true
		}
	}
	return false
}

// The words for what a value is made of.
const (
	anObject = "an object"
	aList    = "a list"
	aValue   = "a single value"
)

func structureOf(value any) string {
	switch v := value.(type) {
	case *jsontree.Object:
		return anObject
	case []any:
		if len(v) == 0 {
			return "" // which stands for an empty map too
		}
		return aList
	}
	return aValue
}

// takes reports whether a field may hold values of such a structure.
func takes(f *expansion.Field, structure string) bool {
	switch {
	case f.Shape == expansion.List:
		return structure == aList
	case f.Shape != expansion.Single:
		return structure == anObject
	case f.Type == expansion.Any:
		return true
	case f.Type == expansion.Object:
		return structure == anObject
	case f.Type == expansion.Vector:
		return structure == aList
	}
	return structure == aValue
}

// The sections of the form of a file of which a pack does not know all keys.
const (
	knownSection = "known"
	otherSection = "other"
)

// schema returns the schema of a file: the fields of the pack, and behind them those keys of the file that it does not know.
func (f *File) schema(inferred *expansion.Schema) *expansion.Schema {
	known := f.known(inferred)
	fields := overlaid(known, inferred.Fields())
	schema := inferred.With(fields)
	schema.Sections = f.sections
	if len(known) == 0 || len(fields) == len(known) {
		return schema
	}
	for i, field := range fields {
		section := *field
		if i >= len(known) {
			section.Section = otherSection
		} else if f.sections == nil {
			section.Section = knownSection
		}
		fields[i] = &section
	}
	if f.sections == nil {
		schema.Sections = []expansion.Section{{Name: knownSection}}
	}
	schema.Sections = append(slices.Clip(schema.Sections), expansion.Section{
		Name: otherSection, Title: "Other keys of the file",
		About: "The pack does not know these: their types follow from the values that stand there.",
	})
	return schema
}

// known returns the fields of the pack at the top of a file.
func (f *File) known(inferred *expansion.Schema) (fields []*expansion.Field) {
	switch {
	case f.member == nil:
		return f.fields
	case f.list:
		return []*expansion.Field{f.member}
	}
	for _, own := range inferred.Fields() {
		member := *f.member
		member.Name, member.Label, member.Offered = own.Name, own.Label, own.Offered
		fields = append(fields, &member)
	}
	return fields
}

// overlaid returns the fields of a pack, and behind them those of the file that the pack does not know.
func overlaid(known, inferred []*expansion.Field) []*expansion.Field {
	list := make([]*expansion.Field, 0, len(known))
	byName := map[string]*expansion.Field{}
	for _, f := range inferred {
		byName[f.Name] = f
	}
	for _, f := range known {
		list = append(list, overlay(f, byName[f.Name]))
		delete(byName, f.Name)
	}
	for _, f := range inferred {
		if byName[f.Name] != nil {
			list = append(list, f)
		}
	}
	return list
}

// overlay returns a field of a pack with what only the file says: its type where the pack says none, and keys in it that the pack does not
// know.
func overlay(known, inferred *expansion.Field) *expansion.Field {
	if inferred == nil {
		return known
	}
	f := *known
	switch {
	case f.Type == expansion.Any && (f.Shape == expansion.Single || f.Shape == inferred.Shape):
		f = *inferred
		if known.Label != "" {
			f.Label = known.Label
		}
		f.Help, f.Inferred, f.Optional = known.Help, true, known.Optional
	case f.Type == expansion.Object && inferred.Type == expansion.Object && f.Shape == inferred.Shape:
		f.Fields = overlaid(known.Fields, inferred.Fields)
	}
	return &f
}
