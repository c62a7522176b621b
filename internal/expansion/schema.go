// Package expansion knows the JSON files of the DayZ Expansion mod: what they are called, where they lie, what they hold, and
// how a value in one is changed while the rest of it stays as written.
//
// What the files hold is declared in schema: one file a setting or document, fields in the order in which the mod writes them.
package expansion

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"quartermaster/internal/jsontree"
)

//go:embed schema
var schema embed.FS

// Type is what a value is.
type Type string

// The types of values. An enumeration is an integer with names.
const (
	Bool   Type = "bool" // written 0 or 1
	Int    Type = "int"
	Float  Type = "float" // 32 bits, printed as 64
	String Type = "string"
	Enum   Type = "enum"
	Vector Type = "vector" // three floats
	Object Type = "object"
)

// Shape is how many values a field has.
type Shape uint8

// The shapes of fields.
const (
	Single Shape = iota
	List
	Map      // by keys, which are texts; of numbers where Keys is Int
	MapLists // a list under each key
)

// Format is what the text or number of a field stands for.
type Format string

// The formats that fields have.
const (
	VersionFormat  Format = "version"  // of the file's layout
	ColorFormat    Format = "color"    // RRGGBBAA or RRGGBB
	ARGBFormat     Format = "argb"     // signed 32 bits
	IconFormat     Format = "icon"     // key of the mod's icon list
	ClassFormat    Format = "class"    // class name of the game
	LoadoutFormat  Format = "loadout"  // name of an AI loadout
	FactionFormat  Format = "faction"  // of the AI
	TextFormat     Format = "text"     // of several lines
	URLFormat      Format = "url"      // of a page
	WeekdayFormat  Format = "weekday"  // English name
	SteamFormat    Format = "steamid"  // 64-bit account
	TraderFormat   Format = "trader"   // name of a market trader
	CategoryFormat Format = "category" // name of a market category
)

// Choice is a value that a field may have, with its name.
type Choice struct {
	Value any // of jsontree: a number or a text
	Label string
}

// Field is one key of an object.
type Field struct {
	Name  string
	Type  Type // of the value, or of each of several
	Shape Shape
	Keys  Type // of a map: String or Int

	Choices  []Choice // what the value may be; empty for anything of the type
	Default  any      // of jsontree; nil where the mod fills it by itself
	Min, Max *float64
	Fields   []*Field // of an Object

	Section           string // of the editor
	Label, Help, Unit string
	Format            Format
}

// Section groups fields in the editor.
type Section struct{ Name, Title, About string }

// Document is a sort of files.
type Document struct {
	Slug         string
	Title        string
	About        string
	Path         string // below the server's root; <mission> is the mission folder, other names in <> and * are free
	Version      int    // of the newest layout that is known; 0 where the files have none
	VersionField string // the key that holds it; empty where there is none
	Sections     []Section
	Fields       []*Field
}

// Field returns a top-level field, or nil.
func (d *Document) Field(name string) *Field { return fieldNamed(d.Fields, name) }

// Field returns a key of the object that the field holds, or nil.
func (f *Field) Field(name string) *Field { return fieldNamed(f.Fields, name) }

func fieldNamed(fields []*Field, name string) *Field {
	for _, f := range fields {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// In returns the fields of a section in their order; the version of the file is in none.
func (d *Document) In(section string) (fields []*Field) {
	for _, f := range d.Fields {
		if f.Section == section && f.Format != VersionFormat {
			fields = append(fields, f)
		}
	}
	return fields
}

// The documents that are records of an instance.
var (
	Trader   = named(documents, "market-trader")
	Category = named(documents, "market-category")
	Zone     = named(documents, "market-trader-zone")
	Loadout  = named(documents, "ai-loadout")
)

var (
	settings  = loadFolder("settings")
	documents = loadFolder("documents")
)

// Settings returns the settings files of the mod in the order of their slugs.
func Settings() []*Document { return settings }

// Documents returns the other files of the mod that have a schema, in the order of their slugs.
func Documents() []*Document { return documents }

// Setting returns the settings file of that slug, or nil.
func Setting(slug string) *Document { return named(settings, slug) }

func named(list []*Document, slug string) *Document {
	for _, d := range list {
		if d.Slug == slug {
			return d
		}
	}
	return nil
}

// Slugs returns the slugs of all settings files.
func Slugs() []string {
	slugs := make([]string, len(settings))
	for i, d := range settings {
		slugs[i] = d.Slug
	}
	return slugs
}

// rawDocument and rawField are how the schema's files spell documents and fields.
type rawDocument struct {
	Slug, Title, About, File, Place, Path string
	Version                               int
	VersionField                          string `json:"version_field"`
	Of                                    string
	Sections                              []Section
	Fields                                []rawField
}

type rawField struct {
	Name, Type, Of, Section, Label, Help, Unit, Format string
	Default                                            json.RawMessage
	Min, Max                                           *float64
	Choices                                            []struct {
		Value json.RawMessage
		Label string
	}
	Children []rawField
}

// loader reads the files of the schema; types that name themselves are made once.
type loader struct {
	types map[string][]rawField
	made  map[string]*[]*Field
	later []func()
}

func newLoader() *loader {
	l := &loader{made: map[string]*[]*Field{}}
	l.read("types.json", &l.types)
	return l
}

// read decodes a file of the schema. A mistake in it panics: it shows when the program starts, in every test.
func (l *loader) read(name string, into any) {
	data, err := schema.ReadFile("schema/" + name)
	if err == nil {
		err = json.Unmarshal(data, into)
	}
	if err != nil {
		panic(fmt.Sprintf("expansion: schema/%s: %v", name, err))
	}
}

func loadFolder(folder string) []*Document {
	names, err := fs.Glob(schema, "schema/"+folder+"/*.json")
	if err != nil {
		panic(err)
	}
	list := make([]*Document, len(names))
	for i, name := range names {
		list[i] = mustLoad(folder + "/" + path.Base(name))
	}
	return list
}

func mustLoad(name string) *Document {
	l := newLoader()
	var raw rawDocument
	l.read(name, &raw)
	d := &Document{
		Slug: raw.Slug, Title: raw.Title, About: raw.About, Path: raw.Path, Version: raw.Version,
		VersionField: raw.VersionField, Sections: raw.Sections,
	}
	if raw.File != "" {
		d.Path, d.VersionField = settingPath(raw.Place, raw.File), "m_Version"
	}
	if raw.Of != "" {
		raw.Fields = l.types[raw.Of]
	}
	d.Fields = l.fields(raw.Fields)
	for len(l.later) > 0 {
		next := l.later[0]
		l.later = l.later[1:]
		next()
	}
	return d
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
	f.Type, f.Shape, f.Keys = parseType(r.Type)
	f.Default = tree(r.Default)
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

// shared returns the fields of a type that has a name.
func (l *loader) shared(name string) []*Field {
	if made := l.made[name]; made != nil {
		return *made
	}
	made := new([]*Field)
	l.made[name] = made
	*made = l.fields(l.types[name])
	return *made
}

// tree returns a value of the schema, or nil where there is none.
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
