package expansion

import "slices"

// Type is the type of a value.
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
	Any    Type = "any" // whatever the file holds
)

// Shape says whether a field holds one value, a list or a map.
type Shape uint8

// The shapes of fields.
const (
	Single Shape = iota
	List
	Map      // by keys, which are texts; of numbers where Keys is Int
	MapLists // a list under each key
)

// Format is the meaning of the text or number in a field.
type Format string

// The formats that fields have.
const (
	VersionFormat   Format = "version"   // of the file's layout
	ColorFormat     Format = "color"     // RRGGBBAA or RRGGBB
	ARGBFormat      Format = "argb"      // signed 32 bits
	IconFormat      Format = "icon"      // key of the mod's icon list
	ClassFormat     Format = "class"     // class name of the game
	LoadoutFormat   Format = "loadout"   // name of an AI loadout
	FactionFormat   Format = "faction"   // of the AI
	TextFormat      Format = "text"      // of several lines
	URLFormat       Format = "url"       // of a page
	WeekdayFormat   Format = "weekday"   // English name
	SteamFormat     Format = "steamid"   // 64-bit account
	TraderFormat    Format = "trader"    // name of a market trader
	CategoryFormat  Format = "category"  // name of a market category
	QuestFormat     Format = "quest"     // number of a quest; below 1 for none
	QuestNPCFormat  Format = "quest-npc" // number of a character of the quests
	ObjectiveFormat Format = "objective" // number of an objective, unique within the ObjectiveType beside it
	PasswordFormat  Format = "password"  // a secret: shown to nobody but those who may edit it
	PositionFormat  Format = "position"  // where in the world something is: x with z beside it, or numbers that are no vector
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
	Count int  // of a list: how many elements the game wants; 0 for any number

	Plain    bool // values are written as they are entered, not as the mod writes them
	Inferred bool // the field follows from the values of a file; its default is what most of them are, and no word of a mod
	Optional bool // new objects do not have it
	Offered  bool // the file does not have it, and others like it do: it is empty until somebody enters it
	Needed   bool // an object without it, or with an empty text, is none that the game takes

	Choices  []Choice // what the value may be; empty for anything of the type
	Default  any      // of jsontree; nil if the mod sets it itself
	Min, Max *float64
	Firm     bool     // the game knows nothing beyond bounds and choices; others are what is usual, and no value is refused for them
	Fields   []*Field // of an Object

	Removed int // the version of the file from which the mod does not read it, below 0 where that is not known; 0 for a field that it reads

	Since string // the first version of the game that reads it, such as 1.26; empty where that was before 1.20, or is not known

	Section           string // of the editor
	Label, Help, Unit string
	Format            Format
}

// Section groups fields in the editor.
type Section struct{ Name, Title, About string }

// Schema declares what the files of one sort hold.
type Schema struct {
	Slug         string
	Title        string
	About        string
	Path         string // below the server's root; <mission> is the mission folder, other names in <> and * are free
	Version      int    // of the newest layout that is known; 0 where the files have none
	VersionField string // the key that holds it; may be empty
	Sections     []Section
	fields       func() []*Field
}

// Fields returns the top-level fields, none where only the file is known. They are read when they are first asked for: a start needs those
// of few documents.
func (d *Schema) Fields() []*Field {
	if d.fields == nil {
		return nil
	}
	return d.fields()
}

// With returns the schema with other fields.
func (d *Schema) With(fields []*Field) *Schema {
	other := *d
	other.fields = func() []*Field { return fields }
	return &other
}

// Field returns a top-level field, or nil.
func (d *Schema) Field(name string) *Field { return fieldNamed(d.Fields(), name) }

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

// ByName returns what finds a field by its name, nil for none: of many fields without looking at each.
func ByName(fields []*Field) func(name string) *Field {
	const few = 16
	if len(fields) <= few {
		return func(name string) *Field { return fieldNamed(fields, name) }
	}
	named := make(map[string]*Field, len(fields))
	for _, f := range slices.Backward(fields) {
		named[f.Name] = f
	}
	return func(name string) *Field { return named[name] }
}

// In returns the fields of a section in their order; the version of the file is in none.
func (d *Schema) In(section string) (fields []*Field) {
	for _, f := range d.Fields() {
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

var settings, documents = schemasOf("settings"), schemasOf("documents")

// Settings returns the settings files of the mod in the order of their slugs.
func Settings() []*Schema { return settings }

// Documents returns the other files of the mod that have a schema, in the order of their slugs.
func Documents() []*Schema { return documents }

// Setting returns the settings file of that slug, or nil.
func Setting(slug string) *Schema { return named(settings, slug) }

func named(list []*Schema, slug string) *Schema {
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
