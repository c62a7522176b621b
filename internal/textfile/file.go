// Package textfile has what the codecs of the game's files have in common: a file taken apart into a skeleton and entries, and put
// together again.
package textfile

import (
	"errors"

	"quartermaster/internal/say"
)

// Skeleton is the text of a file between its entries, kept as written. The zero value is that of a file that does not
// exist yet.
type Skeleton struct {
	// Leads[i] is the text before entry i, behind the entry before.
	Leads []string `json:"leads"`
	// Tail is everything behind the last entry, the whole file when it has none.
	Tail string `json:"tail"`
}

// IsZero reports whether there is no file yet.
func (s Skeleton) IsZero() bool { return len(s.Leads) == 0 && s.Tail == "" }

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

// Part is an entry to be written. Parts are given in the order of the file.
type Part[T any] struct {
	Slot  int    // index into Skeleton.Leads, -1 for a new entry
	Raw   string // the entry's original text, empty when it has none
	Value T

	// Written, unless it is zero, is how the entry was last written, and stands in place of Value. Codecs that can do without the values
	// set it when they write a file. They return ErrOutdated for one that does not hold any more, and then write nothing.
	Written Written
}

// Written is the text of an entry as it was written. A text that is not the entry's original holds for one layout of the file.
type Written struct{ Text, Layout string }

// ErrOutdated is returned for a part with a Written text that was made for another layout of the file.
var ErrOutdated = errors.New("the layout of the file has changed")

// Parts returns the parts that write a file as it was read.
func (f *File[T]) Parts() []Part[T] {
	parts := make([]Part[T], len(f.Entries))
	for i, entry := range f.Entries {
		parts[i] = Part[T]{Slot: i, Raw: entry.Raw, Value: entry.Value}
	}
	return parts
}

// Cutter splits a text into entries and skeleton, from start to end.
type Cutter[T any] struct {
	src  string
	done int
	file File[T]
}

// Cut returns a cutter of the text.
func Cut[T any](src string) *Cutter[T] { return &Cutter[T]{src: src} }

// Grow makes room for n entries, before the first is taken.
func (c *Cutter[T]) Grow(n int) {
	c.file.Skeleton.Leads, c.file.Entries = make([]string, 0, n), make([]Entry[T], 0, n)
}

// Take adds the text from start to end as an entry.
func (c *Cutter[T]) Take(start, end, line int, value T) {
	c.file.Skeleton.Leads = append(c.file.Skeleton.Leads, c.src[c.done:start])
	c.file.Entries = append(c.file.Entries, Entry[T]{Value: value, Raw: c.src[start:end], Line: line})
	c.done = end
}

// Warn adds a warning about a line.
func (c *Cutter[T]) Warn(line int, says say.Message) {
	c.file.Warnings = append(c.file.Warnings, Warning{line, says})
}

// File returns the file, with what was not taken as its skeleton.
func (c *Cutter[T]) File() *File[T] {
	c.file.Skeleton.Tail = c.src[c.done:]
	return &c.file
}
