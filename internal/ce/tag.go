package ce

import "strings"

// maxAttributes bounds the search for duplicates; the game's files have at most eight.
const maxAttributes = 64

// attr is an attribute with its byte offsets: start of the name, the value without its quotes, and end
// behind the closing quote.
type attr struct {
	name                 string
	start                int
	valueStart, valueEnd int
	end                  int
}

func (s *scanner) startTag(rest string) bool {
	s.name = tagName(rest[1:])
	if s.name == "" {
		return s.fail(s.start, "< is not followed by a name; write &lt; for the character itself")
	}
	end, ok := s.attributes(s.start + 1 + len(s.name))
	return ok && (s.empty || s.push()) && s.take(startTag, end-s.start)
}

// attributes reads the attributes from offset pos to the end of the tag, which it returns.
func (s *scanner) attributes(pos int) (end int, ok bool) {
	s.attrs = s.attrs[:0]
	for {
		pos += spaceSize(s.src[pos:])
		rest := s.src[pos:]
		switch {
		case rest == "":
			return 0, s.fail(s.start, "the file ends inside the tag <%s", s.name)
		case rest[0] == '>':
			s.empty = false
			return pos + 1, true
		case strings.HasPrefix(rest, "/>"):
			s.empty = true
			return pos + 2, true
		}
		a, ok := s.attribute(pos)
		if !ok {
			return 0, false
		}
		s.attrs = append(s.attrs, a)
		pos = a.end
	}
}

func (s *scanner) attribute(pos int) (a attr, ok bool) {
	a = attr{name: tagName(s.src[pos:]), start: pos}
	if a.name == "" {
		return a, s.fail(pos, "the tag <%s is not closed, > or an attribute expected", s.name)
	}
	return a, s.checkAttribute(a) && s.attributeValue(&a)
}

func (s *scanner) checkAttribute(a attr) bool {
	if len(s.attrs) == maxAttributes {
		return s.fail(a.start, "<%s> has more than %d attributes", s.name, maxAttributes)
	}
	for i := range s.attrs {
		if s.attrs[i].name == a.name {
			return s.fail(a.start, "the attribute %s appears twice in <%s>", a.name, s.name)
		}
	}
	return true
}

func (s *scanner) attributeValue(a *attr) bool {
	pos := a.start + len(a.name)
	pos += spaceSize(s.src[pos:])
	if !strings.HasPrefix(s.src[pos:], "=") {
		return s.fail(a.start, "the attribute %s of <%s> has no value", a.name, s.name)
	}
	pos += 1 + spaceSize(s.src[pos+1:])
	value, ok := quoted(s.src[pos:])
	if !ok {
		return s.fail(a.start, "the value of the attribute %s of <%s> is not in quotes", a.name, s.name)
	}
	if strings.IndexByte(value, '<') >= 0 {
		return s.fail(a.start, "the value of the attribute %s of <%s> holds a <; is a quote missing?", a.name, s.name)
	}
	a.valueStart, a.valueEnd, a.end = pos+1, pos+1+len(value), pos+len(value)+2
	return s.checkEntities(a.valueStart, value)
}

// quoted returns the text between the quotes that s starts with.
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

// tagName returns the name of a tag or attribute that s starts with, or "".
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
