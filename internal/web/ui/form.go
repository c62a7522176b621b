package ui

import "strconv"

// ControlType selects the control of a field and how its value is sent.
type ControlType string

// The controls. A Switch sends 0 or 1, because an empty checkbox would send nothing; a Checks field
// sends an empty value first for the same reason. A TriState sends an empty value for "not set".
const (
	Text     ControlType = "text"
	Email    ControlType = "email"
	Password ControlType = "password"
	Number   ControlType = "number"
	Duration ControlType = "duration" // seconds, shown beside the box as days, hours and minutes
	TextArea ControlType = "textarea"
	DateTime ControlType = "datetime-local"
	Date     ControlType = "date" // a day, as 2026-11-22
	Select   ControlType = "select"
	TriState ControlType = "tristate"
	Switch   ControlType = "switch"
	Checks   ControlType = "checks"
	Radios   ControlType = "radios"
	RowList  ControlType = "rows"
	Lines    ControlType = "lines"  // a list as text, a line for each member
	Triple   ControlType = "triple" // three numbers, sent as name[]
	Color    ControlType = "color"  // a colour of the mod as text, RRGGBBAA or RRGGBB, beside a swatch
	Fixed    ControlType = "fixed"  // shown, not editable and not sent
)

// Field is one labelled control of a form.
type Field struct {
	Name         string // the record's JSON name; Checks fields are sent as name[]
	Label        string
	Help         string
	Unit         string // shown behind the box: "s", "m", "%"
	Kind         ControlType
	Value        string // empty means not set; a Switch is on for "1"
	Options      []Option
	Rows         *Rows
	Parts        []Part // of a Triple
	Error        string
	Warning      string // what may be a mistake, beside the control
	List         string // id of the list of suggestions for a text, or for the first word of each of its lines
	Required     bool
	Wide         bool // takes the whole width of the form
	Code         bool // a name of the game: monospaced, no spelling or capitals help
	Min, Max     string
	Step         string // of a number; empty means whole numbers
	MaxLength    int    // 0 means no limit
	Autocomplete string
	Marks        *Marks   // of a value in a document
	Position     Position // of a control with a position in the world, which a small map shows and sets
}

// Position says how a control holds a position in the world.
type Position string

// How controls hold positions. The scripts of the small map read and write them (static/map/small.js).
const (
	PositionXYZ    Position = "xyz"    // the numbers of a Triple, or of each line
	PositionXZ     Position = "xz"     // each line begins with the two
	PositionColumn Position = "column" // a number a line
	PositionPair   Position = "x"      // one number; that of z is beside it, under the same name but for its end
	PositionJSON   Position = "json"   // lists of two or three numbers, within others
)

// ClassNamesList is the id of the suggestions for class names, which the frame of every page of an instance has.
const ClassNamesList = "class-names"

// Marks say where a field's value stands in its document, and how it differs from the default.
type Marks struct {
	Key     string // the key; empty where there is no room for marks
	Path    string
	Default string  // in words, where the value is another
	Reset   *string // the text of the control that is the default; nil where it is no single control
	Differs bool
	Absent  bool // the file does not have the key
}

// Option is one choice of a Select, Checks or Radios field.
type Option struct {
	Value    string
	Label    string
	Help     string
	Selected bool
}

// Part is one number of a Triple.
type Part struct{ Label, Value string }

// Rows is a list of like records inside a form, such as the children of an event. A row whose cells are all
// empty counts as absent, so that rows can be dropped and added without scripts.
type Rows struct {
	Item    string  // what one row is called: "child"
	Columns []Field // Name is the key inside the row
	Values  []RowValues
	Spare   int  // blank rows at the end
	Clears  bool // a list without rows is sent too, as an empty text
}

// RowValues are the values of one row by the names of the columns.
type RowValues struct {
	Values   map[string]string
	Errors   map[string]string
	Warnings map[string]string
}

// Fieldset is a titled part of a form.
type Fieldset struct {
	Title  string
	Help   string
	Fields []Field
}

// Form is a form: its fields, and where they are sent. Method is POST when empty; anything else travels as _method.
type Form struct {
	ID     string // prefix of the element ids, unique on the page
	Action string
	Method string
	Upload bool // sent as multipart/form-data
	Sets   []Fieldset
	One    string    // what is edited, in small letters, for people; empty for none of several
	Base   string    // digests of the values that the form was drawn with; empty where nothing guards them
	Asks   bool      // asks before unusual values are stored
	Doubts []Problem // what is unusual about the values of a form that is shown again
	Anyway string    // the button that stores them all the same, if it is not “Save anyway”
	Merged Merged    // what somebody else has stored since the form that is shown again was drawn
	Submit string
	Danger bool // the button warns
	Quiet  bool // the button is not the main one of its page
	Cancel string
}

// IsEdited reports whether the form is one to be filled in and saved, so that leaving it may lose what was entered.
func (f Form) IsEdited() bool {
	return !f.Danger && len(f.Sets) > 0 && (f.Method != "" || f.Cancel != "")
}

// PlainForm makes a form of one untitled set of fields, or of a button alone.
func PlainForm(id, action, submit string, fields ...Field) Form {
	form := Form{ID: id, Action: action, Submit: submit}
	if len(fields) > 0 {
		form.Sets = []Fieldset{{Fields: fields}}
	}
	return form
}

// Filter makes the control that narrows a list; the first choice is all of it.
func Filter(name, label string) Field {
	return Field{Name: name, Label: label, Kind: Select, Options: []Option{{Label: "any"}}}
}

// Confirm is a deletion that asks before it happens.
type Confirm struct {
	Form  Form
	Label string // of the button that asks
	Title string
	Text  string
	Keep  string // of the button that leaves all as it is; empty for Cancel
}

// Problem names a field with an error for the summary at the top of a form.
type Problem struct {
	ID    string
	Label string
	Text  string
}

// Problems lists the errors of the form's fields in the order of the fields.
func (f Form) Problems() []Problem {
	var found []Problem
	for _, set := range f.Sets {
		for _, field := range set.Fields {
			found = append(found, Bind(f.ID, field).problems()...)
		}
	}
	return found
}

// Bound returns a bound of a number as the text of its control, empty for none.
func Bound(n *float64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatFloat(*n, 'f', -1, 64)
}
