package textfile

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// SyntaxError says why a file cannot be read, and on which line, counted from 1.
type SyntaxError struct {
	Line    int
	Message string
}

// Error returns the message with its line, such as "line 12: not UTF-8 text".
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d: %s", e.Line, e.Message)
}

// Warning is something in a file that was read in a way its author may not expect.
type Warning struct {
	Line    int
	Message string
}

// Check refuses what is no text: bytes that are not UTF-8, and control characters. The error is a *SyntaxError.
func Check(src string) error {
	for offset, r := range src {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(src[offset:], string(utf8.RuneError)):
			return syntaxError(src, offset, "not UTF-8 text")
		case r < ' ' && !strings.ContainsRune("\t\n\r", r):
			return syntaxError(src, offset, fmt.Sprintf("control character %U", r))
		}
	}
	return nil
}

func syntaxError(src string, offset int, message string) error {
	return &SyntaxError{Line: strings.Count(src[:offset], "\n") + 1, Message: message}
}
