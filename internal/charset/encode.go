package charset

import (
	"bytes"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// Syntax is the way in which a file can escape a character that its encoding lacks.
type Syntax int

// The syntaxes of files.
const (
	Plain Syntax = iota // it cannot
	XML                 // by a reference, but in comments
	JSON                // by an escape, in texts
)

// Missing is the error for a character that the encoding does not have and the syntax cannot write.
type Missing struct {
	Character rune
	Line      int // counted from 1
	Encoding  Encoding
}

// Error names the character and its line.
func (e *Missing) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Reason()) }

// Reason names the character.
func (e *Missing) Reason() string {
	return fmt.Sprintf("there is no %q in the encoding %s", e.Character, e.Encoding)
}

// Encode is the reverse of Decode. A character that the encoding does not have is written as the syntax can. The error is a
// *Missing.
func Encode(text []byte, e Encoding, s Syntax) ([]byte, error) {
	switch e {
	case UTF8:
		return text, nil
	case Mixed:
		return encodeMixed(text), nil
	case UTF16LE, UTF16BE:
		return encode16(text, e.order()), nil
	}
	w := writer{table: e.table(), syntax: s, data: make([]byte, 0, len(text))}
	if w.table == nil {
		return nil, fmt.Errorf("there is no encoding %q", e)
	}
	if at := w.write(text); at >= 0 {
		r, _ := utf8.DecodeRune(text[at:])
		return nil, &Missing{r, bytes.Count(text[:at], []byte("\n")) + 1, e}
	}
	return w.data, nil
}

// writer writes text in an encoding of 256 characters.
type writer struct {
	table  *charmap.Charmap
	syntax Syntax
	data   []byte
}

// write returns the offset of a character that cannot be written, or -1.
func (w *writer) write(text []byte) int {
	closed := 0 // where a part of XML ends in which no reference is read
	for at := 0; at < len(text); {
		if at >= closed && w.syntax == XML && text[at] == '<' {
			closed = at + literal(text[at:])
		}
		r, size := utf8.DecodeRune(text[at:])
		b, ok := byteOf(w.table, r)
		switch {
		case ok:
			w.data = append(w.data, b)
		case w.syntax == Plain, at < closed:
			return at
		default:
			w.data = append(w.data, w.syntax.escape(r)...)
		}
		at += size
	}
	return -1
}

// literal returns how long the comment is, or the like, that a text starts with: 0 for none.
func literal(text []byte) int {
	for _, pair := range [][2]string{{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}} {
		if !bytes.HasPrefix(text, []byte(pair[0])) {
			continue
		}
		if end := bytes.Index(text, []byte(pair[1])); end >= 0 {
			return end
		}
		return len(text)
	}
	return 0
}

// escape writes a character in ASCII.
func (s Syntax) escape(r rune) string {
	if s == XML {
		return fmt.Sprintf("&#%d;", r)
	}
	escaped := ""
	for _, unit := range utf16.AppendRune(nil, r) {
		escaped += fmt.Sprintf(`\u%04x`, unit)
	}
	return escaped
}
