// Package ce reads and writes the files of the game's central economy: bytes to values and back.
//
// What nobody changed is written as it was read, byte for byte: comments, unknown elements, the
// spelling of numbers, indentation and line ends. A change of one value changes that value's line.
package ce

import "strings"

// Skeleton is the text of a file between its entries, kept as written. The zero value stands for a
// file that does not exist yet.
type Skeleton struct {
	// Leads[i] is the text before entry i; the prolog and the start of the root are in Leads[0].
	Leads []string `json:"leads"`
	// Tail is everything behind the last entry, the whole file when it has none.
	Tail string `json:"tail"`
}

// Entry is one entry of a file: its value, its text exactly as written and the line it starts on.
type Entry[T any] struct {
	Value T
	Raw   string
	Line  int
}

// File is a file taken apart.
type File[T any] struct {
	Skeleton Skeleton
	Entries  []Entry[T]
	Warnings []Warning
}

// Part is an entry to be written.
type Part[T any] struct {
	Slot  int    // index into Skeleton.Leads, -1 for a new entry
	Raw   string // the entry's original text, empty when it has none
	Value T
}

// format is what the entry files differ in.
type format[T any] struct {
	root, element string
	order         []string // the canonical order of an entry's elements
	blank         func(layout) string
	read          func(*reader) T
	patch         func(p *patch, old, new *T)
}

// parse takes a file apart. An entry is an outermost element of the format's name, wherever it
// stands; one without a name is left in the text around it, with a warning.
func (f format[T]) parse(data []byte) (*File[T], error) {
	src := string(data)
	if err := checkFile(src); err != nil {
		return nil, err
	}
	file, s, r, done := f.newFile(src), newScanner(src), &reader{tree: &tree{src: src}}, 0
	for {
		found, err := f.readNext(s, r.tree)
		if err != nil {
			return nil, err
		}
		if !found {
			break
		}
		if r.attrValue(0, "name") == "" {
			r.warn(0, "<%s> without name is not read", f.element)
			continue
		}
		file.Skeleton.Leads = append(file.Skeleton.Leads, src[done:r.elems[0].start])
		file.Entries = append(file.Entries, Entry[T]{Value: f.read(r), Raw: r.raw(0), Line: r.elems[0].line})
		done = r.elems[0].end
	}
	file.Skeleton.Tail, file.Warnings = src[done:], r.warnings
	return file, nil
}

// newFile returns a file with room for the entries that src seems to have.
func (f format[T]) newFile(src string) *File[T] {
	const most = 1 << 12 // a hostile file may seem to have more than it holds
	count := min(strings.Count(src, "<"+f.element+" "), most)
	return &File[T]{
		Skeleton: Skeleton{Leads: make([]string, 0, count)},
		Entries:  make([]Entry[T], 0, count),
	}
}

// readNext reads the next entry into the tree; found is false at the end of the file.
func (f format[T]) readNext(s *scanner, t *tree) (found bool, err error) {
	for {
		tok, err := s.next()
		if err != nil || tok.kind == endOfFile {
			return false, err
		}
		if tok.kind == startTag && tok.name == f.element {
			return true, t.read(s, tok)
		}
	}
}
