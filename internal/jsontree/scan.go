package jsontree

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// peek returns the current byte, 0 at the end; a NUL byte is nowhere allowed in JSON.
func (p *parser) peek() byte {
	if p.pos < len(p.src) {
		return p.src[p.pos]
	}
	return 0
}

func (p *parser) accept(c byte) bool {
	if p.peek() != c {
		return false
	}
	p.pos++
	return true
}

func (p *parser) skipSpace() {
	for p.pos < len(p.src) {
		switch p.src[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func (p *parser) digits() bool {
	start := p.pos
	for isDigit(p.peek()) {
		p.pos++
	}
	return p.pos > start
}

func (p *parser) number() (Number, error) {
	start := p.pos
	p.accept('-')
	if !p.accept('0') && !p.digits() {
		return "", p.unexpected("a digit")
	}
	if p.accept('.') && !p.digits() {
		return "", p.unexpected("a digit")
	}
	if p.accept('e') || p.accept('E') {
		_ = p.accept('+') || p.accept('-')
		if !p.digits() {
			return "", p.unexpected("a digit")
		}
	}
	return Number(p.src[start:p.pos]), nil
}

// text reads a string whose opening quote is the current character.
func (p *parser) text() (string, error) {
	p.pos++
	start := p.pos
	for p.pos < len(p.src) {
		switch c := p.src[p.pos]; {
		case c == '"':
			p.pos++
			return p.src[start : p.pos-1], nil
		case c == '\\':
			return p.escapedText(start)
		case c < ' ':
			return "", p.failAt(p.pos, "control character in a string")
		}
		p.pos++
	}
	return "", p.unexpected(`'"'`)
}

// escapedText goes on with a string that began at start and has its first escape here.
func (p *parser) escapedText(start int) (string, error) {
	var out strings.Builder
	for {
		out.WriteString(p.src[start:p.pos])
		switch c := p.peek(); {
		case p.accept('"'):
			return out.String(), nil
		case c == '\\':
			r, err := p.escape()
			if err != nil {
				return "", err
			}
			out.WriteRune(r)
		case c < ' ' && p.pos < len(p.src):
			return "", p.failAt(p.pos, "control character in a string")
		default:
			return "", p.unexpected(`'"'`)
		}
		start = p.pos
		p.skipPlain()
	}
}

func (p *parser) skipPlain() {
	for p.pos < len(p.src) {
		if c := p.src[p.pos]; c == '"' || c == '\\' || c < ' ' {
			return
		}
		p.pos++
	}
}

// escape reads one escape, a pair of surrogates included.
func (p *parser) escape() (rune, error) {
	start := p.pos
	p.pos++
	const letters, meanings = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	if i := strings.IndexByte(letters, p.peek()); i >= 0 {
		p.pos++
		return rune(meanings[i]), nil
	}
	if !p.accept('u') {
		return 0, p.failAt(start, "unknown escape in a string")
	}
	return p.unicodeEscape(start)
}

func (p *parser) unicodeEscape(start int) (rune, error) {
	first, ok := p.hex4()
	if !ok {
		return 0, p.failAt(start, "\\u needs four hexadecimal digits")
	}
	if !utf16.IsSurrogate(first) {
		return first, nil
	}
	if p.accept('\\') && p.accept('u') {
		second, _ := p.hex4()
		if r := utf16.DecodeRune(first, second); r != utf8.RuneError {
			return r, nil
		}
	}
	return 0, p.failAt(start, "lone surrogate in a string")
}

func (p *parser) hex4() (rune, bool) {
	if len(p.src)-p.pos < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(p.src[p.pos:p.pos+4], 16, 16)
	if err != nil {
		return 0, false
	}
	p.pos += 4
	return rune(n), true
}

// unexpected reports that something other than wanted stands at the current position.
func (p *parser) unexpected(wanted string) error {
	if p.pos >= len(p.src) {
		return p.failAt(p.pos, "the document ends where "+wanted+" is expected")
	}
	r, _ := utf8.DecodeRuneInString(p.src[p.pos:])
	return p.failAt(p.pos, fmt.Sprintf("%q where %s is expected", r, wanted))
}

func (p *parser) invalidUTF8() error {
	at := 0
	for {
		r, size := utf8.DecodeRuneInString(p.src[at:])
		if r == utf8.RuneError && size == 1 {
			return p.failAt(at, "invalid UTF-8")
		}
		at += size
	}
}

func (p *parser) failAt(offset int, reason string) error {
	before := p.src[:offset]
	lineStart := strings.LastIndexByte(before, '\n') + 1
	return &SyntaxError{
		Line:   strings.Count(before, "\n") + 1,
		Column: utf8.RuneCountInString(before[lineStart:]) + 1,
		Reason: reason,
	}
}
