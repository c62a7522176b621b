package document

import (
	"slices"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// variablesFormat is XML with an element for each variable: its name, its type (0 integer, 1 float, 2 text) and its value. The tree has the
// values under the names.
type variablesFormat struct {
	root, element string
	fields        []*expansion.Field
}

func (v variablesFormat) read(text string) (*jsontree.Object, error) {
	file, err := ce.ReadFile(text, v.root)
	if err != nil {
		return nil, err
	}
	return v.values(file.Root), nil
}

func (v variablesFormat) values(root *ce.Node) *jsontree.Object {
	values := new(jsontree.Object)
	for _, kid := range root.Kids {
		name, isNamed := kid.Value("name")
		value, _ := kid.Value("value")
		if kid.Name == v.element && isNamed {
			values.Set(name, valueOf(v.fieldOf(name, kid), value))
		}
	}
	return values
}

// fieldOf returns the field of a variable; for one that is not declared, its type in the file.
func (v variablesFormat) fieldOf(name string, kid *ce.Node) *expansion.Field {
	if f := fieldNamed(v.fields, name); f != nil {
		return f
	}
	if t, _ := kid.Value("type"); t == "2" {
		return &expansion.Field{Type: expansion.String}
	}
	return nil
}

func (v variablesFormat) write(text string, next *jsontree.Object) (string, error) {
	file, err := ce.ReadFile(text, v.root)
	if err != nil {
		return "", err
	}
	old := v.values(file.Root)
	file.Root.Kids = slices.DeleteFunc(file.Root.Kids, func(kid *ce.Node) bool {
		name, isNamed := kid.Value("name")
		return kid.Name == v.element && isNamed && !next.Has(name)
	})
	for name, value := range next.All() {
		was, had := old.Get(name)
		switch {
		case !had:
			v.add(file.Root, name, value)
		case !jsontree.Equal(was, value):
			v.set(file.Root, name, value)
		}
	}
	return file.Text(), nil
}

// set changes a variable everywhere: which of several of the same name counts is not known.
func (v variablesFormat) set(root *ce.Node, name string, value any) {
	for _, kid := range root.Kids {
		if named, _ := kid.Value("name"); kid.Name != v.element || named != name {
			continue
		}
		kid.Set("value", textOf(value, ""))
		if t, _ := kid.Value("type"); t == "0" && isFraction(value) {
			kid.Set("type", "1")
		}
	}
}

// add adds a variable before the first one whose name follows in the alphabet, as the game's file has them.
func (v variablesFormat) add(root *ce.Node, name string, value any) {
	made := &ce.Node{
		Name: v.element,
		Attrs: []ce.Attribute{
			{Name: "name", Value: name}, {Name: "type", Value: v.typeOf(name, value)}, {Name: "value", Value: textOf(value, "0")},
		},
	}
	at := slices.IndexFunc(root.Kids, func(kid *ce.Node) bool {
		other, _ := kid.Value("name")
		return strings.ToLower(other) > strings.ToLower(name)
	})
	if at < 0 {
		at = len(root.Kids)
	}
	root.Kids = slices.Insert(root.Kids, at, made)
}

// typeOf returns the type that a new variable has in the file.
func (v variablesFormat) typeOf(name string, value any) string {
	_, isText := value.(string)
	f := fieldNamed(v.fields, name)
	switch {
	case isText:
		return "2"
	case isFraction(value), f != nil && f.Type == expansion.Float && isFraction(f.Default):
		return "1"
	}
	return "0"
}

// isFraction reports whether a value is a number that is written with decimals.
func isFraction(value any) bool {
	number, _ := value.(jsontree.Number)
	return strings.ContainsAny(string(number), ".eE")
}
