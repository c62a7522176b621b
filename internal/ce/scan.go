package ce

import "strings"

// maxDepth limits the nesting of elements; the game's own files need four levels.
const maxDepth = 64

type tokenType uint8

const (
	startTag tokenType = iota
	endTag
	plainText
	rawText   // a CDATA section
	noContent // a comment, a processing instruction or a document type
)

// token is one piece of a file; start and end are byte offsets. The tokens of a file, laid end to
// end, are the file.
type token struct {
	kind       tokenType
	start, end int
	name       string // of a tag
	empty      bool   // a start tag that ends in />
	attrs      []attr // of a start tag, valid until the next token is read
}

// scanner splits a file into tokens and checks that tags match. It accepts what the game accepts beyond
// XML: several roots, text outside of them, -- in comments and <?xml lines anywhere.
type scanner struct {
	src   string
	token          // the current one, set by next
	open  []string // names of the elements that are open
	err   error    // why next returned false; nil at the end of the file
}

func newScanner(src string) *scanner {
	return &scanner{src: src}
}

// fail ends the scan at the offset.
func (s *scanner) fail(offset int, format string, args ...any) bool {
	s.err = syntaxError(s.src, offset, format, args...)
	return false
}

// next reads the next token. It returns false at the end and on an error, such as an element that is
// not closed.
func (s *scanner) next() bool {
	s.start = s.end
	rest := s.src[s.start:]
	switch {
	case s.err != nil:
		return false
	case rest == "":
		return s.finish()
	case rest[0] != '<':
		return s.text(rest)
	case strings.HasPrefix(rest, "</"):
		return s.endTag(rest)
	case strings.HasPrefix(rest, "<!"), strings.HasPrefix(rest, "<?"):
		return s.special(rest)
	}
	return s.startTag(rest)
}

func (s *scanner) finish() bool {
	if n := len(s.open); n > 0 {
		return s.fail(s.start, "</%s> expected, found the end of the file", s.open[n-1])
	}
	return false
}

// take makes a token of the next size bytes.
func (s *scanner) take(kind tokenType, size int) bool {
	s.kind, s.end = kind, s.start+size
	return true
}

func (s *scanner) text(rest string) bool {
	size := strings.IndexByte(rest, '<')
	if size < 0 {
		size = len(rest)
	}
	return s.checkEntities(s.start, rest[:size]) && s.take(plainText, size)
}

func (s *scanner) checkEntities(offset int, text string) bool {
	for {
		next := strings.IndexByte(text, '&')
		if next < 0 {
			return true
		}
		_, size, ok := cutEntity(text[next:])
		if !ok {
			return s.fail(offset+next, "& does not start a known entity; write &amp; for the character itself")
		}
		offset, text = offset+next+size, text[next+size:]
	}
}

func (s *scanner) special(rest string) bool {
	switch {
	case strings.HasPrefix(rest, "<!--"):
		return s.until(noContent, "<!--", "-->", "comment")
	case strings.HasPrefix(rest, "<![CDATA["):
		return s.until(rawText, "<![CDATA[", "]]>", "CDATA section")
	case strings.HasPrefix(rest, "<?"):
		return s.until(noContent, "<?", "?>", "processing instruction")
	}
	return s.docType(rest)
}

func (s *scanner) until(kind tokenType, opening, closing, what string) bool {
	size := strings.Index(s.src[s.start+len(opening):], closing)
	if size < 0 {
		return s.fail(s.start, "the %s is not closed, %s expected", what, closing)
	}
	return s.take(kind, len(opening)+size+len(closing))
}

// docType skips a document type with its declarations, which are never expanded.
func (s *scanner) docType(rest string) bool {
	depth, size := 0, 0
	for size < len(rest) {
		piece := docTypePiece(rest[size:])
		size += len(piece)
		switch piece {
		case "<":
			depth++
		case ">":
			depth--
		}
		if depth == 0 {
			return s.take(noContent, size)
		}
	}
	return s.fail(s.start, "the document type is not closed, > expected")
}

// docTypePiece returns the comment, quoted text or single byte that rest starts with; all of rest if a
// comment or quote is not closed.
func docTypePiece(rest string) string {
	if size := commentSize(rest); size > 0 {
		return rest[:size]
	}
	if rest[0] != '"' && rest[0] != '\'' {
		return rest[:1]
	}
	if value, ok := quoted(rest); ok {
		return rest[:len(value)+2]
	}
	return rest
}

// commentSize returns the length of the comment that s starts with, or 0.
func commentSize(s string) int {
	if !strings.HasPrefix(s, "<!--") {
		return 0
	}
	end := strings.Index(s[len("<!--"):], "-->")
	if end < 0 {
		return len(s)
	}
	return len("<!--") + end + len("-->")
}

func (s *scanner) endTag(rest string) bool {
	s.name = tagName(rest[len("</"):])
	size := len("</") + len(s.name)
	size += spaceSize(rest[size:])
	if size == len(rest) || rest[size] != '>' {
		return s.fail(s.start, "the tag </%s is not closed, > expected", s.name)
	}
	return s.pop() && s.take(endTag, size+1)
}

func (s *scanner) pop() bool {
	last := len(s.open) - 1
	switch {
	case last < 0:
		return s.fail(s.start, "</%s> found, but no element is open", s.name)
	case s.open[last] != s.name:
		return s.fail(s.start, "</%s> expected, found </%s>", s.open[last], s.name)
	}
	s.open = s.open[:last]
	return true
}

func (s *scanner) push() bool {
	if len(s.open) == maxDepth {
		return s.fail(s.start, "elements nest deeper than %d levels", maxDepth)
	}
	s.open = append(s.open, s.name)
	return true
}
