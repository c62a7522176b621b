package textfile

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Warning is something in a file that was read in a way its author may not expect.
type Warning struct {
	Line    int
	Message string
}

// Check refuses what is no text: bytes that are not UTF-8, and control characters. The error names the line, counted from 1: "line 12: not
// UTF-8 text".
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

func errorAt(src string, offset int, message string) error {
	return fmt.Errorf("line %d: %s", strings.Count(src[:offset], "\n")+1, message)
}
