package expansion

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/notation"
	"quartermaster/packs"
)

// Declared is a document of a pack: its schema, and what its file says beside that.
type Declared struct {
	*Schema

	Head notation.Node // the file without the schema

	from *source
	name string // of the file
}

// source is the pack that documents are read from. Its definitions are parsed when a field is first asked for.
type source struct {
	files fs.FS
	pack  string // the name of its file
	tree  func() any
}

// Load reads the documents in folders of a pack, in the order of their names. Mistakes stand in Head and are told by Mistakes; a schema
// that has one panics when its fields are first asked for.
func Load(files fs.FS, pack string, folders ...string) (list []*Declared) {
	from := &source{files: files, pack: path.Join(pack, "pack.json")}
	from.tree = sync.OnceValue(func() any { return from.parse(from.pack, whole).Value })
	for _, folder := range folders {
		names, _ := fs.Glob(files, path.Join(pack, folder, "*.json"))
		for _, name := range names {
			list = append(list, from.document(name))
		}
	}
	return list
}

// parse reads a file, or what part leaves of it.
func (s *source) parse(name string, part func([]byte) []byte) notation.Node {
	data, err := fs.ReadFile(s.files, name)
	if err == nil {
		return notation.Parse(name, part(data))
	}
	n := notation.New(name, nil)
	n.Wrong("%v", err)
	return n
}

func whole(data []byte) []byte { return data }

// head is a document without its schema, which stands last.
func head(data []byte) []byte {
	before, _, hasSchema := bytes.Cut(data, []byte(`"schema": {`))
	if !hasSchema {
		return data
	}
	return append(bytes.TrimRight(before, ", \n"), '}')
}

func (s *source) document(name string) *Declared {
	n := s.parse(name, head)
	object := n.Object("name", "title", "about", "path", "version", "version_field", "sections", "format", "root", "variables", "texts",
		"several", "named", "presets")
	d := &Declared{Head: n, from: s, name: name}
	d.Schema = &Schema{
		Slug: n.Of(object, "name").Needed(), Title: n.Of(object, "title").NeededWords(), About: n.Of(object, "about").Words(),
		Path: n.Of(object, "path").Needed(), VersionField: n.Of(object, "version_field").Text(), Sections: Sections(n.Of(object, "sections")),
		fields: sync.OnceValue(d.mustRead),
	}
	if version := n.Of(object, "version").Number(); version != nil {
		d.Version = int(*version)
	}
	if d.Slug != strings.TrimSuffix(path.Base(name), ".json") {
		n.Of(object, "name").Wrong("must be the name of the file")
	}
	return d
}

// Sections reads a list of sections.
func Sections(n notation.Node) (list []Section) {
	for _, member := range n.Members() {
		object := member.Object("name", "title", "about")
		list = append(list, Section{
			member.Of(object, "name").Needed(), member.Of(object, "title").NeededWords(), member.Of(object, "about").Words(),
		})
	}
	return list
}

func (d *Declared) mustRead() []*Field {
	fields, wrong := d.read()
	if len(wrong) > 0 {
		panic("expansion: " + wrong[0].Error())
	}
	return fields
}

// Mistakes returns what is wrong with the document, its schema included.
func (d *Declared) Mistakes() []notation.Mistake {
	if wrong := d.Head.Mistakes(); len(wrong) > 0 {
		return wrong
	}
	_, wrong := d.read()
	return wrong
}

// read reads the fields of a document.
func (d *Declared) read() ([]*Field, []notation.Mistake) {
	n, pack := d.from.parse(d.name, whole), notation.New(d.from.pack, d.from.tree())
	object, _ := n.Value.(*jsontree.Object)
	shared, _ := pack.Value.(*jsontree.Object)
	r := Reader{
		Defs: pack.Of(shared, "$defs"), made: map[string][]*Field{}, asGame: pack.Of(shared, "game_numbers").Truth(),
	}
	schema := n.Of(object, "schema")
	root := r.Field(schema, "", "")
	if root.Type != Object || root.Shape != Single {
		schema.Wrong("must be an object with properties")
	}
	CheckSections(schema, d.Sections, root.Fields)
	return root.Fields, append(n.Mistakes(), pack.Mistakes()...)
}

// CheckSections tells fields of a schema that are in a section which there is not.
func CheckSections(n notation.Node, sections []Section, fields []*Field) {
	for _, f := range fields {
		if f.Section != "" && !slices.ContainsFunc(sections, func(s Section) bool { return s.Name == f.Section }) {
			n.Wrong("%s has the x-section %s, which is none of the sections", f.Name, f.Section)
		}
	}
}

// schemasOf returns the schemas of documents of the mod.
func schemasOf(folder string) (list []*Schema) {
	for _, d := range Load(packs.Files, "expansion", folder) {
		list = append(list, d.Schema)
	}
	return list
}
