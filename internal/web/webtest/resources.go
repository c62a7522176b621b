package webtest

import (
	"strings"

	"quartermaster/internal/record"
)

// Field is a stored value of a record.
func (b *Browser) Field(res *record.Resource, path, name string) any {
	b.TB.Helper()
	parts := strings.Split(path, "/")
	return b.Stored(strings.Join(parts[:3], "/"), res, path)[res.Index(name)]
}
