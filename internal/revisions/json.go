package revisions

import (
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/store"
)

// AppendRevision appends a revision of an instance as JSON. The author is null when the account is gone.
func AppendRevision(b []byte, v store.Revision) []byte {
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
