package lint

import (
	"reflect"

	"quartermaster/internal/record"
)

// Change is what fixes do to one record. Before and After are JSON objects of the fields that differ; Before is empty for a
// new record, After for one that is deleted.
type Change struct {
	Resource  *record.Resource
	SID, Name string
	Before    string
	After     string
}

func (p *plan) changes() []Change {
	edits := p.edits()
	list := make([]Change, len(edits))
	for i, e := range edits {
		list[i] = e.change()
	}
	return list
}

func (e edit) change() Change {
	row := e.before
	if row == nil {
		row = e.after
	}
	sid, _ := row[e.res.Index("sid")].(string)
	return Change{Resource: e.res, SID: sid, Name: e.res.TitleOf(row), Before: e.side(e.before), After: e.side(e.after)}
}

// side is the JSON object of one side of the edit.
func (e edit) side(row record.Row) string {
	if row == nil {
		return ""
	}
	b := []byte{'{'}
	for i, f := range e.res.Fields {
		if !told(f) || !e.differs(i) {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = f.AppendValue(f.AppendKey(b), row[i])
	}
	return string(append(b, '}'))
}

// told leaves out what nobody sees, but for the text of a file, and what the store sets itself.
func told(f *record.Field) bool {
	return f.Writable() || f == record.Files.Field("content")
}

func (e edit) differs(i int) bool {
	return e.before == nil || e.after == nil || !reflect.DeepEqual(e.before[i], e.after[i])
}
