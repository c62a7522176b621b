// Package outage names the errors that end a request without being its fault: a database or disk does not answer, or has no
// room left. Each surface reports them to its clients in one place.
package outage

import (
	"errors"
	"fmt"
	"time"
)

var (
	// ErrUnavailable means that something does not answer now, but may in a moment.
	ErrUnavailable = errors.New("not available at the moment")
	// ErrFull means that there is no room left for writing. Reading and deleting still work.
	ErrFull = errors.New("no room left on the disk")
)

// RetryAfter is how long a client should wait after ErrUnavailable.
const RetryAfter = 5 * time.Second

// The messages for people; the cause is in the log.
const (
	UnavailableText = "The service is not available at the moment. Please try again in a few seconds."
	FullText        = "There is no room left on the server's disk. Files that you delete make room."
)

// Of wraps an error of a file or disk in one of the errors above, by the code of the operating system. Other errors are
// returned as they are.
func Of(err error) error {
	switch {
	case err == nil, errors.Is(err, ErrFull), errors.Is(err, ErrUnavailable):
		return err
	case isAny(err, fullCodes()):
		return fmt.Errorf("%w: %w", ErrFull, err)
	case isAny(err, failingCodes()):
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return err
}

func isAny(err error, codes []error) bool {
	for _, code := range codes {
		if errors.Is(err, code) {
			return true
		}
	}
	return false
}
