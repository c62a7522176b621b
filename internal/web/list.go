package web

import (
	"strconv"

	"quartermaster/internal/web/ui"
)

// rowsPerPage is how long a page of a table is unless the address says otherwise.
const rowsPerPage = 50

// query is the address of the list that the request asks for.
func (r *request) query() ui.Query { return ui.Query{Path: r.URL.Path, Values: r.URL.Query()} }

// pageNumber reads the number of a page: 1 when it is none.
func pageNumber(text string) int {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || n < 1 {
		return 1
	}
	return int(n)
}
