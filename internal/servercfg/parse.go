package servercfg

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/textfile"
)

// maxDepth is how deeply classes and lists may be nested.
const maxDepth = 100

// Parse reads a file in Bohemia's config language. An error is a *jsontree.SyntaxError.
func Parse(text string) (*File, error) {
	p := parser{src: text, pos: len(text) - len(strings.TrimPrefix(text, textfile.ByteOrderMark))}
	if err := p.check(); err != nil {
		return nil, err
	}
	b, err := p.body(0)
	if err != nil {
		return nil, err
	}
	b.start = 0 // a byte order mark is no part of the settings
	return &File{text: text, body: *b}, nil
}

// parser walks src once.
type parser struct {
	src string
	pos int
}

// check refuses what is no text: bytes that are not UTF-8, and control characters.
func (p *parser) check() error {
	for at, r := range p.src {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(p.src[at:], string(utf8.RuneError)):
			return p.fail(at, "not UTF-8 text")
		case r < ' ' && !strings.ContainsRune("\t\n\r\v\f", r):
			return p.fail(at, "control character %U", r)
		}
	}
	return nil
}

// fail returns the error for what stands at an offset.
func (p *parser) fail(at int, reason string, args ...any) error {
	before := p.src[:at]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return &jsontree.SyntaxError{
		Line: 1 + strings.Count(before, "\n"), Column: 1 + utf8.RuneCountInString(strings.TrimPrefix(line, textfile.ByteOrderMark)),
		Reason: fmt.Sprintf(reason, args...),
	}
}

// body reads the members up to the brace that closes them, which it leaves, or up to the end of the file.
func (p *parser) body(depth int) (*body, error) {
	b := &body{start: p.pos}
	for {
		if err := p.skip(); err != nil {
			return nil, err
		}
		switch c := p.peek(); {
		case c == 0 && depth > 0: // check has refused the NUL character
			return nil, p.fail(b.start-1, "the brace is never closed")
		case c == 0 || c == '}' && depth > 0:
			b.end = p.pos
			return b, nil
		case c == '}':
			return nil, p.fail(p.pos, "there is no brace that this one closes")
		case c == ';':
			p.pos++
		case c == '#': // a directive
			p.line()
		default:
			m, err := p.member(depth)
			if err != nil {
				return nil, err
			}
			if m != nil {
				b.members = append(b.members, m)
			}
		}
	}
}

// member reads a setting or class with its semicolon. It returns nil for one without a value.
func (p *parser) member(depth int) (m *member, err error) {
	start := p.pos
	word := p.word()
	if word == "" {
		return nil, p.fail(p.pos, "a name is expected here, not %s", p.next())
	}
	switch strings.ToLower(word) {
	case "class":
		m, err = p.class(depth)
	case "delete":
		if err = p.skip(); err == nil {
			p.word()
		}
	default:
		m, err = p.setting(word, depth)
	}
	if err != nil {
		return nil, err
	}
	if m != nil {
		m.start = start
	}
	return m, p.semicolon(m)
}

// semicolon reads the semicolon that ends a member. The game does without the one behind a class.
func (p *parser) semicolon(m *member) error {
	behind := p.pos
	if err := p.skip(); err != nil {
		return err
	}
	switch {
	case p.peek() == ';':
		p.pos++
	case m == nil || m.value.shape != class:
		return p.fail(behind, "a semicolon is missing here")
	default:
		p.pos = behind
	}
	if m != nil {
		m.end = p.pos
	}
	return nil
}

// class reads what follows the word class. It returns nil for a class without a body.
func (p *parser) class(depth int) (*member, error) {
	if err := p.skip(); err != nil {
		return nil, err
	}
	m := &member{name: p.word(), value: value{shape: class}}
	if m.name == "" {
		return nil, p.fail(p.pos, "the class has no name")
	}
	if err := p.base(); err != nil {
		return nil, err
	}
	if p.peek() != '{' {
		return nil, nil
	}
	if depth == maxDepth {
		return nil, p.fail(p.pos, "more than %d levels deep", maxDepth)
	}
	m.value.start = p.pos
	p.pos++
	b, err := p.body(depth + 1)
	if err != nil {
		return nil, err
	}
	p.pos++
	m.value.body, m.value.end = b, p.pos
	return m, nil
}

// base reads the name of the class that a class extends, if there is one.
func (p *parser) base() error {
	if err := p.skip(); err != nil || p.peek() != ':' {
		return err
	}
	p.pos++
	if err := p.skip(); err != nil {
		return err
	}
	if p.word() == "" {
		return p.fail(p.pos, "the name of a class is expected here, not %s", p.next())
	}
	return p.skip()
}

// setting reads what follows the name of a setting.
func (p *parser) setting(name string, depth int) (*member, error) {
	isList, err := p.brackets()
	if err != nil {
		return nil, err
	}
	if p.peek() == '+' && isList {
		p.pos++
	}
	if p.peek() != '=' {
		return nil, p.fail(p.pos, "an equals sign is expected here, not %s", p.next())
	}
	m := &member{name: name, equals: p.pos}
	p.pos++
	if err := p.skip(); err != nil {
		return nil, err
	}
	opens := p.peek() == '{'
	switch {
	case isList && !opens:
		return nil, p.fail(p.pos, "a list in braces is expected here, since the name ends with []")
	case !isList && opens:
		return nil, p.fail(p.pos, "a list needs [] behind its name")
	}
	m.value, err = p.value(";", depth)
	return m, err
}

// brackets reads the brackets behind the name of a list, if there are any.
func (p *parser) brackets() (isList bool, err error) {
	if err = p.skip(); err != nil || p.peek() != '[' {
		return false, err
	}
	p.pos++
	if err = p.skip(); err != nil {
		return false, err
	}
	if p.peek() != ']' {
		return false, p.fail(p.pos, "] is expected here, not %s", p.next())
	}
	p.pos++
	return true, p.skip()
}
