package textfile

import (
	"iter"
	"strings"
)

// ByteOrderMark may begin a file and is no part of its first line.
const ByteOrderMark = "\ufeff"

// Blanks is the white space inside of a line, the first half of a line end among it.
const Blanks = " \t\r"

// Line is a line of a text. Start and End are offsets, End behind the line end; Number counts from 1.
type Line struct {
	Start, End, Number int
	Text               string // with its line end
}

// Lines iterates over the lines of a text; a byte order mark belongs to none.
func Lines(src string) iter.Seq[Line] {
	return func(yield func(Line) bool) {
		end, number := len(src)-len(strings.TrimPrefix(src, ByteOrderMark)), 0
		for text := range strings.Lines(src[end:]) {
			start := end
			end, number = start+len(text), number+1
			if !yield(Line{start, end, number, text}) {
				return
			}
		}
	}
}

// TrimEnd returns the text without the line end that it may end with.
func TrimEnd(text string) string {
	return strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
}

// NewlineOf returns the first line end in the texts of a file, "\n" when there is none.
func NewlineOf[T any](s Skeleton, parts []Part[T]) string {
	for _, lead := range s.Leads {
		if strings.Contains(lead, "\n") {
			return newlineOf(lead)
		}
	}
	for _, part := range parts {
		if strings.Contains(part.Raw, "\n") {
			return newlineOf(part.Raw)
		}
	}
	return newlineOf(s.Tail)
}

func newlineOf(text string) string {
	first, _, found := strings.Cut(text, "\n")
	if found && strings.HasSuffix(first, "\r") {
		return "\r\n"
	}
	return "\n"
}
