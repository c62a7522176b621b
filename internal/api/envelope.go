package api

import (
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// rowWriter appends a record as JSON.
type rowWriter func(b []byte, row record.Row) []byte

// rowSize is about what a record takes, in bytes.
const rowSize = 512

// envelope answers with a list of surface A: data, links and meta.
func envelope(r *request, page store.Page, appendRow rowWriter) response {
	b := make([]byte, 0, rowSize*(len(page.Rows)+1))
	b = appendRows(append(b, `{"data":`...), page.Rows, appendRow)
	return enveloped(b, r, page)
}

// enveloped ends the envelope of a page behind its data. The header Link names the same pages as the body.
func enveloped(b []byte, r *request, page store.Page) response {
	links := r.links(page)
	b = links.append(append(b, `,"links":`...))
	b = append(b, `,"meta":{"current_page":`...)
	b = strconv.AppendInt(b, int64(page.Number), 10)
	b = append(b, `,"per_page":`...)
	b = strconv.AppendInt(b, int64(page.Size), 10)
	b = append(b, `,"total":`...)
	b = strconv.AppendInt(b, page.Total, 10)
	answer := ok(append(b, "}}"...))
	answer.Link = links.header()
	return answer
}

func appendRows(b []byte, rows []record.Row, appendRow rowWriter) []byte {
	return jsontree.AppendList(b, rows, appendRow)
}

// lastPage is 1 for an empty list.
func lastPage(total int64, size int) int {
	return max(1, int((total+int64(size)-1)/int64(size)))
}
