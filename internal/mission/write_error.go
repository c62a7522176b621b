package mission

import (
	"errors"
	"regexp"
	"strconv"
)

// WriteError says why one file cannot be written or compared. The other files of the instance are not affected.
type WriteError struct {
	Path   string // below the server's root
	Reason string
	step   string // what failed, as a participle
}

// Error returns the path with the reason.
func (e WriteError) Error() string { return e.Path + " cannot be " + e.step + ": " + e.Reason }

var linePrefix = regexp.MustCompile(`^line ([0-9]{1,9})\b`)

// lineOf returns the line with which a message of a codec begins, or 0.
func lineOf(message string) int {
	found := linePrefix.FindStringSubmatch(message)
	if found == nil {
		return 0
	}
	line, _ := strconv.Atoi(found[1]) // digits, and few enough
	return line
}

// isUnwritten reports whether an error concerns a single file.
func isUnwritten(err error) bool {
	var lost WriteError
	return errors.As(err, &lost)
}
