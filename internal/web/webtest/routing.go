package webtest

import (
	"strconv"
)

// Itoa returns a number as text.
func Itoa(n int64) string { return strconv.FormatInt(n, 10) }
