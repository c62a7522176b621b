package pack

import (
	"cmp"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"

	"quartermaster/internal/document"
	"quartermaster/packs"
)

// Set is the packs that a program knows.
type Set struct {
	packs []*Pack
	made  *memory // of documents, shared by sets that were made of each other
}

// BuiltIn returns the packs that come with the program. They are read when they are first asked for. A mistake in one panics: it shows in
// every test that asks.
var BuiltIn = sync.OnceValue(func() *Set {
	list, wrong := load(packs.Files)
	if len(wrong) > 0 {
		panic("pack: " + wrong[0].Error())
	}
	return newSet(list, new(memory))
})

func newSet(list []*Pack, made *memory) *Set {
	slices.SortFunc(list, func(a, b *Pack) int { return cmp.Compare(a.Slug, b.Slug) })
	return &Set{list, made}
}

// With returns a set that also has the packs in the folders of a directory: those of the same slug replace others. The mistakes are those
// of packs that were left out.
func (s *Set) With(dir string) (*Set, []Mistake) { return s.with(os.DirFS(dir)) }

func (s *Set) with(files fs.FS) (*Set, []Mistake) {
	added, wrong := load(files)
	return s.And(added), wrong
}

// And returns a set that also has other packs: those of the same slug replace others.
func (s *Set) And(added []*Pack) *Set {
	list := slices.DeleteFunc(slices.Clone(s.packs), func(p *Pack) bool {
		return slices.ContainsFunc(added, func(other *Pack) bool { return other.Slug == p.Slug })
	})
	return newSet(append(list, added...), s.made)
}

// Pack returns the pack with a slug; nil where there is none.
func (s *Set) Pack(slug string) *Pack {
	for _, p := range s.packs {
		if p.Slug == slug {
			return p
		}
	}
	return nil
}

// Packs returns the packs in the order of their slugs.
func (s *Set) Packs() []*Pack { return s.packs }

// filesAt returns what may describe a file, by its path.
func (s *Set) filesAt(file string) (list []*File) {
	lower := strings.ToLower(file)
	for _, p := range s.packs {
		for _, f := range p.Files {
			if f.at(lower) {
				list = append(list, f)
			}
		}
	}
	return list
}

// Knows reports whether a pack may know a file, by its path.
func (s *Set) Knows(file string) bool { return len(s.filesAt(file)) > 0 }

// Open returns what describes a file, and the document that it is by that; nil for a file that no pack knows or fits.
func (s *Set) Open(file, text string) (*File, *document.Document) {
	for _, f := range s.filesAt(file) {
		if d := f.document(file, text, nil); d != nil && d.Misfit == "" {
			return f, d
		}
	}
	return nil, nil
}

// RunTime returns the pack that calls a file run-time data, by its path; nil for none.
func (s *Set) RunTime(file string) *Pack {
	lower := strings.ToLower(file)
	for _, p := range s.packs {
		if matchesAny(p.runTime, lower) {
			return p
		}
	}
	return nil
}

// Keeps reports whether a pack says that a file is configuration, although it lies among run-time data.
func (s *Set) Keeps(file string) bool {
	lower := strings.ToLower(file)
	return slices.ContainsFunc(s.packs, func(p *Pack) bool { return matchesAny(p.keep, lower) })
}
