package record

import (
	"reflect"

	"quartermaster/internal/jsontree"
)

// Decode copies a row into the Go struct of its resource. into points to a new struct: fields that are nil in the row keep their zero
// values.
func (r *Resource) Decode(row Row, into any) {
	v := reflect.ValueOf(into).Elem()
	for i, f := range r.Fields {
		if row[i] != nil {
			f.set(target(v.FieldByIndex(f.index)), row[i])
		}
	}
}

// DecodeAll returns rows of a resource as the Go structs that it was defined with.
func DecodeAll[T any](r *Resource, rows []Row) []T {
	list := make([]T, len(rows))
	for i, row := range rows {
		r.Decode(row, &list[i])
	}
	return list
}

// Encode returns the row of a Go struct; from points to it. It is the reverse of Decode.
func (r *Resource) Encode(from any) Row {
	v := reflect.ValueOf(from).Elem()
	row := make(Row, len(r.Fields))
	for i, f := range r.Fields {
		row[i] = f.get(v.FieldByIndex(f.index))
	}
	for _, f := range r.Fields {
		if f.Count != "" {
			row[r.Index(f.Count)] = int64(v.FieldByIndex(f.index).Len())
		}
	}
	return row
}

// target returns the value to set: for a pointer, a new value that it points to.
func target(v reflect.Value) reflect.Value {
	if v.Kind() != reflect.Pointer {
		return v
	}
	v.Set(reflect.New(v.Type().Elem()))
	return v.Elem()
}

func (f *Field) set(v reflect.Value, stored any) {
	switch value := stored.(type) {
	case int64:
		if f.Type == Flag {
			v.SetBool(value != 0)
			return
		}
		v.SetInt(value)
	case float64:
		v.SetFloat(value)
	case []int64:
		v.Set(reflect.ValueOf(value))
	case string:
		f.setText(v, value)
	}
}

func (f *Field) setText(v reflect.Value, value string) {
	switch f.Type {
	case List:
		f.setItems(v, value)
	case Texts:
		tree, _ := jsontree.Parse([]byte(value)) // written by this package
		v.Set(reflect.ValueOf(TextsOf(tree)))
	default:
		v.SetString(value)
	}
}

// setItems sets a slice of nested records from their stored text, which this package has written.
func (f *Field) setItems(v reflect.Value, text string) {
	tree, err := jsontree.Parse([]byte(text))
	if err != nil {
		return
	}
	list := jsontree.Members(tree)
	v.Set(reflect.MakeSlice(v.Type(), len(list), len(list)))
	for i, member := range list {
		object, _ := member.(*jsontree.Object)
		for _, item := range f.Items {
			if sent, ok := object.Get(item.Name); ok && sent != nil {
				item.set(target(v.Index(i).FieldByIndex(item.index)), item.store(sent))
			}
		}
	}
}

func (f *Field) get(v reflect.Value) any {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return nil
		}
		v = v.Elem()
	}
	switch f.Type {
	case Int, Time, Decimal:
		return v.Int()
	case Float:
		return v.Float() + 0 // no negative zero
	case Flag:
		return flag(v.Bool())
	case Links:
		return v.Interface()
	case List:
		return f.getItems(v)
	case Texts:
		return string(jsontree.AppendValue(nil, v.Interface()))
	}
	return v.String()
}

func (f *Field) getItems(v reflect.Value) string {
	b := []byte{'['}
	for i := range v.Len() {
		b = append(jsontree.AppendComma(b), '{')
		for _, item := range f.Items {
			b = append(jsontree.AppendComma(b), item.key...)
			b = item.AppendValue(b, item.get(v.Index(i).FieldByIndex(item.index)))
		}
		b = append(b, '}')
	}
	return string(append(b, ']'))
}
