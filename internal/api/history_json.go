package api

import (
	"encoding/json"
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// appendRevision appends a change to an instance. The author is null when the account is gone.
func appendRevision(b []byte, v store.Revision) []byte {
	b = strconv.AppendInt(append(b, `{"number":`...), v.Number, 10)
	b = append(b, `,"author":`...)
	if v.Author == "" {
		b = append(b, "null"...)
	} else {
		b = jsontree.AppendString(b, v.Author)
	}
	b = jsontree.AppendString(append(b, `,"action":`...), v.Action)
	b = jsontree.AppendString(append(b, `,"summary":`...), v.Summary)
	b = strconv.AppendInt(append(b, `,"changes_count":`...), v.Records, 10)
	b = jsontree.AppendTime(append(b, `,"created_at":`...), v.CreatedAt)
	return append(b, '}')
}

// appendWithChanges appends a revision that holds what it did to records.
func appendWithChanges(b []byte, v store.Revision, changes []store.Change) []byte {
	b = appendRevision(b, v)
	b = append(b[:len(b)-1], `,"changes":`...)
	return append(appendArray(b, changes, appendChange), '}')
}

func appendRecordChange(b []byte, c store.RecordChange) []byte {
	return appendWithChanges(b, c.Revision, []store.Change{c.Change})
}

// appendChange leaves out what is not shown of records.
func appendChange(b []byte, c store.Change) []byte {
	res := record.Named(c.Resource) // each name that is stored is declared
	b = appendRecordName(b, res, c.SID, c.Title)
	b = appendFields(append(b, `,"before":`...), res, parsed(c.Before))
	b = appendFields(append(b, `,"after":`...), res, parsed(c.After))
	return append(b, '}')
}

func parsed(text string) (fields map[string]json.RawMessage) {
	if text != "" {
		_ = json.Unmarshal([]byte(text), &fields) // written by the store
	}
	return fields
}

func appendDifference(b []byte, d store.Difference) []byte {
	b = appendRecordName(b, d.Resource, d.SID, d.Title)
	b = jsontree.AppendString(append(b, `,"change":`...), changeOf(d))
	b = appendFields(append(b, `,"before":`...), d.Resource, d.Before)
	b = appendFields(append(b, `,"after":`...), d.Resource, d.After)
	return append(b, '}')
}

func changeOf(d store.Difference) string {
	switch {
	case d.Before == nil:
		return "added"
	case d.After == nil:
		return "removed"
	}
	return "changed"
}

func appendRecordName(b []byte, res *record.Resource, sid, title string) []byte {
	b = jsontree.AppendString(append(b, `{"resource":`...), res.Path)
	b = jsontree.AppendString(append(b, `,"sid":`...), sid)
	return jsontree.AppendString(append(b, `,"title":`...), title)
}

// appendFields appends the shown ones in the order of the declaration, null where the record is not there.
func appendFields(b []byte, res *record.Resource, fields map[string]json.RawMessage) []byte {
	if fields == nil {
		return append(b, "null"...)
	}
	b = append(b, '{')
	first := true
	for _, f := range res.Fields {
		value, there := fields[f.Name]
		if !there || !f.Shown() {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(f.AppendKey(b), value...)
	}
	return append(b, '}')
}
