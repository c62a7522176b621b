package lint

import (
	"iter"
	"maps"
	"slices"
	"strings"

	declared "quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// gameDocument is a file of the game that is one document, with its values.
type gameDocument struct {
	*declared.Document
	Tree *jsontree.Object

	about *record.File
	text  string
}

// gameDocuments yields the files of the game that are documents and can be read, sorted by path.
func (w *world) gameDocuments() iter.Seq[*gameDocument] {
	return func(yield func(*gameDocument) bool) {
		for _, lower := range slices.Sorted(maps.Keys(w.Game)) {
			if d := w.gameDocument(lower); d != nil && !yield(d) {
				return
			}
		}
		if f := w.GroupsFile; f != nil && f.Content != nil {
			if d := newGameDocument(declared.Named("event-groups"), f, *f.Content); d != nil {
				yield(d)
			}
		}
	}
}

// gameDocument returns the document at a path below the mission folder, in lower case; nil if there is none that can be read.
func (w *world) gameDocument(lower string) *gameDocument {
	f := w.Game[lower]
	if f == nil {
		return nil
	}
	return newGameDocument(w.declaredAt(lower), f.about, f.text)
}

func newGameDocument(of *declared.Document, about *record.File, text string) *gameDocument {
	if of == nil {
		return nil
	}
	tree, err := of.Read(text)
	if err != nil {
		return nil // other rules report it
	}
	return &gameDocument{of, tree, about, text}
}

// declaredAt returns the document that a file is, or nil: by the key of cfggameplay.json that names it, or by its path.
func (w *world) declaredAt(lower string) *declared.Document {
	for _, n := range w.gameplayFiles() {
		if n.below() == lower {
			return namedBy(n.key)
		}
	}
	place, rooted := strings.CutPrefix(lower, "/")
	if !rooted {
		place = "mpmissions/mission/" + place
	}
	for _, d := range declared.All() {
		if !d.OfMod && expansion.Setting(d.Slug) == nil && d.IsAt(place, "mission") {
			return d
		}
	}
	return nil
}

// namedBy returns the document whose files are named under a key of cfggameplay.json.
func namedBy(key string) *declared.Document {
	for _, d := range declared.All() {
		if strings.HasSuffix(d.NamedBy, "."+key) {
			return d
		}
	}
	return nil
}

// problem is what is wrong with the value at a path. The line is not known yet.
type problem struct {
	path string
	says message
}

// problemAt returns a problem. Its sentence names the value, {at}, and the {line}.
func problemAt(path, variant string, params ...any) problem {
	return problem{path, says(variant, params...)}
}

// wrongValues returns what breaks the rules of the schema as problems.
func wrongValues(list []expansion.Problem) []problem {
	problems := make([]problem, len(list))
	for i, p := range list {
		problems[i] = problemAt(p.Path, "value", "is", broken{of: p.Message})
	}
	return problems
}

// tell reports problems of values, the first ones of a file one by one.
func (d *gameDocument) tell(report report, problems []problem) {
	if len(problems) == 0 {
		return
	}
	paths := make([]string, len(problems))
	for i, p := range problems {
		paths[i] = p.path
	}
	found := few{report: report, about: d.about}
	for i, line := range d.Locate(d.text, paths) {
		found.about = within{d.about, paths[i]}
		found.tell(func() message { return problems[i].says.With("at", paths[i], "line", inLine(line)) })
	}
	found.about = d.about
	found.end()
}
