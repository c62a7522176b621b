package document

import (
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/servercfg"
)

// cfgFormat is the configuration of a server: in Bohemia's config language or, as BattlEye has it, with a name and a value on each line.
// Names have no letter case there; the tree has them as they are declared.
type cfgFormat struct {
	parse  func(text string) (*servercfg.File, error)
	fields []*expansion.Field
}

func (c cfgFormat) read(text string) (*jsontree.Object, error) {
	file, err := c.parse(text)
	if err != nil {
		return nil, err
	}
	return asDeclared(file.Tree(), c.fields), nil
}

// asDeclared spells the names of settings as they are declared.
func asDeclared(values *jsontree.Object, fields []*expansion.Field) *jsontree.Object {
	spelled := new(jsontree.Object)
	for name, value := range values.All() {
		f := fieldFold(fields, name)
		if inside, isClass := value.(*jsontree.Object); isClass {
			value = asDeclared(inside, fieldsOf(f))
		}
		if f != nil {
			name = f.Name
		}
		spelled.Set(name, value)
	}
	return spelled
}

func fieldFold(fields []*expansion.Field, name string) *expansion.Field {
	for _, f := range fields {
		if strings.EqualFold(f.Name, name) {
			return f
		}
	}
	return nil
}

func (c cfgFormat) write(text string, next *jsontree.Object) (string, error) {
	file, err := c.parse(text)
	if err != nil {
		return "", err
	}
	return file.Change(next)
}

func (cfgFormat) empty() string { return "" }
