package pack

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
)

// Sample is a file that a pack is drafted from.
type Sample struct{ Path, Text string }

// group is samples of one file of a pack.
type group struct {
	like    *document.Document
	folder  string
	samples []Sample
	trees   []*jsontree.Object
}

// Draft returns the text of a first version of a pack, as far as the values of samples tell: the same file of several servers is one, and
// so are files in one folder with like keys. The mistakes are those of samples that cannot be read.
func Draft(slug, name string, samples []Sample) (text string, wrong []Mistake) {
	var groups []*group
	for _, s := range samples {
		d := document.Inferred(s.Path, s.Text)
		if d == nil {
			d = document.Lines(s.Path, s.Text)
		}
		tree, err := d.Read(s.Text)
		if err != nil {
			wrong = append(wrong, Mistake{File: s.Path, Text: err.Error()})
			continue
		}
		groups = addTo(groups, d, s, tree)
	}
	files, named := []any{}, map[string]int{}
	for _, g := range groups {
		file := g.draft()
		name := file.Text("name")
		if named[name]++; named[name] > 1 {
			file.Set("name", fmt.Sprint(name, "-", named[name]))
		}
		files = append(files, file)
	}
	p := members("slug", slug, "name", name, "about", "What "+name+" does.", "version", "0.1", "files", files)
	return jsonedit.Format(p, jsonedit.Layout{Unit: "  ", Newline: "\n"}) + "\n", wrong
}

// addTo adds a sample to the group of those that are alike, or to a new one.
func addTo(groups []*group, d *document.Document, s Sample, tree *jsontree.Object) []*group {
	folder := path.Dir(belowProfiles(s.Path))
	for _, g := range groups {
		if g.folder == folder && g.like.Format == d.Format && g.like.List == d.List && g.isLike(s, tree) {
			g.samples, g.trees = append(g.samples, s), append(g.trees, tree)
			return groups
		}
	}
	return append(groups, &group{d, folder, []Sample{s}, []*jsontree.Object{tree}})
}

// isLike reports whether a sample is one more of a group: the same file of another server, or an object with half of the keys of another.
func (g *group) isLike(s Sample, tree *jsontree.Object) bool {
	if strings.EqualFold(belowProfiles(g.samples[0].Path), belowProfiles(s.Path)) {
		return true
	}
	common, keys := 0, g.trees[0].Keys()
	for _, key := range keys {
		if tree.Has(key) {
			common++
		}
	}
	return !g.like.List && 2*common >= max(len(keys), tree.Len())
}

// belowProfiles returns a path as patterns have it: below the folder of profiles or, where that is not known, the last folder and the name.
func belowProfiles(file string) string {
	parts := strings.Split(path.Clean(strings.ReplaceAll(file, `\`, "/")), "/")
	for i, part := range parts[:len(parts)-1] {
		if strings.EqualFold(part, "profiles") {
			return path.Join(parts[i+1:]...)
		}
	}
	return path.Join(parts[max(0, len(parts)-2):]...)
}

func (g *group) draft() *jsontree.Object {
	first := belowProfiles(g.samples[0].Path)
	at, title := first, strings.TrimSuffix(path.Base(first), path.Ext(first))
	if slices.ContainsFunc(g.samples, func(s Sample) bool { return !strings.EqualFold(belowProfiles(s.Path), first) }) {
		at, title = path.Join(g.folder, "*"+path.Ext(first)), path.Base(g.folder)
	}
	format := g.like.Format
	if format == "text" {
		format = "lines"
	}
	file := members("name", slugOf(title), "title", title, "paths", []any{at}, "format", format)
	fields := document.FieldsOf(g.trees)
	if g.like.List && len(fields) == 1 {
		file.Set("schema", schemaOf(fields[0]))
	} else {
		file.Set("schema", members("type", "object", "properties", properties(fields)))
	}
	return file
}

func slugOf(title string) string {
	words := strings.FieldsFunc(strings.ToLower(title), isNoSlugLetter)
	return cmp.Or(strings.Join(words, "-"), "file")
}

func isNoSlugLetter(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }

// members makes an object of keys and values.
func members(pairs ...any) *jsontree.Object {
	object := new(jsontree.Object)
	for i := 0; i < len(pairs); i += 2 {
		object.Set(pairs[i].(string), pairs[i+1])
	}
	return object
}

func properties(fields []*expansion.Field) *jsontree.Object {
	object := new(jsontree.Object)
	for _, f := range fields {
		object.Set(f.Name, schemaOf(f))
	}
	return object
}

// schemaOf returns the schema of a field.
func schemaOf(f *expansion.Field) *jsontree.Object {
	schema := singleSchema(f)
	switch f.Shape {
	case expansion.List:
		schema = members("type", "array", "items", schema)
	case expansion.Map:
		schema = members("type", "object", "additionalProperties", schema)
	case expansion.MapLists:
		schema = members("type", "object", "additionalProperties", members("type", "array", "items", schema))
	}
	schema.Set("title", f.Label)
	if f.Unit != "" && f.Shape == expansion.Single {
		schema.Set("x-unit", f.Unit)
	}
	if f.Optional {
		schema.Set("x-optional", true)
	}
	return schema
}

func singleSchema(f *expansion.Field) *jsontree.Object {
	schema := new(jsontree.Object)
	switch f.Type {
	case expansion.Object:
		schema = members("type", "object", "properties", properties(f.Fields))
	case expansion.Vector:
		return members("type", "array", "items", members("type", "number"), "x-mark", "position")
	case expansion.String:
		schema.Set("type", "string")
	case expansion.Float:
		schema.Set("type", "number")
	case expansion.Int:
		schema.Set("type", "integer")
	case expansion.Bool:
		schema.Set("type", "boolean")
		if _, isWord := f.Default.(bool); !isWord {
			schema = members("type", "integer", "enum", []any{jsontree.Number("0"), jsontree.Number("1")})
		}
	}
	if len(f.Choices) > 0 {
		values := []any{}
		for _, c := range f.Choices {
			values = append(values, c.Value)
		}
		schema.Set("enum", values)
	}
	if mark := expansion.MarkOf(f.Format); mark != "" {
		schema.Set("x-mark", mark)
	}
	return schema
}
