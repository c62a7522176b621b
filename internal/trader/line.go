// Package trader reads and writes the text files of the Dr. Jones Trader mod: bytes to values and back.
//
// What nobody changed is written as it was read, byte for byte: comments, blanks, the spelling of numbers and line ends. A
// change of one value changes the text of that value.
package trader

import (
	"slices"
	"strings"

	"quartermaster/internal/textfile"
)

// The tags that end a file: what follows them is not read.
const (
	tagFileEnd  = "FileEnd"
	tagOpenFile = "OpenFile"
)

// line is a line of one of the mod's files: `<tag> value // comment`.
type line struct {
	text  string
	tag   string // without < and >, empty when the line has none
	value span   // without the blanks around it
}

// span is a piece of a line.
type span struct{ start, end int }

func (l line) at(s span) string { return l.text[s.start:s.end] }

func (l line) read() string { return l.at(l.value) }

// isEmpty reports whether the line holds nothing, or a comment only.
func (l line) isEmpty() bool { return l.tag == "" && l.read() == "" }

func scanLine(text string) line {
	end := len(text)
	if comment := strings.Index(text, "//"); comment >= 0 {
		end = comment
	}
	l := line{text: text, value: trim(text, span{0, end})}
	code := l.read()
	if size := strings.IndexByte(code, '>'); size > 0 && code[0] == '<' {
		l.tag = strings.TrimSpace(code[1:size])
		l.value = trim(text, span{l.value.start + size + 1, l.value.end})
	}
	return l
}

// trim removes the white space at both ends of a piece; a blank piece becomes empty at its start.
func trim(text string, s span) span {
	piece := strings.TrimLeft(text[s.start:s.end], textfile.Blanks+"\n")
	if piece == "" {
		return span{s.start, s.start}
	}
	start := s.end - len(piece)
	return span{start, start + len(strings.TrimRight(piece, textfile.Blanks+"\n"))}
}

// fields returns the pieces of the value: as many as wanted, with a comma between each and the next. A value that has not
// enough of them is cut at its blanks too, if that makes it right; ok is false then, and when the count is another.
func (l line) fields(wanted int) (found []span, ok bool) {
	if wanted == 1 {
		return []span{l.value}, true
	}
	found = l.split(",")
	if len(found) == wanted && !strings.ContainsAny(l.at(found[0]), textfile.Blanks) {
		return found, true
	}
	if words := l.words(); len(words) == wanted && len(found) <= wanted {
		return words, false
	}
	return found, false
}

// split cuts the value at every separator and takes the blanks off the pieces.
func (l line) split(separators string) []span {
	var found []span
	start := l.value.start
	for i := l.value.start; i < l.value.end; i++ {
		if !strings.ContainsRune(separators, rune(l.text[i])) {
			continue
		}
		found = append(found, trim(l.text, span{start, i}))
		start = i + 1
	}
	return append(found, trim(l.text, span{start, l.value.end}))
}

// words returns the pieces between blanks and commas.
func (l line) words() []span {
	isEmpty := func(s span) bool { return s.start == s.end }
	return slices.DeleteFunc(l.split(","+textfile.Blanks), isEmpty)
}

// replaced returns the text of the line with new texts in those pieces that differ.
func (l line) replaced(pieces []span, old, new []string) string {
	text := l.text
	for i, piece := range slices.Backward(pieces) {
		if old[i] != new[i] {
			text = text[:piece.start] + new[i] + text[piece.end:]
		}
	}
	return text
}

// indent returns the blanks that a line starts with.
func indent(text string) string {
	return text[:len(text)-len(strings.TrimLeft(text, textfile.Blanks))]
}
