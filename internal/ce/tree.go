package ce

import (
	"iter"
	"sort"
	"strings"
)

// none is the index of no element.
const none = -1

// element is an element of a tree with its byte offsets: start of its start tag, inner and innerEnd
// around its content, end behind its end tag. In an empty element the last three are equal.
type element struct {
	name            string
	start, inner    int
	innerEnd, end   int
	empty           bool // written as one tag that ends in />
	parent          int
	after           int // index of the first element that is not below this one
	attrs, attrsEnd int
}

// tree holds the elements of a text in the order of their start tags. Comments and text are only in
// src.
type tree struct {
	src   string
	elems []element
	attrs []attr
	fold  bool // element names ignore case
}

// parseDocument parses a whole file. Element 0 is the file itself and has no name. The error is a
// *SyntaxError.
func parseDocument(src string) (*tree, error) {
	if err := checkFile(src); err != nil {
		return nil, err
	}
	t, s := &tree{src: src, elems: []element{{parent: none}}}, newScanner(src)
	t.fill(s, 0)
	t.close(0, len(src), len(src))
	if s.err != nil {
		return nil, s.err
	}
	return t, nil
}

// parse replaces the tree by that of src, which must be a single element; it becomes element 0.
func (t *tree) parse(src string) error {
	if err := checkCharacters(src); err != nil {
		return err
	}
	t.src, t.elems = src, t.elems[:0]
	s := newScanner(src)
	if s.next() && s.kind == startTag {
		t.read(s)
	}
	switch {
	case s.err != nil:
		return s.err
	case len(t.elems) == 0 || t.elems[0].end != len(src):
		return syntaxError(src, s.end, "one element expected, found more")
	}
	return nil
}

func checkFile(src string) error {
	if src == "" {
		return syntaxError(src, 0, "the file is empty")
	}
	return checkCharacters(src)
}

// read replaces the tree by that of the element whose start tag the scanner has just read. It is complete
// unless the scanner has an error.
func (t *tree) read(s *scanner) {
	t.elems, t.attrs = t.elems[:0], t.attrs[:0]
	root := t.add(s, none)
	if !s.empty {
		t.fill(s, root)
	}
}

// fill reads the content of the element root, up to its end tag or the end of the file.
func (t *tree) fill(s *scanner, root int) {
	current := root
	for s.next() {
		switch s.kind {
		case startTag:
			if i := t.add(s, current); !s.empty {
				current = i
			}
		case endTag:
			t.close(current, s.start, s.end)
			if current == root {
				return
			}
			current = t.elems[current].parent
		}
	}
}

// add appends the element whose start tag the scanner has read.
func (t *tree) add(s *scanner, parent int) int {
	i, first := len(t.elems), len(t.attrs)
	t.attrs = append(t.attrs, s.attrs...)
	t.elems = append(t.elems, element{
		name: s.name, empty: s.empty, parent: parent, after: i + 1,
		start: s.start, inner: s.end, innerEnd: s.end, end: s.end,
		attrs: first, attrsEnd: len(t.attrs),
	})
	return i
}

func (t *tree) close(i, innerEnd, end int) {
	e := &t.elems[i]
	e.innerEnd, e.end, e.after = innerEnd, end, len(t.elems)
}

// kids yields the elements directly below parent.
func (t *tree) kids(parent int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := parent + 1; i < t.elems[parent].after; i = t.elems[i].after {
			if !yield(i) {
				return
			}
		}
	}
}

// named yields the elements directly below parent that have the name.
func (t *tree) named(parent int, name string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range t.kids(parent) {
			if sameName(t.elems[i].name, name, t.fold) && !yield(i) {
				return
			}
		}
	}
}

func sameName(a, b string, fold bool) bool {
	return a == b || fold && strings.EqualFold(a, b)
}

// all yields the elements with the name anywhere below parent.
func (t *tree) all(parent int, name string) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := parent + 1; i < t.elems[parent].after; i++ {
			if t.elems[i].name == name && !yield(i) {
				return
			}
		}
	}
}

// collect returns the elements for which meets is true.
func collect(elems iter.Seq[int], meets func(i int) bool) (found []int) {
	for i := range elems {
		if meets(i) {
			found = append(found, i)
		}
	}
	return found
}

// withAttr returns the elements directly below parent that have the name and a value for the attribute.
func (t *tree) withAttr(parent int, name, attribute string) []int {
	return collect(t.named(parent, name), func(i int) bool { return t.attrValue(i, attribute) != "" })
}

// first returns the first element of that name below the entry, or none.
func (t *tree) first(name string) int {
	for i := range t.named(0, name) {
		return i
	}
	return none
}

// around returns the innermost element around the offset.
func (t *tree) around(offset int) int {
	i := sort.Search(len(t.elems), func(k int) bool { return t.elems[k].start >= offset }) - 1
	for i > 0 && (t.elems[i].empty || t.elems[i].innerEnd < offset) {
		i = t.elems[i].parent
	}
	return max(i, 0)
}

// raw returns the element exactly as written.
func (t *tree) raw(i int) string {
	return t.src[t.elems[i].start:t.elems[i].end]
}

// content returns the text between the tags of the element.
func (t *tree) content(i int) string {
	return t.src[t.elems[i].inner:t.elems[i].innerEnd]
}

// attrNamed returns the attribute of the element, or nil.
func (t *tree) attrNamed(i int, name string) *attr {
	attrs := t.attrs[t.elems[i].attrs:t.elems[i].attrsEnd]
	for a := range attrs {
		if attrs[a].name == name {
			return &attrs[a]
		}
	}
	return nil
}

// attrValue returns the attribute's value without white space around it, empty when it is absent.
func (t *tree) attrValue(i int, name string) string {
	a := t.attrNamed(i, name)
	if a == nil {
		return ""
	}
	return strings.TrimSpace(unescape(t.src[a.valueStart:a.valueEnd]))
}

// text returns the element's own text without comments and without white space around it.
func (t *tree) text(i int) string {
	content := t.content(i)
	if strings.IndexByte(content, '<') < 0 {
		return strings.TrimSpace(unescape(content))
	}
	var b strings.Builder
	for _, run := range t.textRuns(i) {
		b.WriteString(run.value)
	}
	return strings.TrimSpace(b.String())
}

// textRun is a piece of an element's own text; start and end leave out white space around it.
type textRun struct {
	start, end int
	value      string
}

// textRuns returns the pieces of an element's own text that are not white space only.
func (t *tree) textRuns(i int) []textRun {
	var runs []textRun
	s := newScanner(t.content(i))
	for s.next() {
		run, ok := s.run()
		if ok && len(s.open) == 0 {
			run.start += t.elems[i].inner
			run.end += t.elems[i].inner
			runs = append(runs, run)
		}
	}
	return runs
}

func (s *scanner) run() (run textRun, ok bool) {
	written := s.src[s.start:s.end]
	switch s.kind {
	case plainText:
		text := strings.TrimSpace(written)
		start := s.start + strings.Index(written, text)
		return textRun{start, start + len(text), unescape(text)}, text != ""
	case rawText:
		text := written[len("<![CDATA[") : len(written)-len("]]>")]
		return textRun{s.start, s.end, text}, strings.TrimSpace(text) != ""
	}
	return textRun{}, false
}
