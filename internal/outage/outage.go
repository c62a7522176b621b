// Package outage names what ends a request without being its fault: what the service stands on does not answer, or has no
// room left. Databases and disks report it as errors of these kinds, and each surface tells them to its clients in one place.
package outage

import (
	"errors"
	"fmt"
	"time"
)

var (
	// ErrUnavailable says that something does not answer now and may do so again in a moment.
	ErrUnavailable = errors.New("not available at the moment")
	// ErrFull says that there is no room left to write to. Reading and deleting go on.
	ErrFull = errors.New("no room left on the disk")
)

// RetryAfter is when a client may try again what was not available.
const RetryAfter = 5 * time.Second

// What people are told; the operator finds the cause in the log.
const (
	UnavailableText = "The service is not available at the moment. Please try again in a few seconds."
	FullText        = "There is no room left on the server's disk. Files that you delete make room."
)

// Of marks an error of a file or of its disk as one of the kinds above, by the code of the operating system. Other errors
// come back as they are.
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
