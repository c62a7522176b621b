package servercfg

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"quartermaster/internal/jsontree"
)

// value reads a value. ends are the characters that end a bare word, beside the end of the line.
func (p *parser) value(ends string, depth int) (value, error) {
	switch p.peek() {
	case '{':
		return p.list(depth)
	case '"':
		return p.quoted()
	}
	return p.bare(ends)
}

func (p *parser) list(depth int) (value, error) {
	v := value{start: p.pos, shape: list}
	if depth >= maxDepth {
		return v, p.fail(p.pos, "more than %d levels deep", maxDepth)
	}
	for {
		p.pos++ // the brace or comma
		if err := p.skip(); err != nil {
			return v, err
		}
		if p.peek() != '}' {
			member, err := p.value(",}", depth+1)
			if err != nil {
				return v, err
			}
			v.list = append(v.list, member)
			if err := p.skip(); err != nil {
				return v, err
			}
		}
		switch p.peek() {
		case '}':
			p.pos++
			v.end = p.pos
			return v, nil
		case ',':
		case 0:
			return v, p.fail(v.start, "the brace is never closed")
		default:
			return v, p.fail(p.pos, "a comma or } is expected here, not %s", p.next())
		}
	}
}

// quoted reads a text in quotes. A quote in it is doubled.
func (p *parser) quoted() (value, error) {
	start := p.pos
	for p.pos++; p.pos < len(p.src); p.pos++ {
		switch c := p.src[p.pos]; {
		case c == '"' && strings.HasPrefix(p.src[p.pos+1:], `"`):
			p.pos++
		case c == '"':
			p.pos++
			text := strings.ReplaceAll(p.src[start+1:p.pos-1], `""`, `"`)
			return value{start: start, end: p.pos, is: text}, nil
		case c == '\n' || c == '\r':
			return value{}, p.fail(start, "the text has no closing quote on its line")
		}
	}
	return value{}, p.fail(start, "the text has no closing quote")
}

// bare reads a value without quotes: a number, true, false, or a text.
func (p *parser) bare(ends string) (value, error) {
	start := p.pos
	length := strings.IndexAny(p.src[start:], ends+"\r\n\"{}")
	if length < 0 {
		length = len(p.src) - start
	}
	word := p.src[start : start+length]
	for _, comment := range []string{"//", "/*"} {
		word, _, _ = strings.Cut(word, comment)
	}
	word = strings.TrimRight(word, " \t\v\f")
	if word == "" {
		return value{}, p.fail(start, "a value is expected here, not %s", p.next())
	}
	p.pos = start + len(word)
	return value{start: start, end: p.pos, is: meaning(word)}, nil
}

var numberPattern = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// meaning returns what a bare word stands for.
func meaning(word string) any {
	switch {
	case numberPattern.MatchString(word):
		return jsontree.Number(word)
	case strings.EqualFold(word, "true"):
		return true
	case strings.EqualFold(word, "false"):
		return false
	}
	if n, err := strconv.ParseFloat(word, 64); err == nil && strings.Trim(word, "+-.0123456789") == "" {
		return jsontree.Number(jsontree.AppendFloat(nil, n))
	}
	return word
}

// skip reads over blanks and comments.
func (p *parser) skip() error {
	for p.pos < len(p.src) {
		switch rest := p.src[p.pos:]; {
		case strings.HasPrefix(rest, "//"):
			p.line()
		case strings.HasPrefix(rest, "/*"):
			length := strings.Index(rest[2:], "*/")
			if length < 0 {
				return p.fail(p.pos, "the comment is never closed")
			}
			p.pos += length + 4
		case strings.ContainsRune(" \t\r\n\v\f", rune(rest[0])):
			p.pos++
		default:
			return nil
		}
	}
	return nil
}

// line reads up to the end of the line.
func (p *parser) line() {
	if length := strings.IndexByte(p.src[p.pos:], '\n'); length >= 0 {
		p.pos += length
		return
	}
	p.pos = len(p.src)
}

// word reads a name; it is empty where none begins.
func (p *parser) word() string {
	start := p.pos
	for p.pos < len(p.src) && isNameByte(p.src[p.pos]) {
		p.pos++
	}
	return p.src[start:p.pos]
}

func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// peek returns the next character, 0 at the end.
func (p *parser) peek() byte {
	if p.pos == len(p.src) {
		return 0
	}
	return p.src[p.pos]
}

// next names the next character for an error.
func (p *parser) next() string {
	switch r, size := utf8.DecodeRuneInString(p.src[p.pos:]); {
	case size == 0:
		return "the end of the file"
	case r == '\n' || r == '\r':
		return "the end of the line"
	default:
		return strconv.QuoteRune(r)
	}
}
