package ce

import "strings"

// maxAttributes bounds the search for duplicates; the game's files have at most eight.
const maxAttributes = 64

// attr is an attribute by its byte offsets: start of the name, the value without its quotes, and
// end behind the closing quote.
type attr struct {
	name                 string
	start                int
	valueStart, valueEnd int
	end                  int
}

func (s *scanner) startTag() (token, error) {
	start, name := s.pos, tagName(s.src[s.pos+1:])
	if name == "" {
		return token{}, s.fail(start, "< is not followed by a name; write &lt; for the character itself")
	}
	end, empty, err := s.attributes(name, start+1+len(name))
	if err != nil {
		return token{}, err
	}
	if !empty {
		err = s.push(name)
	}
	tok := s.take(startTag, end-start)
	tok.name, tok.empty, tok.attrs = name, empty, s.attrs
	return tok, err
}

// attributes reads the attributes of the tag called name into s.attrs, from offset pos to the end
// of the tag, which it returns.
func (s *scanner) attributes(name string, pos int) (end int, empty bool, err error) {
	s.attrs = s.attrs[:0]
	for {
		pos += spaceSize(s.src[pos:])
		rest := s.src[pos:]
		switch {
		case rest == "":
			return 0, false, s.fail(s.pos, "the file ends inside the tag <%s", name)
		case rest[0] == '>':
			return pos + 1, false, nil
		case strings.HasPrefix(rest, "/>"):
			return pos + 2, true, nil
		}
		if pos, err = s.attribute(name, pos); err != nil {
			return 0, false, err
		}
	}
}

func (s *scanner) attribute(tag string, pos int) (end int, err error) {
	a := attr{name: tagName(s.src[pos:]), start: pos}
	if a.name == "" {
		return 0, s.fail(pos, "the tag <%s is not closed, > or an attribute expected", tag)
	}
	if err := s.checkAttribute(tag, a); err != nil {
		return 0, err
	}
	if err := s.attributeValue(tag, &a); err != nil {
		return 0, err
	}
	s.attrs = append(s.attrs, a)
	return a.end, nil
}

func (s *scanner) checkAttribute(tag string, a attr) error {
	if len(s.attrs) == maxAttributes {
		return s.fail(a.start, "<%s> has more than %d attributes", tag, maxAttributes)
	}
	for _, other := range s.attrs {
		if other.name == a.name {
			return s.fail(a.start, "the attribute %s stands twice in <%s>", a.name, tag)
		}
	}
	return nil
}

func (s *scanner) attributeValue(tag string, a *attr) error {
	pos := a.start + len(a.name)
	pos += spaceSize(s.src[pos:])
	if !strings.HasPrefix(s.src[pos:], "=") {
		return s.fail(a.start, "the attribute %s of <%s> has no value", a.name, tag)
	}
	pos += 1 + spaceSize(s.src[pos+1:])
	value, ok := quoted(s.src[pos:])
	if !ok {
		return s.fail(a.start, "the value of the attribute %s of <%s> is not in quotes", a.name, tag)
	}
	if strings.IndexByte(value, '<') >= 0 {
		return s.fail(a.start, "the value of the attribute %s of <%s> holds a <; is a quote missing?", a.name, tag)
	}
	a.valueStart, a.valueEnd, a.end = pos+1, pos+1+len(value), pos+len(value)+2
	return s.checkEntities(a.valueStart, value)
}

// quoted returns what stands between the quotes that s starts with.
func quoted(s string) (value string, ok bool) {
	if s == "" || s[0] != '"' && s[0] != '\'' {
		return "", false
	}
	end := strings.IndexByte(s[1:], s[0])
	if end < 0 {
		return "", false
	}
	return s[1 : 1+end], true
}

// tagName returns the name of a tag or attribute that s starts with, empty when it starts with none.
func tagName(s string) string {
	if s == "" || !isNameByte(s[0]) || s[0] == '-' || s[0] == '.' || isDigit(s[0]) {
		return ""
	}
	size := 1
	for size < len(s) && isNameByte(s[size]) {
		size++
	}
	return s[:size]
}

func isNameByte(c byte) bool {
	lower := c | 0x20
	return lower >= 'a' && lower <= 'z' || isDigit(c) || c == '_' || c == '-' || c == '.' || c == ':' || c >= 0x80
}

func isDigit(c byte) bool {
	return c >= '0' && c <= '9'
}

func spaceSize(s string) int {
	size := 0
	for size < len(s) && isSpace(s[size]) {
		size++
	}
	return size
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '\r'
}
