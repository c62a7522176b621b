package shape

import (
	"reflect"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// readInto sets the struct that into points to from a body that the rules of its shape have accepted. What was not sent, or is null, stays.
func readInto(in *jsontree.Object, into any) {
	v := reflect.ValueOf(into).Elem()
	of(v.Type()).readObject(in, v)
}

// ReadTexts sets the texts of the struct that into points to from a body that was not checked.
func ReadTexts(in *jsontree.Object, into any) {
	v := reflect.ValueOf(into).Elem()
	for _, f := range of(v.Type()).Fields {
		sent, _ := in.Get(f.Name)
		if text, is := sent.(string); is && f.Type.Kind == Text {
			f.Type.read(text, v.FieldByIndex(f.index))
		}
	}
}

func (s *Type) readObject(in *jsontree.Object, v reflect.Value) {
	for _, f := range s.Fields {
		sent, there := in.Get(f.Name)
		member := v.FieldByIndex(f.index)
		switch {
		case f.Unchecked:
		case sent != nil:
			f.Type.read(sent, member)
		case there && f.Clears:
			member.Set(reflect.New(member.Type().Elem()))
		}
	}
}

func (s *Type) read(sent any, v reflect.Value) {
	if v.Kind() == reflect.Pointer {
		if object, is := sent.(*jsontree.Object); is && s.Kind == Any {
			v.Set(reflect.ValueOf(object))
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		v = v.Elem()
	}
	switch s.Kind {
	case Text:
		v.SetString(validate.Text(sent))
	case Int:
		v.SetInt(validate.Int(sent))
	case Float:
		v.SetFloat(validate.Float(sent))
	case Bool:
		v.SetBool(validate.Bool(sent))
	case Moment:
		v.SetInt(validate.Time(sent).UnixMicro())
	case Object:
		object, _ := sent.(*jsontree.Object)
		s.readObject(object, v)
	case List:
		s.readList(jsontree.Members(sent), v)
	case Map:
		s.readMap(sent, v)
	case Any:
		if v.Kind() == reflect.Struct { // of an alternative
			v = v.Field(0)
		}
		v.Set(reflect.ValueOf(sent))
	}
}

func (s *Type) readList(members []any, v reflect.Value) {
	v.Set(reflect.MakeSlice(v.Type(), len(members), len(members)))
	for i, member := range members {
		if member != nil {
			s.Item.read(member, v.Index(i))
		}
	}
}

func (s *Type) readMap(sent any, v reflect.Value) {
	v.Set(reflect.MakeMap(v.Type()))
	object, _ := sent.(*jsontree.Object)
	for name, member := range object.All() {
		one := reflect.New(v.Type().Elem()).Elem()
		if member != nil {
			s.Item.read(member, one)
		}
		v.SetMapIndex(reflect.ValueOf(name).Convert(v.Type().Key()), one)
	}
}
