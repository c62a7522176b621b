package textfile

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"quartermaster/internal/say"
)

// Warning is something in a file that was read in a way its author may not expect.
type Warning struct {
	Line int         // counted from 1; 0 for one of the whole file
	Says say.Message // what is odd, in words of the codec
}

// Check refuses what is no text: bytes that are not UTF-8, and control characters. The error is a
// *LineError.
func Check(src string) error {
	for offset, r := range src {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(src[offset:], string(utf8.RuneError)):
			return errorAt(src, offset, "not UTF-8 text")
		case r < ' ' && !strings.ContainsRune("\t\n\r", r):
			return errorAt(src, offset, fmt.Sprintf("control character %U", r))
		}
	}
	return nil
}

// LineError is why a line of a file cannot be read. Line counts from 1.
type LineError struct {
	Line   int
	Reason string
}

// Error returns the text "line 12: reason".
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason) }

func errorAt(src string, offset int, reason string) error {
	return &LineError{strings.Count(src[:offset], "\n") + 1, reason}
}
