package shape

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
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
