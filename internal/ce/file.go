// Package ce reads and writes the files of the game's central economy: bytes to values and back.
//
// Unchanged parts of a file are written byte for byte as they were read: comments, unknown elements,
// the spelling of numbers, indentation and line ends. A changed value changes only its own line.
package ce

import (
	"slices"
	"strings"

	"quartermaster/internal/textfile"
)

// format describes a type of file with entries.
type format[T any] struct {
	root     string
	elements []string                // names of entries
	inside   []string                // elements that an entry must be inside of; nil for anywhere
	fold     bool                    // element names ignore case
	order    []string                // the canonical order of an entry's elements
	usual    layout                  // for files that do not show their own
	blank    func(layout, *T) string // the text of a new entry, to be patched
	lacks    func(*tree) string      // names what element 0 lacks to be an entry; "" for an entry
	valid    func(*T) error          // returns an error for a value that cannot be written; may be nil
	read     func(*reader) T
	patch    func(p *patch, old, new *T)
}

// parse parses a file. Entries are the outermost elements with one of the format's names; those that
// lack something stay part of the text around them, with a warning.
func (f format[T]) parse(data []byte) (*textfile.File[T], error) {
	src := string(data)
	if err := checkFile(src); err != nil {
		return nil, err
	}
	cut, s, r := textfile.Cut[T](src), newScanner(src), newReader(&tree{src: src, fold: f.fold})
	cut.Grow(min(len(src)/usualEntry, mostAtOnce))
	for f.nextEntry(s, r.tree) {
		if lacking := f.lacks(r.tree); lacking != "" {
			r.warnOfLack(0, lacking)
			continue
		}
		cut.Take(r.elems[0].start, r.elems[0].end, r.line(0), f.read(r))
	}
	if s.err != nil {
		return nil, s.err
	}
	file := cut.File()
	file.Warnings = r.warnings
	return file, nil
}

// usualEntry is the minimum size of most entries in bytes; room for up to mostAtOnce entries is allocated at
// the start.
const usualEntry, mostAtOnce = 400, 1 << 12

// nextEntry parses the next entry into the tree. It returns false at the end and on an error.
func (f format[T]) nextEntry(s *scanner, t *tree) bool {
	for s.next() {
		if s.kind == startTag && f.isEntry(s) {
			t.read(s)
			return s.err == nil
		}
	}
	return false
}

func (f format[T]) isEntry(s *scanner) bool {
	named := func(element string) bool { return sameName(element, s.name, f.fold) }
	within := func(element string) bool { return slices.Contains(f.inside, element) }
	return slices.ContainsFunc(f.elements, named) && (f.inside == nil || slices.ContainsFunc(s.open, within))
}

// what returns the name of entries for messages, such as "<type>".
func (f format[T]) what() string {
	return "<" + strings.Join(f.elements, "> or <") + ">"
}

func lacksName(t *tree) string {
	if t.attrValue(0, "name") == "" {
		return "name"
	}
	return ""
}
