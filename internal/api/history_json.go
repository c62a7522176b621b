package api

import (
	"encoding/json"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/revisions"
	"quartermaster/internal/store"
)

// appendWithChanges appends a revision that holds what it did to records.
func appendWithChanges(b []byte, v store.Revision, changes []store.Change) []byte {
	b = revisions.AppendRevision(b, v)
	b = append(b[:len(b)-1], `,"changes":`...)
	return append(jsontree.AppendList(b, changes, appendDifference), '}')
}

func appendRecordChange(b []byte, c store.RecordChange) []byte {
	return appendWithChanges(b, c.Revision, []store.Change{c.Change})
}

// appendDifference leaves out what is not shown of records.
func appendDifference(b []byte, c store.Change) []byte {
	res := record.Named(c.Resource) // each name that is stored is declared
	b = appendRecordName(b, res, c.SID, c.Title)
	b = res.AppendFields(append(b, `,"before":`...), parsed(c.Before))
	b = res.AppendFields(append(b, `,"after":`...), parsed(c.After))
	return append(b, '}')
}

func parsed(text string) (fields map[string]json.RawMessage) {
	if text != "" {
		_ = json.Unmarshal([]byte(text), &fields) // written by the store
	}
	return fields
}

func appendRecordName(b []byte, res *record.Resource, sid, title string) []byte {
	b = jsontree.AppendString(append(b, `{"resource":`...), res.Path)
	b = jsontree.AppendString(append(b, `,"sid":`...), sid)
	return jsontree.AppendString(append(b, `,"title":`...), title)
}
