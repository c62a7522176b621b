package shape

import (
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// Field is a member of an object.
type Field struct {
	Name      string
	Type      *Type
	Required  bool // must be sent
	Null      bool // an empty value is null
	Omit      bool // an empty value is left out
	Query     bool // stands in the address
	Hidden    bool // is taken, and not described
	Secret    bool // is taken, and never shown
	SID       bool // the public identifier of a record
	Distinct  bool // no member of a list comes twice
	Array     bool // of a body, a list: an object may stand in its place, as PHP has it
	Unchecked bool // of a body: described alone, and checked and read by the work itself
	Verbatim  bool // its texts are taken as they are, blanks and all
	Between   bool // one message tells both bounds
	Min, Max  *float64
	In        []string
	Pattern   *regexp.Regexp                   // nil for none
	Format    func(value any) validate.Failure // nil for none
	Help      string
	Example   string
	Clears    bool // null is not as if it were left out: behind the pointer stands the zero value
	Keyed     bool // an object, or the empty list that PHP writes for an empty one

	index []int
	key   []byte
}

func newField(sf reflect.StructField, index []int) *Field {
	name, options, _ := strings.Cut(sf.Tag.Get("field"), ",")
	f := &Field{
		Name: name, Type: shapeOf(sf.Type), Help: sf.Tag.Get("help"), Example: sf.Tag.Get("example"),
		index: index, key: append(jsontree.AppendString(nil, name), ':'),
	}
	if pattern := sf.Tag.Get("pattern"); pattern != "" {
		f.Pattern = regexp.MustCompile(pattern)
	}
	if words := sf.Tag.Get("in"); words != "" {
		f.In = strings.Split(words, ",")
	}
	for option := range strings.SplitSeq(options, ",") {
		f.apply(option)
	}
	if f.Clears && sf.Type.Kind() != reflect.Pointer {
		panic("shape: field " + f.Name + " clears what is no pointer")
	}
	return f
}

func (f *Field) apply(option string) {
	word, value, _ := strings.Cut(option, "=")
	switch word {
	case "":
	case "required":
		f.Required = true
	case "null":
		f.Null = true
	case "omit":
		f.Omit = true
	case "query":
		f.Query = true
	case "hidden":
		f.Hidden = true
	case "secret":
		f.Secret = true
	case "sid":
		f.SID = true
	case "between":
		f.Between = true
	case "clears":
		f.Clears = true
	case "keyed":
		f.Keyed = true
	case "distinct":
		f.Distinct = true
	case "array":
		f.Array = true
	case "unchecked":
		f.Unchecked = true
	case "verbatim":
		f.Verbatim = true
	case "line", "host", "folder":
		f.Format = formats[word]
	case "min":
		f.Min = bound(value)
	case "max":
		f.Max = bound(value)
	default:
		panic("shape: field " + f.Name + ": unknown option " + option)
	}
}

func bound(text string) *float64 {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("shape: bound " + text)
	}
	return &n
}
