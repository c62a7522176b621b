package mission

import (
	"context"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// namedCopy is an uploaded file that is a copy of another one by its name.
type namedCopy struct {
	*incomingFile
	of string // path of the other one
}

// copiesAmong returns the files of an upload that are copies, by their names, of others in it or of the instance. A file that was
// uploaded by itself is none: browsers number the names of downloads.
func copiesAmong(i instance, files []incomingFile) (copies []namedCopy) {
	uploaded := map[string]string{} // paths by themselves in lower case
	for n := range files {
		if f := &files[n]; !f.done && !f.foreign {
			uploaded[strings.ToLower(f.rel)] = f.rel
		}
	}
	for n := range files {
		f := &files[n]
		if f.done || f.foreign || f.kind != other && !f.isLoadedByName() {
			continue
		}
		of := copyOf(f.rel, func(rel string) string {
			if found := uploaded[strings.ToLower(rel)]; found != "" || !f.rooted || i.taken == nil ||
				i.taken.files[strings.ToLower(i.path(rel))] == "" {
				return found
			}
			return rel
		})
		if of != "" {
			copies = append(copies, namedCopy{f, of})
		}
	}
	return copies
}

// withoutNamed returns the copies without those that cfggameplay.json, uploaded or stored, mentions.
func (s *Service) withoutNamed(ctx context.Context, scope store.Scope, i instance, files []incomingFile,
	copies []namedCopy,
) ([]namedCopy, error) {
	if !slices.ContainsFunc(copies, func(c namedCopy) bool { return mayBeMentioned(c.rel) }) {
		return copies, nil
	}
	gameplay, err := s.textBeside(ctx, scope, i, files, gameplayFile)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(copies, func(c namedCopy) bool { return mentions(string(gameplay), c.rel) }), nil
}

// gameplayFile is the file that names others by their paths.
const gameplayFile = "cfggameplay.json"

func mayBeMentioned(rel string) bool { return path.Ext(rel) == ".json" }

// mentions reports whether the text of cfggameplay.json has the name of a file: the game then reads that whatever its name is.
func mentions(gameplay, rel string) bool {
	return mayBeMentioned(rel) && strings.Contains(strings.ToLower(gameplay), strings.ToLower(path.Base(rel)))
}

// isLoadedByName reports whether the game reads files of the kind only at its main path, and where the economy core names them.
func (f *incomingFile) isLoadedByName() bool {
	k := f.kind.info()
	return k.several && k.hasSlots() && k.resource.Has("source_file") && !isOutside(k.main)
}

// kindsOf returns the names of the kinds whose stored files decide about copies.
func kindsOf(copies []namedCopy) (names []any) {
	for _, c := range copies {
		if c.kind == other {
			continue
		}
		for _, k := range []fileKind{economyCore, c.kind} {
			if name := any(string(k.info().name)); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// coreAmong returns the text of the uploaded economy core, or of the stored one.
func coreAmong(files []incomingFile, stored []record.File) []byte {
	for _, f := range files {
		if !f.done && f.kind == economyCore && f.broken == nil {
			return f.text
		}
	}
	for _, f := range stored {
		if f.Kind == string(economyCore.name) {
			return []byte(textOf(f.Content))
		}
	}
	return nil
}

// setAsideNamed sets copies aside that the economy core does not name, unless they are stored as files of their kind already.
func setAsideNamed(copies []namedCopy, core []byte, stored []record.File) {
	loaded := loadedBy(core)
	for _, c := range copies {
		of := strings.TrimPrefix(c.of, "/")
		if c.kind == other {
			c.keepUnread(say.New("named-copy", "of", of))
			continue
		}
		known := slices.ContainsFunc(stored, func(s record.File) bool {
			return s.Kind == string(c.kind.info().name) && strings.EqualFold(s.Path, c.rel)
		})
		if !known && !loaded[strings.ToLower(c.rel)] {
			c.setAside(say.New("unloaded-copy", "of", of))
		}
	}
}

// loadedBy returns the paths that an economy core names, in lower case.
func loadedBy(text []byte) map[string]bool {
	loaded := map[string]bool{}
	core, _, err := ce.ParseEconomyCore(text)
	if err != nil {
		return loaded
	}
	for _, folder := range core.Folders {
		for _, file := range folder.Files {
			loaded[strings.ToLower(path.Join(path.Join(segments(folder.Folder)...), file.Name))] = true
		}
	}
	return loaded
}
