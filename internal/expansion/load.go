package expansion

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"sync"

	"quartermaster/internal/jsontree"
)

//go:embed schema
var schema embed.FS

// rawDocument and rawField are how the schema's files spell documents and fields.
type rawDocument struct {
	Slug, Title, About, File, Place, Path string
	Version                               int
	VersionField                          string `json:"version_field"`
	Of                                    string
	Plain                                 bool
	Sections                              []Section
	Fields                                []rawField
}

type rawField struct {
	Name, Type, Of, Section, Label, Help, Unit, Format, Since string
	Default                                                   json.RawMessage
	Min, Max                                                  *float64
	Removed                                                   int
	Firm, Optional, Needed                                    bool
	Count                                                     int
	Choices                                                   []struct {
		Value json.RawMessage
		Label string
	}
	Children []rawField
}

// loader reads the files of a schema. Types that have a name are made once for all documents whose values are written alike.
type loader struct {
	files fs.FS

	mu    sync.Mutex // of what reads fields
	types map[string][]rawField
	plain bool // of the document that is read
	made  map[typeKey]*[]*Field
	later []func()
}

type typeKey struct {
	name  string
	plain bool
}

func load() (settings, documents []*Schema) {
	files, err := fs.Sub(schema, "schema")
	if err != nil {
		panic(err)
	}
	return Load(files, "settings"), Load(files, "documents")
}

// read decodes a file of the schema, or what part leaves of it.
func (l *loader) read(name string, into any, part func([]byte) []byte) {
	data, err := fs.ReadFile(l.files, name)
	if err == nil {
		err = json.Unmarshal(part(data), into)
	}
	if err != nil {
		panic(fmt.Sprintf("expansion: schema %s: %v", name, err))
	}
}

func whole(data []byte) []byte { return data }

// head is a document without its fields, which stand last.
func head(data []byte) []byte {
	before, _, hasFields := bytes.Cut(data, []byte(`"fields": [`))
	if !hasFields {
		return data
	}
	return append(bytes.TrimRight(before, ", \n"), '}')
}

// folder reads all documents of a folder of the schema.
func (l *loader) folder(name string) []*Schema {
	files, err := fs.Glob(l.files, name+"/*.json")
	if err != nil {
		panic(err)
	}
	list := make([]*Schema, len(files))
	for i, file := range files {
		list[i] = l.document(name + "/" + path.Base(file))
	}
	return list
}

func (l *loader) document(name string) *Schema {
	var raw rawDocument
	l.read(name, &raw, head)
	d := &Schema{
		Slug: raw.Slug, Title: raw.Title, About: raw.About, Path: raw.Path, Version: raw.Version,
		VersionField: raw.VersionField, Sections: raw.Sections,
		fields: sync.OnceValue(func() []*Field { return l.fieldsOf(name) }),
	}
	if raw.File != "" {
		d.Path, d.VersionField = settingPath(raw.Place, raw.File), "m_Version"
	}
	return d
}

// fieldsOf reads the fields of a document.
func (l *loader) fieldsOf(name string) []*Field {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.types == nil {
		l.read("types.json", &l.types, whole)
	}
	var raw rawDocument
	l.read(name, &raw, whole)
	l.plain = raw.Plain
	if raw.Of != "" {
		raw.Fields = l.types[raw.Of]
	}
	fields := l.fields(raw.Fields)
	for len(l.later) > 0 {
		next := l.later[0]
		l.later = l.later[1:]
		next()
	}
	return fields
}

// settingPath is where the mod looks for a settings file: formats, B.1.
func settingPath(place, file string) string {
	if place == "mission" {
		return "mpmissions/<mission>/expansion/settings/" + file
	}
	return "profiles/ExpansionMod/Settings/" + file
}

func (l *loader) fields(raw []rawField) []*Field {
	fields := make([]*Field, len(raw))
	for i, r := range raw {
		fields[i] = l.field(r)
	}
	return fields
}

func (l *loader) field(r rawField) *Field {
	f := &Field{
		Name: r.Name, Min: r.Min, Max: r.Max, Section: r.Section, Label: r.Label, Help: r.Help, Unit: r.Unit, Format: Format(r.Format),
	}
	if f.Since = r.Since; f.Since != "" {
		f.Help = strings.TrimSpace(f.Help + " Since version " + f.Since + " of the game.")
	}
	if f.Removed = r.Removed; f.Removed != 0 {
		f.Help = strings.TrimSpace(f.Help + " " + removal(f.Removed))
	}
	f.Type, f.Shape, f.Keys = parseType(r.Type)
	f.Default = tree(r.Default)
	f.Plain, f.Optional, f.Needed, f.Count = l.plain, r.Optional || r.Removed != 0, r.Needed, r.Count
	f.Firm = r.Firm || f.Type == Enum || f.Format == WeekdayFormat
	for _, c := range r.Choices {
		f.Choices = append(f.Choices, Choice{tree(c.Value), c.Label})
	}
	if r.Of == "" {
		f.Fields = l.fields(r.Children)
		return f
	}
	l.later = append(l.later, func() { f.Fields = l.shared(r.Of) })
	return f
}

// removal says that the mod has no use for a key.
func removal(version int) string {
	if version < 0 {
		return "Removed by a later version of the mod, which does not read it."
	}
	return "Removed in version " + strconv.Itoa(version) + " of the file: the mod does not read it."
}

// shared returns the fields of a type that has a name.
func (l *loader) shared(name string) []*Field {
	key := typeKey{name, l.plain}
	if made := l.made[key]; made != nil {
		return *made
	}
	made := new([]*Field)
	l.made[key] = made
	*made = l.fields(l.types[name])
	return *made
}

// tree returns a value of the schema, or nil.
func tree(raw json.RawMessage) any {
	if raw == nil {
		return nil
	}
	value, err := jsontree.Parse(raw)
	if err != nil {
		panic("expansion: " + err.Error())
	}
	return value
}

// parseType reads the type of a field: "float", "object[]", "map<string,int>", "map<string,object[]>".
func parseType(text string) (of Type, shape Shape, keys Type) {
	if inside, isMap := strings.CutPrefix(text, "map<"); isMap {
		key, value, _ := strings.Cut(strings.TrimSuffix(inside, ">"), ",")
		if member, isList := strings.CutSuffix(value, "[]"); isList {
			return Type(member), MapLists, Type(key)
		}
		return Type(value), Map, Type(key)
	}
	if member, isList := strings.CutSuffix(text, "[]"); isList {
		return Type(member), List, ""
	}
	return Type(text), Single, ""
}
