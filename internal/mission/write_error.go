package mission

import (
	"errors"
)

// WriteError says why one file cannot be written or compared. The other files of the instance are not affected.
type WriteError struct {
	Path   string // below the server's root
	Reason string
	step   string // what failed, as a participle
}

// Error returns the path with the reason.
func (e WriteError) Error() string { return e.Path + " cannot be " + e.step + ": " + e.Reason }

// isUnwritten reports whether an error concerns a single file.
func isUnwritten(err error) bool {
	var lost WriteError
	return errors.As(err, &lost)
}
