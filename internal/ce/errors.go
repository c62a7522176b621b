package ce

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// SyntaxError says where and why a file is not valid XML. Line and Column count from 1, Column in
// characters.
type SyntaxError struct {
	Line, Column int
	Message      string
}

// Error returns the message with its line, such as "line 12: </type> expected, found </types>".
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d: %s", e.Line, e.Message)
}

func syntaxError(src string, offset int, format string, args ...any) error {
	before := src[:offset]
	lineStart := strings.LastIndexByte(before, '\n') + 1
	return &SyntaxError{
		Line:    strings.Count(before, "\n") + 1,
		Column:  utf8.RuneCountInString(before[lineStart:]) + 1,
		Message: fmt.Sprintf(format, args...),
	}
}
