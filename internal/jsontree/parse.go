package jsontree

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// maxDepth is how deeply arrays and objects may be nested.
const maxDepth = 512

// SyntaxError says where a document stops being JSON. Line and Column count from 1,
// columns in characters.
type SyntaxError struct {
	Line, Column int
	Reason       string
}

// Error returns the text `line 3, column 7: reason`.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Reason)
}

// Parse reads one JSON document, as RFC 8259 has it and nothing beyond. It returns nil, bool,
// string, Number, []any or *Object. Of a key that is given twice the last value counts, at the
// place of the first. An error is a *SyntaxError; bad UTF-8, a lone surrogate and more than 512
// levels of nesting are errors too.
func Parse(data []byte) (any, error) {
	p := parser{src: string(data)}
	if !utf8.ValidString(p.src) {
		return nil, p.invalidUTF8()
	}
	value, err := p.document()
	if err != nil {
		return nil, err
	}
	return value, nil
}

// parser walks src once. Strings without escapes are cut out of src, not copied.
type parser struct {
	src   string
	pos   int
	depth int
	nodes *[]Node // of the list or object that is being read; nil where no nodes are recorded
}

func (p *parser) document() (any, error) {
	p.skipSpace()
	value, err := p.value()
	if err != nil {
		return nil, err
	}
	p.skipSpace()
	if p.pos < len(p.src) {
		return nil, p.unexpected("the end of the document")
	}
	return value, nil
}

func (p *parser) read() (any, error) {
	switch c := p.peek(); {
	case c == '"':
		return boxed(p.text())
	case c == '{':
		return p.object()
	case c == '[':
		return p.array()
	case c == '-' || isDigit(c):
		return boxed(p.number())
	default:
		return p.literal()
	}
}

// boxed keeps a failed read from becoming a value.
func boxed[T string | Number](value T, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return value, nil
}

func (p *parser) literal() (any, error) {
	switch rest := p.src[p.pos:]; {
	case strings.HasPrefix(rest, "null"):
		p.pos += 4
		return nil, nil
	case strings.HasPrefix(rest, "true"):
		p.pos += 4
		return true, nil
	case strings.HasPrefix(rest, "false"):
		p.pos += 5
		return false, nil
	}
	return nil, p.unexpected("a value")
}

func (p *parser) array() (any, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	list := []any{}
	if p.skipSpace(); p.accept(']') {
		return list, nil
	}
	for {
		p.skipSpace()
		value, err := p.value()
		if err != nil {
			return nil, err
		}
		list = append(list, value)
		if done, err := p.next(']'); done || err != nil {
			return list, err
		}
	}
}

func (p *parser) object() (any, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	object := new(Object)
	if p.skipSpace(); p.accept('}') {
		return object, nil
	}
	for {
		if err := p.member(object); err != nil {
			return nil, err
		}
		if done, err := p.next('}'); done || err != nil {
			return object, err
		}
	}
}

func (p *parser) member(object *Object) error {
	p.skipSpace()
	if p.peek() != '"' {
		return p.unexpected("a key in double quotes")
	}
	start := p.pos
	key, err := p.text()
	if err != nil {
		return err
	}
	if p.skipSpace(); !p.accept(':') {
		return p.unexpected("':' after a key")
	}
	p.skipSpace()
	value, err := p.value()
	if err == nil {
		object.Set(key, value)
		p.name(key, start)
	}
	return err
}

// next reads what stands behind a member: a comma, or the closing character.
func (p *parser) next(closing byte) (done bool, err error) {
	p.skipSpace()
	if p.accept(closing) {
		return true, nil
	}
	if !p.accept(',') {
		return false, p.unexpected(fmt.Sprintf("',' or '%c'", closing))
	}
	return false, nil
}

func (p *parser) enter() error {
	if p.depth == maxDepth {
		return p.failAt(p.pos, fmt.Sprintf("nested more than %d levels deep", maxDepth))
	}
	p.depth++
	p.pos++
	return nil
}

func (p *parser) leave() { p.depth-- }
