package site

import (
	"strconv"

	"quartermaster/internal/web/ui"
)

// RowsPerPage is how long a page of a table is unless the address says otherwise.
const RowsPerPage = 50

// Query is the address of the list that the request asks for.
func (r *Request) Query() ui.Query { return ui.Query{Path: r.URL.Path, Values: r.URL.Query()} }

// PageNumber is the page of a list that the request asks for: 1 unless it names another.
func (r *Request) PageNumber() int {
	n, err := strconv.ParseInt(r.Text("page"), 10, 32)
	if err != nil || n < 1 {
		return 1
	}
	return int(n)
}
