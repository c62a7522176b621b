package operation

import (
	"strconv"
	"strings"

	"quartermaster/internal/store"
)

// Locate reads what the path names by a number. What is no number is not there: store.ErrNotFound.
func (o *Operation) Locate(call *Call) (err error) {
	if !strings.Contains(o.Path, "{revision}") {
		return nil
	}
	if call.revision, err = strconv.ParseInt(call.Param("revision"), 10, 64); err != nil {
		return store.ErrNotFound
	}
	return nil
}
