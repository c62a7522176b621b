package docset

import (
	"path"
	"slices"
	"strings"

	"quartermaster/internal/document"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/store"
)

// The documents that name the files of others.
const (
	gameplaySlug    = "gameplay"
	environmentSlug = "environment"
	territoriesSlug = "territories"
)

const missionsFolder = "mpmissions"

// find returns one document, whose values have not been read.
func (s *set) find(slug, name string) (*File, error) {
	d := document.Named(slug)
	if d == nil {
		return nil, store.ErrNotFound
	}
	files := s.filesOf(d)
	if d.Several && name != "" {
		files = slices.DeleteFunc(files, func(f *File) bool { return !strings.EqualFold(f.Name, name) })
	}
	switch {
	case len(files) == 0, !d.Several && name != "" && !strings.EqualFold(name, files[0].Path):
		return nil, store.ErrNotFound
	case len(files) > 1:
		return nil, ErrWhich
	}
	return files[0], s.err
}

// filesOf returns the files of a document, those among them that are named and not there.
func (s *set) filesOf(d *document.Document) (files []*File) {
	if !d.Several {
		return []*File{s.file(d, s.placeOf(d))}
	}
	if d.OfMod {
		return s.filesOfMod(d)
	}
	var names []string
	switch {
	case d.NamedBy != "":
		names = s.namedFiles(d.NamedBy)
	case d.Slug == territoriesSlug:
		names = s.territoryFiles()
	default:
		names = s.filesAt(d)
	}
	for _, name := range names {
		f := s.file(d, path.Join(missionsFolder, s.mission, name))
		f.Name = name
		files = append(files, f)
	}
	return files
}

// filesOfMod returns the files of the mod that are in the folder of a document. Their names are paths below the server's root.
func (s *set) filesOfMod(d *document.Document) (files []*File) {
	for _, now := range s.files {
		if d.IsAt(now.Path, s.mission) {
			f := s.file(d, now.Path)
			f.Name = now.Path
			files = append(files, f)
		}
	}
	return files
}

// file returns a document at a path, which is spelled as the file is if it is there.
func (s *set) file(d *document.Document, at string) *File {
	f := &File{Document: d.On(s.mission), Path: at}
	if now := s.at(at); now != nil {
		f.Path, f.Present = now.Path, true
	}
	return f
}

// document returns a document that others depend on, with its values.
func (s *set) document(slug string) *File {
	if f := s.known[slug]; f != nil {
		return f
	}
	d := document.Named(slug)
	f := s.file(d, d.FilePath(s.mission))
	s.read(f)
	s.known[slug] = f
	return f
}

// namedFiles returns the files that cfggameplay.json names under a key, each once, as paths below the mission folder.
func (s *set) namedFiles(key string) (names []string) {
	f := s.document(gameplaySlug)
	if !f.Present {
		return nil
	}
	list, _ := at(f.Tree, strings.Split(key, ".")...).([]any)
	for _, text := range textsOf(list) {
		names = addName(names, text)
	}
	return names
}

// territoryFiles returns the files of territories: those that cfgenvironment.xml names, and the others in the folder.
func (s *set) territoryFiles() (names []string) {
	for _, name := range slices.Concat(s.wiredTerritories(), s.filesAt(document.Named(territoriesSlug))) {
		names = addName(names, name)
	}
	return names
}

// filesAt returns the files that are a document by their paths, as paths below the mission folder.
func (s *set) filesAt(d *document.Document) (names []string) {
	folder := path.Join(missionsFolder, s.mission) + "/"
	for _, f := range s.files {
		if d.IsAt(f.Path, s.mission) {
			names = append(names, f.Path[len(folder):])
		}
	}
	return names
}

// wiredTerritories returns the files of territories that the game reads.
func (s *set) wiredTerritories() []string {
	f := s.document(environmentSlug)
	if !f.Present {
		return nil
	}
	list, _ := at(f.Tree, "territories", "file").([]any)
	return textsOf(list)
}

// addName adds a path as files write it, which may begin with ./ or have backslashes, unless it is there or leads out of the folder.
func addName(names []string, written string) []string {
	name := strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(written, `\`, "/")), "/")
	if name == "" || slices.ContainsFunc(names, func(other string) bool { return strings.EqualFold(other, name) }) {
		return names
	}
	return append(names, name)
}

// at returns the value under keys of objects inside of each other, or nil.
func at(tree *jsontree.Object, keys ...string) any {
	var value any = tree
	for _, key := range keys {
		object, _ := value.(*jsontree.Object)
		value, _ = object.Get(key)
	}
	return value
}

func textsOf(list []any) (texts []string) {
	for _, member := range list {
		if text, isText := member.(string); isText && text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}
