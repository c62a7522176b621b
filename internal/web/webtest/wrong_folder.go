package webtest

import (
	"strings"
)

// LocationOf returns where an answer leads.
func LocationOf(a Answer) string {
	return strings.TrimPrefix(a.Header().Get("Location"), "http://qm.test")
}
