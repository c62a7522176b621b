package openapi

import "quartermaster/internal/jsontree"

// object makes an object of keys and values in turn.
func object(pairs ...any) *jsontree.Object {
	o := new(jsontree.Object)
	for i := 0; i < len(pairs); i += 2 {
		o.Set(pairs[i].(string), pairs[i+1])
	}
	return o
}

// parse reads an object that this package holds as text.
func parse(text []byte) *jsontree.Object {
	value, err := jsontree.Parse(text)
	if err != nil {
		panic("openapi: " + err.Error())
	}
	return value.(*jsontree.Object)
}

// ref refers to a component.
func ref(kind, name string) *jsontree.Object {
	return object("$ref", "#/components/"+kind+"/"+name)
}

// explained adds what is said of a value.
func explained(schema *jsontree.Object, help string) *jsontree.Object {
	if help != "" {
		schema.Set("description", help)
	}
	return schema
}
