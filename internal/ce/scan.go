package ce

import "strings"

// maxDepth is how deep elements may nest; the game's own files need four levels.
const maxDepth = 64

type tokenKind uint8

const (
	endOfFile tokenKind = iota
	startTag
	endTag
	plainText
	rawText   // a CDATA section
	noContent // a comment, a processing instruction or a document type
)

// token is one piece of a file; start and end are byte offsets. The tokens of a file, laid end to
// end, are the file.
type token struct {
	kind       tokenKind
	start, end int
	line       int
	name       string // of a tag
	empty      bool   // a start tag that ends in />
	attrs      []attr // valid until the next token is read
}

// scanner cuts a file into tokens and sees to it that tags match. It accepts what the game accepts
// beyond XML: several roots, text outside of them, -- in comments and <?xml lines anywhere.
type scanner struct {
	src     string
	pos     int
	line    int
	counted int      // line counts the line ends before this offset
	open    []string // names of the elements that are open
	attrs   []attr
}

func newScanner(src string) *scanner {
	return &scanner{src: src, line: 1}
}

func (s *scanner) fail(offset int, format string, args ...any) error {
	return syntaxError(s.src, offset, format, args...)
}

// next returns the next token. Behind the last one it returns endOfFile, or an error when an
// element is still open.
func (s *scanner) next() (token, error) {
	s.line += strings.Count(s.src[s.counted:s.pos], "\n")
	s.counted = s.pos
	rest := s.src[s.pos:]
	switch {
	case rest == "":
		return s.finish()
	case rest[0] != '<':
		return s.text()
	case strings.HasPrefix(rest, "</"):
		return s.endTag()
	case strings.HasPrefix(rest, "<!"), strings.HasPrefix(rest, "<?"):
		return s.special(rest)
	}
	return s.startTag()
}

func (s *scanner) finish() (token, error) {
	if n := len(s.open); n > 0 {
		return token{}, s.fail(s.pos, "</%s> expected, found the end of the file", s.open[n-1])
	}
	return s.take(endOfFile, 0), nil
}

// take makes a token of the next size bytes.
func (s *scanner) take(kind tokenKind, size int) token {
	start := s.pos
	s.pos += size
	return token{kind: kind, start: start, end: s.pos, line: s.line}
}

func (s *scanner) text() (token, error) {
	rest := s.src[s.pos:]
	if end := strings.IndexByte(rest, '<'); end >= 0 {
		rest = rest[:end]
	}
	if err := s.checkEntities(s.pos, rest); err != nil {
		return token{}, err
	}
	return s.take(plainText, len(rest)), nil
}

func (s *scanner) checkEntities(offset int, text string) error {
	for {
		next := strings.IndexByte(text, '&')
		if next < 0 {
			return nil
		}
		_, size, ok := cutEntity(text[next:])
		if !ok {
			return s.fail(offset+next, "& does not start a known entity; write &amp; for the character itself")
		}
		offset, text = offset+next+size, text[next+size:]
	}
}

func (s *scanner) special(rest string) (token, error) {
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

func (s *scanner) until(kind tokenKind, opening, closing, what string) (token, error) {
	end := strings.Index(s.src[s.pos+len(opening):], closing)
	if end < 0 {
		return token{}, s.fail(s.pos, "the %s is not closed, %s expected", what, closing)
	}
	return s.take(kind, len(opening)+end+len(closing)), nil
}

// docType skips a document type with all that it declares; nothing of it is ever expanded.
func (s *scanner) docType(rest string) (token, error) {
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
			return s.take(noContent, size), nil
		}
	}
	return token{}, s.fail(s.pos, "the document type is not closed, > expected")
}

// docTypePiece returns the comment, the quoted text or the single byte that rest starts with.
func docTypePiece(rest string) string {
	if size := commentSize(rest); size > 0 {
		return rest[:size]
	}
	if value, ok := quoted(rest); ok {
		return rest[:len(value)+2]
	}
	return rest[:1]
}

// commentSize returns the length of the comment that s starts with, 0 when it starts with none.
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

func (s *scanner) endTag() (token, error) {
	name := tagName(s.src[s.pos+2:])
	end := s.pos + 2 + len(name)
	end += spaceSize(s.src[end:])
	if !strings.HasPrefix(s.src[end:], ">") {
		return token{}, s.fail(s.pos, "the tag </%s is not closed, > expected", name)
	}
	if err := s.pop(name); err != nil {
		return token{}, err
	}
	tok := s.take(endTag, end+1-s.pos)
	tok.name = name
	return tok, nil
}

func (s *scanner) pop(name string) error {
	last := len(s.open) - 1
	switch {
	case last < 0:
		return s.fail(s.pos, "</%s> found, but no element is open", name)
	case s.open[last] != name:
		return s.fail(s.pos, "</%s> expected, found </%s>", s.open[last], name)
	}
	s.open = s.open[:last]
	return nil
}

func (s *scanner) push(name string) error {
	if len(s.open) == maxDepth {
		return s.fail(s.pos, "elements nest deeper than %d levels", maxDepth)
	}
	s.open = append(s.open, name)
	return nil
}
