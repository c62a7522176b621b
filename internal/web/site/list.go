package site

import (
	"strconv"

	"quartermaster/internal/web/ui"
)

// RowsPerPage is the length of a table's page, unless the address says otherwise.
const RowsPerPage = 50

// Query returns the path and the query of the request.
func (r *Request) Query() ui.Query { return ui.Query{Path: r.URL.Path, Values: r.URL.Query()} }

// PageNumber returns the page of a list that the request asks for, from 1.
func (r *Request) PageNumber() int {
	n, err := strconv.ParseInt(r.Text("page"), 10, 32)
	if err != nil || n < 1 {
		return 1
	}
	return int(n)
}
