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

// envelope is a list of surface A: data, links and meta.
func envelope(r *request, page store.Page, appendRow rowWriter) []byte {
	b := make([]byte, 0, rowSize*(len(page.Rows)+1))
	b = appendRows(append(b, `{"data":`...), page.Rows, appendRow)
	return enveloped(b, r, page)
}

// enveloped ends the envelope of a page behind its data.
func enveloped(b []byte, r *request, page store.Page) []byte {
	b = append(b, `,"links":`...)
	b = appendLinks(b, r, page)
	b = append(b, `,"meta":{"current_page":`...)
	b = strconv.AppendInt(b, int64(page.Number), 10)
	b = append(b, `,"per_page":`...)
	b = strconv.AppendInt(b, int64(page.Size), 10)
	b = append(b, `,"total":`...)
	b = strconv.AppendInt(b, page.Total, 10)
	return append(b, "}}"...)
}

func appendRows(b []byte, rows []record.Row, appendRow rowWriter) []byte {
	return jsontree.AppendList(b, rows, appendRow)
}

func appendLinks(b []byte, r *request, page store.Page) []byte {
	base := r.pageURL() + "?" + r.keptQuery()
	last := lastPage(page.Total, page.Size)
	b = appendLink(append(b, `{"first":`...), base, 1, true)
	b = appendLink(append(b, `,"last":`...), base, last, true)
	b = appendLink(append(b, `,"prev":`...), base, page.Number-1, page.Number > 1)
	b = appendLink(append(b, `,"next":`...), base, page.Number+1, page.Number < last)
	return append(b, '}')
}

func appendLink(b []byte, base string, page int, there bool) []byte {
	if !there {
		return append(b, "null"...)
	}
	return jsontree.AppendString(b, base+"page="+strconv.Itoa(page))
}

// lastPage is 1 for an empty list.
func lastPage(total int64, size int) int {
	return max(1, int((total+int64(size)-1)/int64(size)))
}
