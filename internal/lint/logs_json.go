package lint

import (
	"quartermaster/internal/jsontree"
	"quartermaster/internal/serverlog"
)

// AppendJSON appends the log with its entries as it goes over the wire.
func (l Log) AppendJSON(b []byte) []byte {
	b = jsontree.AppendString(append(b, `{"sid":`...), l.SID)
	b = jsontree.AppendString(append(b, `,"name":`...), l.Name)
	b = jsontree.AppendString(append(b, `,"sort":`...), string(l.Sort))
	b = appendOrNull(append(b, `,"started":`...), l.Started)
	b = appendOrNull(append(b, `,"version":`...), l.Version)
	b = jsontree.AppendInt(append(b, `,"size":`...), l.Size)
	b = jsontree.AppendTime(append(b, `,"created_at":`...), l.AddedAt)
	return append(jsontree.AppendList(append(b, `,"entries":`...), l.Entries, appendEntry), '}')
}

func appendEntry(b []byte, e serverlog.Entry) []byte {
	b = jsontree.AppendString(append(b, `{"what":`...), string(e.What))
	b = jsontree.AppendString(append(b, `,"name":`...), e.Name)
	b = jsontree.AppendString(append(b, `,"detail":`...), e.Detail)
	b = jsontree.AppendInt(append(b, `,"line":`...), int64(e.Line))
	return append(jsontree.AppendInt(append(b, `,"count":`...), int64(e.Count)), '}')
}

// appendOrNull appends a text, or null for an empty one.
func appendOrNull(b []byte, text string) []byte {
	if text == "" {
		return append(b, "null"...)
	}
	return jsontree.AppendString(b, text)
}
