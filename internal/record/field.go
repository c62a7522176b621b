package record

import (
	"reflect"
	"strings"

	"quartermaster/internal/outcome"
	"quartermaster/internal/validate"
)

// DataType determines how a field is stored, checked and shown.
type DataType uint8

// The data types of fields, with the stored value of each (nil stands for null).
const (
	Text      DataType = iota // string
	Int                       // int64 within 32 bits, or an id
	Float                     // float64
	Decimal                   // int64, hundredths; on the wire a text with two decimals
	Flag                      // int64, 0 or 1
	Time                      // int64, microseconds since 1970, UTC
	Object                    // string: a JSON object as on the wire
	List                      // string: a JSON array of nested records as on the wire
	Texts                     // string: a JSON array of texts as on the wire
	Vector                    // string: a JSON array of three numbers as on the wire
	Links                     // []int64: ids in a link table, in order
	BulkSteps                 // string: a JSON array of the steps of a recipe, as they were sent
)

// Field is one field of a resource.
type Field struct {
	Name   string // on the wire and in forms
	Column string // in the table; empty for a computed field and for Links
	SQL    string // the expression that reads it
	Type   DataType

	Nullable bool // null means "not set"
	Required bool // must be sent on create and on PUT
	ReadOnly bool // never taken from a body
	Hidden   bool // stored, never shown
	Secret   bool // taken from a body, stored encrypted, never shown
	Nested   bool // not in lists unless include names it
	Listed   bool // Links that are always in lists
	Unique   bool // unique in the instance, ignoring case
	Fixed    bool // set at creation and never changed
	Digit    bool // a Flag that goes over the wire as 0 or 1
	Said     bool // a Text that holds a Said
	Lenient  bool // files may exceed Max; the lint reports it

	ClassName bool // holds a class name of the game, or each member does
	Closed    bool // its texts are names that a filter must know, such as those of files

	Min, Max *float64        // bounds of a number, or of the characters of a text
	In       []string        // the allowed texts
	Ref      string          // the resource whose id it holds
	Default  any             // stored value of a new record without it
	Link     *Link           // where Links are stored
	Items    []*Field        // the fields of a List's records
	Item     string          // Go name of a List's records: SpawnPosition
	Count    string          // the field with the number of a List's records
	Counts   string          // the resource whose records in the instance it counts
	Format   string          // format of a text: segment, xmlpath, line, digits, quantity, ip
	Checks   []validate.Rule // further rules for bodies
	Usual    *Usual          // bounds that forms warn about; nil for none

	Label string // for people; derived from Name when not given
	Unit  string // seconds, metres, percent
	Help  string // its meaning, in a sentence

	Example string // a value as in a body: JSON, or the plain text of a Text

	index []int  // in the Go struct
	key   []byte // `"name":`
}

// Link names the table that holds a field's ids, with the column of the owning record and the column of the id.
type Link struct{ Table, Owner, Column string }

// Stored reports whether the field has a column in the resource's table.
func (f *Field) Stored() bool { return f.Column != "" }

// Shown reports whether the field is part of a response.
func (f *Field) Shown() bool { return !f.Hidden && !f.Secret }

// Writable reports whether a body may set the field.
func (f *Field) Writable() bool { return !f.ReadOnly && !f.Hidden }

// Flat reports whether the field is shown and holds one value: a number, a text, a time or a flag.
func (f *Field) Flat() bool {
	return f.Shown() && !f.Nested && !f.isJSON() && f.Type != Links
}

var dataTypes = map[reflect.Type]DataType{
	reflect.TypeFor[string]():     Text,
	reflect.TypeFor[int64]():      Int,
	reflect.TypeFor[float64]():    Float,
	reflect.TypeFor[Hundredths](): Decimal,
	reflect.TypeFor[bool]():       Flag,
	reflect.TypeFor[Moment]():     Time,
	reflect.TypeFor[JSON]():       Object,
	reflect.TypeFor[Said]():       Text,
	reflect.TypeFor[[]string]():   Texts,
	reflect.TypeFor[Position]():   Vector,
	reflect.TypeFor[[]int64]():    Links,
	reflect.TypeFor[stepList]():   BulkSteps,
}

// Hundredths is a number with two decimals: 1.5 is 150.
type Hundredths int64

// Position is a JSON array of three numbers: x, y and z in metres, or yaw, pitch and roll in degrees.
type Position string

// Moment is a time in microseconds since 1970, UTC.
type Moment int64

// stepList is a JSON array of the steps of a recipe.
type stepList string

// Said is a message as package outcome stores it; on the wire it is its sentence.
type Said string

// Sentence returns what the message says; nothing for nil.
func (s *Said) Sentence() string {
	if s == nil {
		return ""
	}
	return outcome.Shown(string(*s))
}

// JSON is a JSON object as on the wire.
type JSON string

// dataTypeOf returns the data type of a Go type: a pointer is nullable, a slice of structs is a List. It panics for any other type.
func dataTypeOf(t reflect.Type) (k DataType, nullable bool) {
	if t.Kind() == reflect.Pointer {
		t, nullable = t.Elem(), true
	}
	if k, ok := dataTypes[t]; ok {
		return k, nullable
	}
	if t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct {
		return List, nullable
	}
	panic("record: no data type for " + t.String())
}

// labelOf makes a label from a wire name: "count_in_cargo" gives "Count in cargo".
func labelOf(name string) string {
	text := strings.ReplaceAll(strings.TrimSuffix(name, "_id"), "_", " ")
	return strings.ToUpper(text[:1]) + text[1:]
}
