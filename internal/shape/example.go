package shape

import (
	"reflect"

	"quartermaster/internal/jsontree"
)

// Example returns a value as it looks on the wire, made of the examples of the fields. Of a body it has the required fields and those with
// an example, of an answer all that are not left out.
// A type with a method Example has what that returns, as JSON.
func (s *Type) Example(body bool) any { return s.example(body, nil) }

// shown are types whose example cannot be put together of those of their fields.
type shown interface{ Example() string }

func (s *Type) example(body bool, texts []string) any {
	if s.Record != nil {
		return s.recordExample()
	}
	if own, is := reflect.Zero(s.goType).Interface().(shown); is {
		return parsed(s.Name, own.Example())
	}
	if s.In != nil {
		texts = s.In
	}
	switch s.Kind {
	case Object:
		return s.exampleObject(body)
	case List:
		return s.exampleList(body, texts)
	case Map:
		return new(jsontree.Object)
	case Int, Float:
		return jsontree.Number("0")
	case Bool:
		return false
	case Moment:
		return "2026-02-01T12:00:00.000000Z"
	case Any:
		if all := s.AnyOf(); all != nil {
			return all[0].example(body, nil)
		}
		return nil
	}
	if len(texts) > 0 {
		return texts[0]
	}
	return ""
}

func (s *Type) exampleObject(body bool) *jsontree.Object {
	o := new(jsontree.Object)
	for _, f := range s.Fields {
		switch {
		case f.Hidden, body && (f.Query || !f.Required && f.Example == ""), !body && f.Secret, !body && f.Omit && f.Example == "":
		default:
			o.Set(f.Name, f.ExampleValue(body))
		}
	}
	return o
}

func (s *Type) exampleList(body bool, texts []string) []any {
	if s.Item.Kind != Object && len(texts) == 0 && s.Size == 0 {
		return []any{}
	}
	list := make([]any, max(1, s.Size))
	for i := range list {
		list[i] = s.Item.example(body, texts)
	}
	return list
}

// ExampleValue is an example of the field: its own, or one of its type.
func (f *Field) ExampleValue(body bool) any {
	switch {
	case f.Example == "" && f.SID:
		return "aB3dE5fG7h"
	case f.Example == "" && (f.Null || f.Type.Null):
		return nil
	case f.Example == "":
		return f.Type.example(body, f.In)
	case (f.Type.Kind == Text || f.Type.Kind == Moment) && f.Example != "null":
		return f.Example
	}
	return parsed(f.Name, f.Example)
}

func parsed(of, text string) any {
	value, err := jsontree.Parse([]byte(text))
	if err != nil {
		panic("shape: the example of " + of + ": " + err.Error())
	}
	return value
}
