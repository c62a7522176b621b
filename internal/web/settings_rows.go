package web

import (
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/web/ui"
)

// How much of a list or map stands on the page of the object that has it, and on a page of its own.
const (
	rowsInline     = 40
	entriesInline  = 30
	columnsInline  = 7
	settingsOnPage = 50
)

// isFlat tells whether the objects of a list fit into rows.
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
			if value, _ := child.In(object); !isCell(child, value) {
				return false
			}
		}
	}
	return true
}

func isCell(f *expansion.Field, value any) bool {
	c := f.Control(value)
	return (c == expansion.Box || c == expansion.Triple) && f.Format != expansion.TextFormat
}

// table draws a list of objects: as rows where it is small, else as what its elements are.
func (d *settingDrawer) table(part *settingPart, f *expansion.Field, list []any, at settingPlace, input any) {
	rows := jsontree.Members(input)
	if !isFlat(f, list) || max(len(list), len(rows)) > rowsInline {
		part.List = d.list(f, list, part.Path, firstOf(list, rowsInline))
		return
	}
	part.Rows = &settingRows{ID: part.ID, Name: part.Key, Ordered: true, Add: "add:" + part.Path}
	place := settingPlace{path: part.Path, name: part.Key, way: at.wayOf(f.Name)}
	if rows == nil {
		rows = make([]any, len(list))
	}
	for i := range rows {
		sent, _ := rows[i].(*jsontree.Object)
		part.Rows.Rows = append(part.Rows.Rows, d.row(f, list, i, sent, place))
	}
	part.Rows.Pattern = patternOf(f, place)
}

// row draws the nth row of a list: the nth element, or the one that it was when it was sent.
func (d *settingDrawer) row(f *expansion.Field, list []any, n int, sent *jsontree.Object, place settingPlace) settingRow {
	index := strconv.Itoa(n)
	of := index
	if sent != nil {
		value, _ := sent.Get(expansion.RowOf)
		of = ui.TextOf(value)
	}
	object := expansion.New(f.Fields)
	if i, err := strconv.Atoi(of); err == nil && i >= 0 && i < len(list) {
		object, _ = list[i].(*jsontree.Object)
	}
	at := settingPlace{object, expansion.PathOf(place.path, index), place.nameOf(index), place.wayOf(index), sent}
	return settingRow{
		ID: settingID(at.name), Of: of, Name: at.name, Path: at.path, Label: "Row " + strconv.Itoa(n+1), Ordered: true, Loose: d.stale, Cells: d.cells(f, at),
	}
}

// cells are the fields of a row, for which it has no room to tell their keys and defaults.
func (d *settingDrawer) cells(f *expansion.Field, at settingPlace) []settingPart {
	cells := d.fields(f.Fields, at)
	for i := range cells {
		cells[i].Code = ""
	}
	return cells
}

// rowIndex stands in the names of a row that scripts copy.
const rowIndex = "__index__"

func patternOf(f *expansion.Field, place settingPlace) settingRow {
	blank := newSettingDrawer("", nil)
	name := place.nameOf(rowIndex)
	at := settingPlace{object: expansion.New(f.Fields), path: "", name: name}
	return settingRow{ID: settingID(name), Name: name, Label: "New row", Path: name, Ordered: true, Cells: blank.cells(f, at)}
}

// entries draws a map of single values: as rows where it is small, else as a link to its page.
func (d *settingDrawer) entries(part *settingPart, f *expansion.Field, value any, at settingPlace, input any) {
	object, _ := value.(*jsontree.Object)
	if object.Len() > entriesInline {
		part.List = &settingList{ID: part.ID, Total: object.Len(), More: d.at(part.Path)}
		return
	}
	part.Rows = d.entryRows(f, object.Keys(), object, settingPlace{path: part.Path, name: part.Key, way: at.wayOf(f.Name)}, input)
}

// entryRows draws the entries of those keys, and a row for a new one.
func (d *settingDrawer) entryRows(f *expansion.Field, keys []string, object *jsontree.Object, place settingPlace, input any) *settingRows {
	rows := &settingRows{ID: settingID(place.name), Name: place.name}
	sent, added := entriesSent(input)
	for i, key := range keys {
		value, _ := object.Get(key)
		rows.Rows = append(rows.Rows, d.entry(f, key, value, sent[strings.TrimSpace(key)], place, i))
	}
	for _, row := range append(added, nil) {
		drawn := d.entry(f, "", f.Member().New(), row, place, len(rows.Rows))
		drawn.Label, drawn.Path = "New row", ""
		rows.Rows = append(rows.Rows, drawn)
	}
	rows.Pattern = newSettingDrawer("", nil).entryPattern(f, place)
	return rows
}

// entriesSent are rows by the keys that they had, and those that are new.
func entriesSent(input any) (sent map[string]*jsontree.Object, added []*jsontree.Object) {
	sent = map[string]*jsontree.Object{}
	for _, member := range jsontree.Members(input) {
		row, _ := member.(*jsontree.Object)
		of, _ := row.Get(expansion.RowOf)
		key, _ := row.Get(expansion.RowKey)
		switch {
		case ui.TextOf(of) != "":
			sent[ui.TextOf(of)] = row
		case ui.TextOf(key) != "":
			added = append(added, row)
		}
	}
	return sent, added
}

func (d *settingDrawer) entryPattern(f *expansion.Field, place settingPlace) settingRow {
	row := d.entryNamed(f, "", f.Member().New(), nil, place, rowIndex)
	row.Label, row.Path = "New row", ""
	return row
}

func (d *settingDrawer) entry(f *expansion.Field, key string, value any, sent *jsontree.Object, place settingPlace, n int) settingRow {
	return d.entryNamed(f, key, value, sent, place, strconv.Itoa(n))
}

func (d *settingDrawer) entryNamed(f *expansion.Field, key string, value any, sent *jsontree.Object, place settingPlace, index string) settingRow {
	name := place.nameOf(index)
	row := settingRow{ID: settingID(name), Of: key, Name: name, Label: key, Path: expansion.PathOf(place.path, key)}
	named := settingPart{Control: keyBox(f, key, name, row.ID)}
	member := *f.Member()
	member.Label, member.Help = "Value", ""
	valued := settingPart{Control: boxOf(&member, value, name+"["+expansion.RowValue+"]")}
	if sent != nil {
		text, _ := sent.Get(expansion.RowKey)
		named.enter(text)
		text, _ = sent.Get(expansion.RowValue)
		valued.enter(text)
		d.report(&named, place.wayOf(strings.TrimSpace(named.Value)))
	}
	row.Cells = []settingPart{named, valued}
	return row
}

// keyBox is the control for the key of an entry.
func keyBox(f *expansion.Field, key, name, id string) ui.Control {
	drawn := ui.Field{Name: name, Label: "Key", Kind: ui.Text, Value: key, Code: true}
	if f.Format == expansion.ClassFormat {
		drawn.Label, drawn.List = "Class name", classNamesList
	}
	return ui.Control{Field: drawn, ID: id + "-key", Key: name + "[" + expansion.RowKey + "]"}
}
