package shape

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"time"

	"quartermaster/internal/jsontree"
)

// Append appends a value as JSON. It panics over a type that has no shape, which Of has told when the program started.
func Append(b []byte, value any) []byte {
	v := reflect.ValueOf(value)
	return of(v.Type()).append(b, v)
}

func (s *Type) append(b []byte, v reflect.Value) []byte {
	if v.Kind() == reflect.Pointer && s.goType.Kind() == reflect.Pointer {
		if v.IsNil() {
			return append(b, "null"...)
		}
		if !s.appender {
			return of(s.goType.Elem()).append(b, v.Elem())
		}
	}
	if s.appender {
		return v.Interface().(jsonAppender).AppendJSON(b)
	}
	switch s.Kind {
	case Text:
		return jsontree.AppendString(b, v.String())
	case Int:
		return jsontree.AppendInt(b, v.Int())
	case Float:
		return jsontree.AppendFloat(b, v.Float())
	case Bool:
		return jsontree.AppendBool(b, v.Bool())
	case Moment:
		return jsontree.AppendTime(b, micros(v))
	case Object:
		return s.appendObject(b, v)
	case List:
		return s.appendList(b, v)
	case Map:
		return s.appendMap(b, v)
	}
	return appendAny(b, v)
}

// micros is a time in microseconds since 1970.
func micros(v reflect.Value) int64 {
	if t, is := v.Interface().(time.Time); is {
		return t.UnixMicro()
	}
	return v.Int()
}

func (s *Type) appendObject(b []byte, v reflect.Value) []byte {
	b = append(b, '{')
	for _, f := range s.Fields {
		member := v.FieldByIndex(f.index)
		if f.Secret || f.Omit && isEmpty(member) {
			continue
		}
		b = append(jsontree.AppendComma(b), f.key...)
		if f.Null && isEmpty(member) {
			b = append(b, "null"...)
			continue
		}
		b = f.Type.append(b, member)
	}
	return append(b, '}')
}

// isEmpty reports whether a value is null or left out where its field says so: the zero value, but no list without members.
func isEmpty(v reflect.Value) bool {
	if t, is := v.Interface().(time.Time); is {
		return t.IsZero()
	}
	return v.IsZero()
}

func (s *Type) appendList(b []byte, v reflect.Value) []byte {
	b = append(b, '[')
	for i := range v.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		b = s.Item.append(b, v.Index(i))
	}
	return append(b, ']')
}

// appendMap appends the members in the order of their names.
func (s *Type) appendMap(b []byte, v reflect.Value) []byte {
	byName := map[string]reflect.Value{}
	for key, member := range v.Seq2() {
		byName[key.String()] = member
	}
	b = append(b, '{')
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		b = append(jsontree.AppendString(jsontree.AppendComma(b), name), ':')
		b = s.Item.append(b, byName[name])
	}
	return append(b, '}')
}

// appendAny appends JSON text, a tree, or a value whose type has a shape.
func appendAny(b []byte, v reflect.Value) []byte {
	switch {
	case !v.IsValid():
		return append(b, "null"...)
	case v.Type().Implements(reflect.TypeFor[alternative]()):
		return appendAny(b, v.Field(0).Elem())
	case v.Type() == reflect.TypeFor[jsontree.Object](): // behind its pointer
		v = v.Addr()
	}
	switch value := v.Interface().(type) {
	case nil:
		return append(b, "null"...)
	case json.RawMessage:
		return append(b, value...)
	case *jsontree.Object, []any, jsontree.Number, string, bool, int64, float64:
		return jsontree.AppendValue(b, value)
	default:
		return Append(b, value)
	}
}
