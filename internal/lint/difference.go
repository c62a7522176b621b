package lint

import (
	"reflect"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// Difference describes what fixes do to one record. Before and After are JSON objects of the fields that differ; of a document, of the
// values that differ, by path. Before is empty for a new record, After for a deleted one.
type Difference struct {
	Resource  *record.Resource
	SID, Name string
	Before    string
	After     string
}

func (p *plan) differences() []Difference {
	edits := p.edits()
	list := make([]Difference, len(edits))
	for i, e := range edits {
		list[i] = e.difference()
	}
	return list
}

func (e edit) difference() Difference {
	row := e.before
	if row == nil {
		row = e.after
	}
	sid, _ := row[e.res.Index("sid")].(string)
	return Difference{Resource: e.res, SID: sid, Name: e.res.TitleOf(row), Before: e.side(false), After: e.side(true)}
}

// side returns the JSON object of one side of the edit.
func (e edit) side(after bool) string {
	if after && e.after == nil || !after && e.before == nil {
		return ""
	}
	b := []byte{'{'}
	for i, f := range e.res.Fields {
		if !isShown(f) || !e.differs(i) {
			continue
		}
		b = append(f.AppendKey(jsontree.AppendComma(b)), e.value(i, after)...)
	}
	return string(append(b, '}'))
}

// value returns one side of a field.
func (e edit) value(i int, after bool) []byte {
	f := e.res.Fields[i]
	switch {
	case e.before == nil:
		return f.AppendValue(nil, e.after[i])
	case e.after == nil:
		return f.AppendValue(nil, e.before[i])
	}
	before, now := e.res.DiffDocument(f, f.AppendValue(nil, e.before[i]), f.AppendValue(nil, e.after[i]))
	if after {
		return now
	}
	return before
}

// isShown reports whether a field is part of a Difference: fields that people can set, and the text of a file.
func isShown(f *record.Field) bool {
	return f.Writable() || f == record.Files.Field("content")
}

func (e edit) differs(i int) bool {
	return e.before == nil || e.after == nil || !reflect.DeepEqual(e.before[i], e.after[i])
}
