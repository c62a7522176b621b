package mission

import (
	"errors"

	"quartermaster/internal/say"
)

// WriteError says why one file cannot be written or compared. The other files of the instance are not affected.
type WriteError struct {
	Path string // below the server's root
	Says say.Message
}

func (e WriteError) Error() string { return Sentence(e.Says) }

// writeError says why a step of the work on the file has failed: written or compared.
func (f *File) writeError(step string) error {
	rule := "not-" + step
	return WriteError{f.Path, say.New(rule, "path", f.Path, "why", f.Error)}
}

// isUnwritten reports whether an error concerns a single file.
func isUnwritten(err error) bool {
	var lost WriteError
	return errors.As(err, &lost)
}
