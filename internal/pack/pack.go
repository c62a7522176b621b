package pack

import (
	"slices"
	"strings"

	"quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/notation"
)

// Mistake is what is wrong in a pack.
type Mistake = notation.Mistake

// Pack describes the files of a mod.
type Pack struct {
	Slug     string
	Name     string // of the mod
	About    string // what the mod does
	Version  string // of the pack
	Workshop string // number of the mod in Steam's Workshop; empty where it is not known
	Files    []*File

	text    []byte // of its file
	runTime []pattern
	keep    []pattern     // what is configuration although it lies among run-time data
	folder  string        // of the pack among the files that it was read from
	root    notation.Node // which knows what is wrong with it

	folders   []string              // of the documents that it declares
	documents []*expansion.Declared // they are found by their place, not by the patterns of files
}

// File describes one of the files of a mod, or several that are alike.
type File struct {
	Pack   *Pack
	Name   string // unique in the pack
	Title  string
	About  string
	Format string // json, xml, cfg or lines

	paths, except []pattern
	has           []string          // keys that the file must have, for one whose path does not tell enough
	list          bool              // the file is a list as a whole
	columns       []document.Column // of the format lines
	fields        []*expansion.Field
	member        *expansion.Field // of a list, under the key of lists; of an object whose keys are any names, each of its values
	sections      []expansion.Section
	rules         []Rule

	place string // of a document, below the server's root
}

// Paths returns the patterns of the paths of the files, as the pack has them.
func (f *File) Paths() (list []string) {
	if f.place != "" {
		return []string{f.place}
	}
	for _, p := range f.paths {
		list = append(list, p.text)
	}
	return list
}

// Text returns the text of the pack's file.
func (p *Pack) Text() string { return string(p.text) }

// Knows reports whether the pack may describe a file, by its path.
func (p *Pack) Knows(path string) bool {
	lower := strings.ToLower(path)
	return slices.ContainsFunc(p.Files, func(f *File) bool { return f.at(lower) })
}

// IsRunTime reports whether a path is one of run-time data: what the mod writes while the server runs, and no configuration.
func (p *Pack) IsRunTime(path string) bool { return matchesAny(p.runTime, strings.ToLower(path)) }

// at reports whether a file may be one that f describes, by its path in lower case.
func (f *File) at(path string) bool { return matchesAny(f.paths, path) && !matchesAny(f.except, path) }
