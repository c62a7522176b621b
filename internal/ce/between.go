package ce

import (
	"cmp"
	"strings"
)

// Between returns the part of the text before an entry that can precede it in another file as well: all
// of it or, if it holds tags or the start of a file, only the comments.
func Between(lead string) string {
	if standsAlone(lead) {
		return lead
	}
	newline := cmp.Or(newlineOf(lead), "\n")
	indent := lead[len(strings.TrimRight(lead, blanks)):]
	var b strings.Builder
	for _, comment := range comments(lead) {
		b.WriteString(newline + indent + comment)
	}
	return b.String() + newline + indent
}

// standsAlone reports whether a text closes all that it opens, and declares nothing.
func standsAlone(text string) bool {
	s := newScanner(text)
	for s.next() {
		if written := text[s.start:s.end]; s.kind == noContent && !strings.HasPrefix(written, "<!--") {
			return false
		}
	}
	return s.err == nil
}

// comments returns the comments in a text.
func comments(text string) (list []string) {
	for at := strings.Index(text, "<!--"); at >= 0; at = strings.Index(text, "<!--") {
		size := commentSize(text[at:])
		list = append(list, text[at:at+size])
		text = text[at+size:]
	}
	return list
}
