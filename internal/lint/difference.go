package lint

import (
	"encoding/json"
	"reflect"

	"quartermaster/internal/record"
)

// differences returns what the fixes do to records.
func (p *plan) differences() []record.Difference {
	edits := p.edits()
	list := make([]record.Difference, len(edits))
	for i, e := range edits {
		list[i] = e.difference()
	}
	return list
}

func (e edit) difference() record.Difference {
	row := e.before
	if row == nil {
		row = e.after
	}
	sid, _ := row[e.res.Index("sid")].(string)
	d := record.NewDifference(e.res, sid, e.res.TitleOf(row), e.before != nil, e.after != nil)
	for i, f := range e.res.Fields {
		if isShown(f) && e.differs(i) {
			d.Add(f, valueIn(e.before, i, f), valueIn(e.after, i, f))
		}
	}
	return d
}

// valueIn returns a field of a record; null without one.
func valueIn(row record.Row, i int, f *record.Field) json.RawMessage {
	if row == nil {
		return f.AppendValue(nil, nil)
	}
	return f.AppendValue(nil, row[i])
}

// isShown reports whether a field is part of a difference: fields that people can set, and the text of a file.
func isShown(f *record.Field) bool {
	return f.Writable() || f == record.Files.Field("content")
}

func (e edit) differs(i int) bool {
	return e.before == nil || e.after == nil || !reflect.DeepEqual(e.before[i], e.after[i])
}
