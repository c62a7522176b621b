package filter

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// parser reads a text from the front to the end.
type parser struct {
	text     string
	at       int
	patterns int // values with stars so far
}

func (p *parser) skipBlanks() { p.skip(unicode.IsSpace) }

func (p *parser) skipTerm() { p.skip(func(r rune) bool { return !unicode.IsSpace(r) }) }

func (p *parser) skip(what func(rune) bool) {
	for p.at < len(p.text) {
		r, size := utf8.DecodeRuneInString(p.text[p.at:])
		if !what(r) {
			return
		}
		p.at += size
	}
}

func (p *parser) atEnd() bool {
	r, _ := utf8.DecodeRuneInString(p.text[p.at:])
	return p.at == len(p.text) || unicode.IsSpace(r)
}

// accept passes over a text if it stands next.
func (p *parser) accept(text string) bool {
	if !strings.HasPrefix(p.text[p.at:], text) {
		return false
	}
	p.at += len(text)
	return true
}

// term reads a term, whose first character stands next.
func (p *parser) term() (t Term, err error) {
	t.Start = p.at
	t.Not = p.accept("-")
	if t.Not && p.atEnd() {
		return t, p.problem(t.Start, "a term is missing after the minus sign")
	}
	p.field(&t)
	if t.Op == "" {
		err = p.word(&t)
	} else {
		err = p.values(&t)
	}
	t.End = p.at
	return t, err
}

// field reads a field and its comparison. Without a comparison it is a word, and nothing is read.
func (p *parser) field(t *Term) {
	start := p.at
	p.skip(isName)
	end := p.at
	for _, op := range []Op{AtLeast, AtMost, Above, Below, Is} {
		if start < end && p.accept(string(op)) {
			t.Field, t.Name, t.Op = p.text[start:end], Span{start, end}, op
			return
		}
	}
	p.at = start
}

func isName(r rune) bool {
	return r == '_' || r == '.' || r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// word reads a bare word or a quoted text.
func (p *parser) word(t *Term) error {
	v, err := p.value(func(r rune) bool { return !unicode.IsSpace(r) })
	t.Op, t.Values = Is, []Value{v}
	if err == nil && !p.atEnd() {
		p.skipTerm()
		err = p.problem(t.Start, "several texts need a field before them, as in name:akm,m4a1")
	}
	if reason := notWord(v); err == nil && reason != "" {
		err = p.problem(t.Start, reason)
	}
	return err
}

// values reads what a field is compared with: several texts with commas between them, or one where a comparison asks for more or
// less.
func (p *parser) values(t *Term) error {
	inValue := func(r rune) bool { return !unicode.IsSpace(r) && (r != ',' || t.Op != Is) }
	for {
		v, err := p.value(inValue)
		if err != nil {
			return err
		}
		if reason := notValue(v); reason != "" {
			p.skipTerm()
			return p.problem(t.Start, reason)
		}
		if t.Values = append(t.Values, v); len(t.Values) > maxValues {
			return p.problem(t.Start, fmt.Sprintf("there are more than %d values", maxValues))
		}
		if t.Op != Is || !p.accept(",") {
			return nil
		}
	}
}

// value reads a quoted text, or the characters of a plain one.
func (p *parser) value(plain func(rune) bool) (Value, error) {
	start := p.at
	if p.accept(`"`) {
		return p.quoted(start)
	}
	p.skip(plain)
	v := Value{Span: Span{start, p.at}, Text: p.text[start:p.at]}
	if v.HasStar() {
		p.patterns++
	}
	if p.patterns > maxPatterns {
		return v, p.problem(start, fmt.Sprintf("there are more than %d values with stars", maxPatterns))
	}
	return v, nil
}

// quoted reads a text up to its closing quote. Inside, a backslash stands before a quote or a backslash that means itself.
func (p *parser) quoted(start int) (Value, error) {
	var b strings.Builder
	for p.at < len(p.text) {
		switch {
		case p.accept(`\"`):
			b.WriteByte('"')
		case p.accept(`\\`):
			b.WriteByte('\\')
		case p.accept(`"`):
			return p.closed(Value{Span{start, p.at}, b.String(), true})
		default:
			b.WriteByte(p.text[p.at])
			p.at++
		}
	}
	return Value{}, p.problem(start, "the closing quote is missing")
}

// closed returns a quoted value, unless it is empty or something follows directly.
func (p *parser) closed(v Value) (Value, error) {
	switch {
	case !p.atEnd() && p.text[p.at] != ',':
		p.skipTerm()
		return v, p.problem(v.Start, "a blank is missing after the closing quote")
	case v.Text == "":
		return v, p.problem(v.Start, missingValue)
	}
	return v, nil
}

func (p *parser) problem(start int, reason string) error {
	return Problem(p.text, Span{start, p.at}, reason)
}
