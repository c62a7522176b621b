package docset

import (
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/servercfg"
	"quartermaster/internal/validate"
)

// Table is a list or map of objects in a document.
type Table struct {
	At    string // see [RowsChange]
	Label string

	field *expansion.Field // of the list
	file  *File
}

// Rows returns how many rows the table has.
func (t *Table) Rows() (n int) {
	for range t.rows(t.file.Tree) {
		n++
	}
	return n
}

// Columns returns the fields of rows that can be changed together, by their keys divided by dots. Secrets are none.
func (t *Table) Columns() []*record.Field { return columnsOf(nil, t.field.Fields, "", "") }

func columnsOf(list []*record.Field, fields []*expansion.Field, path, label string) []*record.Field {
	for _, f := range fields {
		if f.Shape != expansion.Single || f.Format == expansion.PasswordFormat || servercfg.IsSecretName(f.Name) {
			continue
		}
		kind, isColumn := columnTypes[f.Type]
		switch {
		case f.Type == expansion.Object:
			list = columnsOf(list, f.Fields, jsontree.Join(path, f.Name), label+f.Label+" › ")
		case isColumn:
			column := &record.Field{Name: jsontree.Join(path, f.Name), Type: kind, Label: label + f.Label, Help: f.Help}
			if f.Firm {
				column.Min, column.Max = f.Min, f.Max
			}
			list = append(list, column)
		}
	}
	return list
}

var columnTypes = map[expansion.Type]record.DataType{
	expansion.Int: record.Int, expansion.Enum: record.Int, expansion.Float: record.Float, expansion.String: record.Text,
	expansion.Bool: record.Flag,
}

// column returns a column by its name, or nil. Where only the values of a file say that they are numbers, they are whole if all are.
func (t *Table) column(name string) *record.Field {
	for _, c := range t.Columns() {
		if c.Name != name {
			continue
		}
		if c.Type == record.Float && t.fieldOf(name).Inferred && t.isWhole(strings.Split(name, ".")) {
			c.Type = record.Int
		}
		return c
	}
	return nil
}

// fieldOf returns the field of a column.
func (t *Table) fieldOf(column string) *expansion.Field {
	field := &expansion.Field{Fields: t.field.Fields}
	for key := range strings.SplitSeq(column, ".") {
		field = field.Field(key)
	}
	return field
}

// isWhole reports whether no row has a number with decimals there.
func (t *Table) isWhole(keys []string) bool {
	for _, row := range t.rows(t.file.Tree) {
		if strings.ContainsAny(jsontree.ScalarText(valueAt(row, keys)), ".eE") {
			return false
		}
	}
	return true
}

// blank returns what stands in the place of a value that is taken away: nothing where rows need not have it, an empty text where it is one.
func (t *Table) blank(column string) (any, error) {
	field := t.fieldOf(column)
	switch {
	case field.Optional:
		return nil, nil
	case field.Type == expansion.String:
		return "", nil
	}
	return nil, validate.Refusal("value", "Rows need this value: it cannot be cleared.")
}

// Tables returns the lists and maps of objects in a document that have rows, those inside of others too.
func (f *File) Tables() []*Table {
	return slices.DeleteFunc(f.tables(), func(t *Table) bool {
		if t.field.Shape == expansion.Single {
			return true
		}
		for range t.rows(f.Tree) {
			return false
		}
		return true
	})
}

// tables returns those without rows too, and single objects, each of which is a row.
func (f *File) tables() (list []*Table) {
	if f.Tree == nil {
		return nil
	}
	for _, field := range f.Fields() {
		list = f.addTables(list, field, field.Name, field.Label)
	}
	return list
}

// mostTables limits the tables of a document: of keys that are free, there may be any number.
const mostTables = 100

func (f *File) addTables(list []*Table, field *expansion.Field, at, label string) []*Table {
	if field.Type != expansion.Object || len(list) >= mostTables {
		return list
	}
	own := at
	if f.List {
		own = strings.TrimPrefix(strings.TrimPrefix(at, document.ListKey), ".")
	}
	list = append(list, &Table{own, label, field, f})
	at += strings.Repeat(".*", depthOf(field.Shape))
	for _, inner := range field.Fields {
		list = f.addTables(list, inner, at+"."+inner.Name, label+" › "+inner.Label)
	}
	return list
}

// depthOf returns how many steps lead to the members of a shape.
func depthOf(s expansion.Shape) int {
	switch s {
	case expansion.Single:
		return 0
	case expansion.MapLists:
		return 2
	}
	return 1
}

// Table returns the table at a path, in which the number or key of a member may stand for the *; nil for none.
func (f *File) Table(at string) *Table {
	steps := strings.Split(at, ".")
	for _, t := range f.tables() {
		if slices.EqualFunc(strings.Split(t.At, "."), steps, func(own, step string) bool { return own == "*" || own == step }) {
			t.At = at
			return t
		}
	}
	return nil
}

// rows yields the rows of the table in the values of its document, with their paths.
func (t *Table) rows(tree *jsontree.Object) func(yield func(string, *jsontree.Object) bool) {
	return func(yield func(string, *jsontree.Object) bool) {
		var steps []string
		if t.file.List {
			steps = append(steps, document.ListKey)
		}
		if t.At != "" {
			steps = append(steps, strings.Split(t.At, ".")...)
		}
		walkRows(tree, append(steps, slices.Repeat([]string{"*"}, depthOf(t.field.Shape))...), "", yield)
	}
}

func walkRows(value any, steps []string, path string, yield func(string, *jsontree.Object) bool) bool {
	if len(steps) == 0 {
		row, isObject := value.(*jsontree.Object)
		return !isObject || yield(path, row)
	}
	object, isObject := value.(*jsontree.Object)
	list, _ := value.([]any)
	switch index, err := strconv.Atoi(steps[0]); {
	case steps[0] == "*" && isObject:
		for key, member := range object.All() {
			if !walkRows(member, steps[1:], jsontree.Join(path, key), yield) {
				return false
			}
		}
	case steps[0] == "*":
		for i, member := range list {
			if !walkRows(member, steps[1:], jsontree.Join(path, strconv.Itoa(i)), yield) {
				return false
			}
		}
	case isObject:
		member, _ := object.Get(steps[0])
		return walkRows(member, steps[1:], jsontree.Join(path, steps[0]), yield)
	case err == nil && index >= 0 && index < len(list):
		return walkRows(list[index], steps[1:], jsontree.Join(path, steps[0]), yield)
	}
	return true
}
