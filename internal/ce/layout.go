package ce

import (
	"cmp"
	"strings"

	"quartermaster/internal/textfile"
)

// layout is the white space and style of a file.
type layout struct {
	newline string
	indent  string // of an entry
	unit    string // of each further level
	closing string // of an empty element
}

// String returns a text that differs for different layouts.
func (l layout) String() string {
	return strings.Join([]string{l.newline, l.indent, l.unit, l.closing}, "|")
}

// canonical returns the layout of the game's own db files.
func canonical() layout {
	return layout{newline: "\n", indent: "    ", unit: "    ", closing: "/>"}
}

// tabbed returns the layout of the game's files outside the db folder.
func tabbed() layout {
	return layout{newline: "\n", indent: "\t", unit: "\t", closing: " />"}
}

// newlineOf returns the first line end in the text, or "".
func newlineOf(text string) string {
	end := strings.IndexByte(text, '\n')
	if end < 0 {
		return ""
	}
	return lineEndBefore(text[:end+1])
}

// lineEndAt returns the line end that s starts with.
func lineEndAt(s string) string {
	for _, end := range []string{"\n", "\r\n"} {
		if strings.HasPrefix(s, end) {
			return end
		}
	}
	return ""
}

// lineEndBefore returns the line end that s ends with.
func lineEndBefore(s string) string {
	for _, end := range []string{"\r\n", "\n"} {
		if strings.HasSuffix(s, end) {
			return end
		}
	}
	return ""
}

// closingOf returns how the text closes its first empty element, or "".
func closingOf(text string) string {
	end := strings.Index(text, "/>")
	switch {
	case end < 0:
		return ""
	case end > 0 && text[end-1] == ' ':
		return " />"
	}
	return "/>"
}

// unitOf returns the indentation of an element's content relative to the element, or "".
func unitOf(raw string) string {
	first, last := strings.IndexByte(raw, '\n'), strings.LastIndexByte(raw, '\n')
	if first < 0 {
		return ""
	}
	unit, ok := strings.CutPrefix(leadingBlanks(raw[first+1:]), leadingBlanks(raw[last+1:]))
	if !ok {
		return ""
	}
	return unit
}

func leadingBlanks(s string) string {
	return s[:len(s)-len(strings.TrimLeft(s, blanks))]
}

// of returns the layout, changed to that of an entry's text as far as it shows one.
func (l layout) of(raw string) layout {
	l.newline = cmp.Or(newlineOf(raw), l.newline)
	l.unit = cmp.Or(unitOf(raw), l.unit)
	l.closing = cmp.Or(closingOf(raw), l.closing)
	return l
}

// layoutOf returns the layout of a file, as far as its skeleton and the texts of its entries show it;
// the rest is taken from l.
func layoutOf(l layout, s textfile.Skeleton, raws []string) layout {
	l.newline = cmp.Or(firstOf(newlineOf, s.Leads, []string{s.Tail}, raws), l.newline)
	if indent, ok := entryIndent(s.Leads); ok {
		l.indent = indent
	}
	if strings.HasPrefix(l.indent, "\t") {
		l.unit = "\t"
	}
	l.unit = cmp.Or(firstOf(unitOf, raws), l.unit)
	l.closing = cmp.Or(firstOf(closingOf, raws), l.closing)
	return l
}

// firstOf returns the first text that look finds, or "".
func firstOf(look func(string) string, lists ...[]string) string {
	for _, texts := range lists {
		for _, text := range texts {
			if found := look(text); found != "" {
				return found
			}
		}
	}
	return ""
}

// entryIndent returns the indentation of the first entry that starts a line.
func entryIndent(leads []string) (indent string, ok bool) {
	for _, lead := range leads {
		last := lead[strings.LastIndexByte(lead, '\n')+1:]
		if len(last) < len(lead) && strings.Trim(last, blanks) == "" {
			return last, true
		}
	}
	return "", false
}
