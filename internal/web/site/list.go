package site

import (
	"strconv"

	"quartermaster/internal/web/ui"
)

// RowsPerPage is how long a page of a table is unless the address says otherwise.
const RowsPerPage = 50

// Query is the address of the list that the request asks for.
func (r *Request) Query() ui.Query { return ui.Query{Path: r.URL.Path, Values: r.URL.Query()} }

// PageNumber reads the number of a page: 1 when it is none.
func PageNumber(text string) int {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 1 {
		return 1
	}
	return int(n)
}
