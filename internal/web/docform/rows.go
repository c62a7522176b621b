package docform

import (
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/web/ui"
)

// Limits of the lists and maps that are edited on the page of their object. Larger ones have pages of their own.
const (
	rowsInline    = 40
	entriesInline = 30
	columnsInline = 7
)

// isFlat reports whether the objects of a list fit into rows.
func isFlat(f *expansion.Field, list []any) bool {
	if len(f.Fields) > columnsInline {
		return false
	}
	for _, child := range f.Fields {
		if !isCell(child, nil) {
			return false
		}
	}
	for _, element := range list {
		object, _ := element.(*jsontree.Object)
		for _, child := range f.Fields {
			if value, _ := valueIn(child, object); !isCell(child, value) {
				return false
			}
		}
	}
	return true
}

func isCell(f *expansion.Field, value any) bool {
	c := controlOf(f, value)
	return (c == boxControl || c == tripleControl) && f.Format != expansion.TextFormat
}

// table draws a list of objects: as rows where it is small, else as links to its elements.
func (d *drawer) table(part *partView, f *expansion.Field, list []any, at formObject, input any) {
	rows := jsontree.Members(input)
	if !isFlat(f, list) || max(len(list), len(rows)) > rowsInline {
		part.List = d.list(f, list, part.Path, firstOf(list, rowsInline))
		return
	}
	part.Rows = &rowsView{ID: part.ID, Name: part.Key, Ordered: true, Add: d.newAt(part.Path)}
	in := formObject{path: part.Path, name: part.Key, errorPath: at.errorPathOf(f.Name)}
	if rows == nil {
		rows = make([]any, len(list))
	}
	for i := range rows {
		sent, _ := rows[i].(*jsontree.Object)
		part.Rows.Rows = append(part.Rows.Rows, d.row(f, list, i, sent, in))
	}
	part.Rows.Pattern = d.patternOf(f, in)
}

// row draws the nth row of a list: the nth element or, in a form that is shown again, the element of the nth row that was sent.
func (d *drawer) row(f *expansion.Field, list []any, n int, sent *jsontree.Object, in formObject) rowView {
	index := strconv.Itoa(n)
	of := index
	if sent != nil {
		value, _ := sent.Get(rowOf)
		of = ui.TextOf(value)
	}
	object := expansion.New(f.Fields)
	if i, err := strconv.Atoi(of); err == nil && i >= 0 && i < len(list) {
		object, _ = list[i].(*jsontree.Object)
	}
	at := formObject{object, pathOf(in.path, index), in.nameOf(index), in.errorPathOf(index), sent}
	return rowView{
		ID: elementID(at.name), Of: of, Name: at.name, Path: at.path, Label: "Row " + strconv.Itoa(n+1), Ordered: true,
		Loose: d.stale || d.loose[in.name], Cells: d.cells(f, at),
	}
}

// cells draws the fields of a row, without their keys and defaults, for which there is no room.
func (d *drawer) cells(f *expansion.Field, at formObject) []partView {
	cells := d.fields(f.Fields, at)
	for i := range cells {
		cells[i].Code, cells[i].Marks = false, &ui.Marks{}
	}
	return cells
}

// rowIndex is the index in the names of the row that scripts copy.
const rowIndex = "__index__"

func (d *drawer) patternOf(f *expansion.Field, in formObject) rowView {
	blank := newDrawer("", nil)
	blank.references = d.references
	name := in.nameOf(rowIndex)
	at := formObject{object: expansion.New(f.Fields), path: "", name: name}
	return rowView{ID: elementID(name), Name: name, Label: "New row", Path: name, Ordered: true, Cells: blank.cells(f, at)}
}

// entries draws a map of single values: as rows where it is small, else as a link to its own page.
func (d *drawer) entries(part *partView, f *expansion.Field, value any, at formObject, input any) {
	object, _ := value.(*jsontree.Object)
	if object.Len() > entriesInline {
		part.List = &listView{ID: part.ID, Total: object.Len(), More: d.at(part.Path)}
		return
	}
	part.Rows = d.entryRows(f, object.Keys(), object, formObject{path: part.Path, name: part.Key, errorPath: at.errorPathOf(f.Name)}, input)
}

// partRows draws some rows of a list, by their indexes.
func (d *drawer) partRows(f *expansion.Field, list []any, indexes []int, object formObject, input any) *rowsView {
	rows := &rowsView{ID: elementID(object.name), Name: object.name, Ordered: true, Part: true, Add: d.newAt(object.path)}
	sent, _ := entriesSent(input)
	for _, i := range indexes {
		row := d.row(f, list, i, sent[strconv.Itoa(i)], object)
		row.Loose = false // the other elements stay, so that the index is all that says which one it is
		rows.Rows = append(rows.Rows, row)
	}
	return rows
}

// entryRows draws the entries with the keys, the new ones of a form that is shown again, and a row for another.
func (d *drawer) entryRows(f *expansion.Field, keys []string, object *jsontree.Object, in formObject, input any) *rowsView {
	rows := &rowsView{ID: elementID(in.name), Name: in.name}
	sent, added := entriesSent(input)
	for i, key := range keys {
		value, _ := object.Get(key)
		rows.Rows = append(rows.Rows, d.entry(f, key, value, sent[strings.TrimSpace(key)], in, i))
	}
	for _, row := range append(added, nil) {
		drawn := d.entry(f, "", f.Member().New(), row, in, len(rows.Rows))
		drawn.Label, drawn.Path = "New row", ""
		rows.Rows = append(rows.Rows, drawn)
	}
	rows.Pattern = newDrawer("", nil).entryPattern(f, in)
	return rows
}

// entriesSent returns rows by the keys of their entries, and the new ones.
func entriesSent(input any) (sent map[string]*jsontree.Object, added []*jsontree.Object) {
	sent = map[string]*jsontree.Object{}
	for _, member := range jsontree.Members(input) {
		row, _ := member.(*jsontree.Object)
		of, _ := row.Get(rowOf)
		key, _ := row.Get(rowKey)
		switch {
		case ui.TextOf(of) != "":
			sent[ui.TextOf(of)] = row
		case ui.TextOf(key) != "":
			added = append(added, row)
		}
	}
	return sent, added
}

func (d *drawer) entryPattern(f *expansion.Field, in formObject) rowView {
	row := d.entryNamed(f, "", f.Member().New(), nil, in, rowIndex)
	row.Label, row.Path = "New row", ""
	return row
}

func (d *drawer) entry(f *expansion.Field, key string, value any, sent *jsontree.Object, in formObject, n int) rowView {
	return d.entryNamed(f, key, value, sent, in, strconv.Itoa(n))
}

func (d *drawer) entryNamed(f *expansion.Field, key string, value any, sent *jsontree.Object, in formObject, index string) rowView {
	name := in.nameOf(index)
	row := rowView{ID: elementID(name), Of: key, Name: name, Label: key, Path: pathOf(in.path, key)}
	named := partView{Control: keyBox(f, key, name, row.ID)}
	member := *f.Member()
	member.Label, member.Help = "Value", ""
	valued := partView{Control: boxOf(&member, value, name+"["+rowValue+"]")}
	if sent != nil {
		text, _ := sent.Get(rowKey)
		named.enter(text)
		text, _ = sent.Get(rowValue)
		valued.enter(text)
		d.report(&named, in.errorPathOf(strings.TrimSpace(named.Value)))
	}
	row.Cells = []partView{named, valued}
	return row
}

// keyBox returns the control for the key of an entry.
func keyBox(f *expansion.Field, key, name, id string) ui.Control {
	drawn := ui.Field{Name: name, Label: "Key", Kind: ui.Text, Value: key, Marks: &ui.Marks{}}
	if f.Format == expansion.ClassFormat {
		drawn.Label, drawn.List = "Class name", ClassNamesList
	}
	return ui.Control{Field: drawn, ID: id + "-key", Key: name + "[" + rowKey + "]"}
}
