package mission

import (
	"errors"
	"regexp"
	"strconv"
)

// WriteError says why a file cannot be written, or not be compared; the others of its instance can.
type WriteError struct {
	Path   string // below the server's root
	Reason string
	step   string // what cannot be done, as a participle
}

// Error returns the path with the reason.
func (e WriteError) Error() string { return e.Path + " cannot be " + e.step + ": " + e.Reason }

var linePrefix = regexp.MustCompile(`^line ([0-9]{1,9})\b`)

// lineOf reads the line with which the messages of the codecs begin, 0 for none.
func lineOf(message string) int {
	found := linePrefix.FindStringSubmatch(message)
	if found == nil {
		return 0
	}
	line, _ := strconv.Atoi(found[1]) // digits, and few enough
	return line
}

// isUnwritten reports whether an error is about one file alone.
func isUnwritten(err error) bool {
	var lost WriteError
	return errors.As(err, &lost)
}
