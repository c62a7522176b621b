package shape

import (
	"cmp"
	"encoding/json"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
)

// Kind is what sort of JSON value a type is.
type Kind uint8

// The kinds.
const (
	Text   Kind = iota
	Int         // a whole number
	Float       // a number
	Bool        // true or false
	Moment      // a time as text
	Object      // a struct
	List        // values in order
	Map         // values by names
	Any         // any value
	Bytes       // the content of a file that is sent
)

// Type is how the values of a Go type look.
type Type struct {
	Kind   Kind
	Name   string   // under which it is described; empty for a type without a name
	Help   string   // what it is, in a sentence
	In     []string // the allowed texts, of a Text that declares them by a method Words
	Fields []*Field // of an Object; of a record those that are shown beside its own
	Item   *Type    // of a List or Map
	Size   int      // of a List that always has as many members; otherwise 0
	Null   bool     // may be null

	Record *record.Resource // whose record it is, described with its resource; nil for others

	goType   reflect.Type
	appender bool // writes itself
}

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

// jsonAppender writes itself as JSON.
type jsonAppender interface{ AppendJSON(b []byte) []byte }

// File stands for a file in the form that an operation is sent: its content is read as it arrives, and not with the rest.
type File struct{}

// described writes itself, and looks as the values of another type do, which has the tags.
type described interface {
	jsonAppender
	LooksLike() reflect.Type
}

// component writes itself, and is described elsewhere under the name that the method returns.
type component interface {
	jsonAppender
	Component() string
}

// alternative is a value of one of several types.
type alternative interface{ AnyOf() []*Type }

// known are the shapes of all types that were asked for. They are made one at a time, and seen by others when they are whole.
var (
	known  sync.Map // reflect.Type to *Type
	making sync.Mutex
	begun  = map[reflect.Type]*Type{}
)

// Of returns the shape of the type of T.
func Of[T any]() *Type { return of(reflect.TypeFor[T]()) }

func of(t reflect.Type) *Type {
	if found, there := known.Load(t); there {
		return found.(*Type)
	}
	making.Lock()
	defer making.Unlock()
	s := shapeOf(t)
	for t, made := range begun {
		known.Store(t, made)
	}
	return s
}

// shapeOf is of while shapes are made.
func shapeOf(t reflect.Type) *Type {
	if s := begun[t]; s != nil {
		return s
	}
	s := &Type{goType: t, appender: t.Implements(reflect.TypeFor[jsonAppender]())}
	begun[t] = s // first, as a type may hold itself
	s.describe(t)
	return s
}

// special are the types whose values are not what their Go kind says.
var special = map[reflect.Type]Kind{
	reflect.TypeFor[record.Moment]():   Moment,
	reflect.TypeFor[time.Time]():       Moment,
	reflect.TypeFor[json.RawMessage](): Any,
	reflect.TypeFor[jsontree.Object](): Any,
	reflect.TypeFor[File]():            Bytes,
}

func (s *Type) describe(t reflect.Type) {
	if t.Kind() != reflect.Pointer && s.describedByItself(t) {
		return
	}
	if kind, is := special[t]; is {
		s.Kind = kind
		return
	}
	if t.PkgPath() != "" {
		s.Name = nameOf(t)
	}
	if kind, is := scalars[t.Kind()]; is {
		s.Kind, s.Name = kind, ""
		return
	}
	s.describeKind(t)
}

// describedByItself reports whether the values of a type say what they look like, and describes them so.
func (s *Type) describedByItself(t reflect.Type) bool {
	switch one := reflect.Zero(t).Interface().(type) {
	case described:
		*s = *shapeOf(one.LooksLike())
		s.goType, s.appender = t, true
	case component:
		s.Kind, s.Name, s.appender = Any, one.Component(), true
	case recorded:
		s.Kind, s.Record, s.appender = Any, one.Record(), true
		if more, is := one.(extended); is {
			s.Name, s.Fields = nameOf(t), shapeOf(more.Beside()).Fields
		}
	default:
		return false
	}
	return true
}

// scalars are the kinds of Go's values that hold one value; they are described where they stand, without a name.
var scalars = map[reflect.Kind]Kind{
	reflect.Int:       Int,
	reflect.Int32:     Int,
	reflect.Int64:     Int,
	reflect.Float64:   Float,
	reflect.Bool:      Bool,
	reflect.Interface: Any,
}

func (s *Type) describeKind(t reflect.Type) {
	switch t.Kind() {
	case reflect.String:
		s.Kind, s.In = Text, wordsOf(t)
		if s.In == nil {
			s.Name = ""
		}
	case reflect.Pointer:
		appender := s.appender
		*s = *shapeOf(t.Elem())
		s.goType, s.Null, s.appender = t, true, appender
	case reflect.Slice:
		s.Kind, s.Item = List, shapeOf(t.Elem())
	case reflect.Array:
		s.Kind, s.Item, s.Size = List, shapeOf(t.Elem()), t.Len()
	case reflect.Map:
		s.Kind, s.Item = Map, shapeOf(t.Elem())
	case reflect.Struct:
		s.describeStruct(t)
	default:
		panic("shape: no JSON for " + t.String())
	}
}

func (s *Type) describeStruct(t reflect.Type) {
	switch {
	case s.appender && !isTagged(t):
		s.Kind = Any
	case t.Implements(reflect.TypeFor[alternative]()):
		s.Kind, s.Name = Any, ""
	default:
		s.Kind = Object
		s.addFields(t)
	}
}

// nameOf is the name that a type is described under.
func nameOf(t reflect.Type) string {
	return strings.TrimSuffix(strings.ToUpper(t.Name()[:1])+t.Name()[1:], "View")
}

// wordsOf returns the allowed texts of a type that declares them.
func wordsOf(t reflect.Type) []string {
	if worded, is := reflect.Zero(t).Interface().(interface{ Words() []string }); is {
		return worded.Words()
	}
	return nil
}

// isTagged reports whether a struct says what its fields are. One that does not, and writes itself, is any value.
func isTagged(t reflect.Type) bool {
	return slices.ContainsFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool { return f.Tag.Get("field") != "" })
}

func (s *Type) addFields(t reflect.Type, path ...int) {
	for i := range t.NumField() {
		f, index := t.Field(i), append(slices.Clone(path), i)
		switch {
		case f.Name == "_" && len(path) > 0: // says what another struct is
		case f.Name == "_":
			s.Help, s.Name = f.Tag.Get("help"), cmp.Or(f.Tag.Get("name"), s.Name)
		case f.Anonymous && f.Tag.Get("field") == "":
			s.addFields(f.Type, index...)
		case f.Tag.Get("field") != "":
			s.Fields = append(s.Fields, newField(f, index))
		case f.IsExported():
			panic("shape: " + t.String() + "." + f.Name + " has no field tag")
		}
	}
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

// AnyOf returns the types that a value is one of; nil where it is of its own type.
func (s *Type) AnyOf() []*Type {
	if one, is := reflect.Zero(s.goType).Interface().(alternative); is {
		return one.AnyOf()
	}
	return nil
}

// IsTree reports whether the values are objects with any members.
func (s *Type) IsTree() bool {
	return s.goType == reflect.TypeFor[*jsontree.Object]()
}

// Names returns the names of the fields of an object.
func (s *Type) Names() (names []string) {
	for _, f := range s.Fields {
		names = append(names, f.Name)
	}
	return names
}

// Verbatim returns the names of the fields, also of members, whose texts are taken as they are.
func (s *Type) Verbatim() (names []string) {
	for _, f := range s.Fields {
		if f.Verbatim {
			names = append(names, f.Name)
		}
		if item := f.Type.Item; item != nil && item != s {
			names = append(names, item.Verbatim()...)
		}
	}
	return names
}
