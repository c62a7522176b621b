package docset

import (
	"path"
	"slices"
	"strings"

	"quartermaster/internal/document"
	"quartermaster/internal/store"
)

// The documents that name the files of others.
const (
	gameplaySlug    = "gameplay"
	territoriesSlug = "territories"
)

const missionsFolder = "mpmissions"

// find returns one document, whose values have not been read.
func (s *set) find(slug, name string) (*File, error) {
	d := document.Named(slug)
	if d == nil {
		return s.findOfMod(slug, name)
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
		names = s.namedBy(d)
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

// namedBy returns the files of a document that another one names, as paths below the mission folder.
func (s *set) namedBy(d *document.Document) (names []string) {
	for _, n := range document.Namings() {
		if n.Of.Slug != d.Slug {
			continue
		}
		if f := s.document(n.In.Slug); f.Present {
			names = n.Files(f.Tree)
		}
	}
	return names
}

// territoryFiles returns the files of territories: those that cfgenvironment.xml names, and the others in the folder.
func (s *set) territoryFiles() (names []string) {
	d := document.Named(territoriesSlug)
	for _, name := range slices.Concat(s.namedBy(d), s.filesAt(d)) {
		names = document.AddName(names, name)
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
