package ce

import (
	"iter"
	"strings"
)

// Element is an element of a file that is read for its facts rather than for records. It is valid until the next one is read.
type Element struct {
	Name, Parent string // Parent is empty for a root
	Line         int    // of its start tag

	src   string
	attrs []attr
	end   int  // of the start tag
	empty bool // the start tag is all there is
}

// Elements yields the elements of a file in the order of their start tags, up to the first that is not well-formed. It holds nothing of
// the file but its text.
func Elements(data string) iter.Seq[*Element] {
	return func(yield func(*Element) bool) {
		s, lines, e := newScanner(data), lineCounter{line: 1}, &Element{src: data}
		for s.next() {
			if s.kind != startTag {
				continue
			}
			e.Name, e.Parent, e.attrs, e.end, e.empty = s.name, s.around(), s.attrs, s.end, s.empty
			e.Line = lines.at(data, s.start)
			if !yield(e) {
				return
			}
		}
	}
}

// around returns the name of the element around the start tag that was read last, or "".
func (s *scanner) around() string {
	open := s.open
	if !s.empty {
		open = open[:len(open)-1]
	}
	if len(open) == 0 {
		return ""
	}
	return open[len(open)-1]
}

// Attr returns the value of an attribute without white space around it; empty when it is absent.
func (e *Element) Attr(name string) string { return strings.TrimSpace(e.Written(name)) }

// Written returns the value of an attribute with the white space around it.
func (e *Element) Written(name string) string {
	for _, a := range e.attrs {
		if a.name == name {
			return unescape(e.src[a.valueStart:a.valueEnd])
		}
	}
	return ""
}

// Has reports whether the element has the attribute.
func (e *Element) Has(name string) bool {
	for _, a := range e.attrs {
		if a.name == name {
			return true
		}
	}
	return false
}

// Attributes returns the names of the attributes.
func (e *Element) Attributes() []string {
	names := make([]string, len(e.attrs))
	for i, a := range e.attrs {
		names[i] = a.name
	}
	return names
}

// Text returns the text between the start tag and the next tag, without comments and white space around it; empty for an element that has
// none.
func (e *Element) Text() string {
	if e.empty {
		return ""
	}
	text, rest, _ := strings.Cut(e.src[e.end:], "<")
	text = unescape(text)
	for {
		switch {
		case strings.HasPrefix(rest, "!--"):
			_, rest, _ = strings.Cut(rest, "-->")
		case strings.HasPrefix(rest, "![CDATA["):
			var raw string
			raw, rest, _ = strings.Cut(rest[len("![CDATA["):], "]]>")
			text += raw
		default:
			return strings.TrimSpace(text)
		}
		more, next, _ := strings.Cut(rest, "<")
		text, rest = text+unescape(more), next
	}
}
