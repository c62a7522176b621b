package mission

import (
	"path"
	"strings"

	"quartermaster/internal/charset"
	"quartermaster/internal/document"
	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
)

// Kind is the name of a kind of file.
type Kind string

// The kinds of files without a codec.
const (
	KindOther Kind = "other" // not read
	KindLog   Kind = "log"   // a log of the game or of a mod, which is no file of the server

	KindRunTime Kind = "run-time" // data of players or of the running server, which is no configuration
)

// kindInfo describes a kind of file: its names, the paths of its files and the records they hold.
type kindInfo struct {
	name    Kind
	label   string // for people
	main    string // path of its only file, or of the main one of several
	several bool   // an instance may have any number of such files
	unread  bool   // its files are stored as uploaded

	resource *record.Resource  // of the records, each of which is an entry or a file; nil for none
	where    string            // the condition for records in such a file; empty for all of the resource
	keeps    []string          // the fields that the file does not hold
	follows  map[string]string // fields that follow from another one
	inOrder  bool              // new entries follow the entry before them, or their group, instead of going to the end of the file

	settings func(text string) ([]textfile.Setting, error) // what a text says beside its entries; nil for nothing
	// of a file without entries that is stored as text: what it is; nil to go by its path
	document *document.Document

	// from lists the resources that the files depend on, including joined ones. It is nil if they depend on something else too, such
	// as the time: such files are never cached.
	from []*record.Resource
}

func (k *kindInfo) info() *kindInfo { return k }

// hasSlots reports whether the records are entries, with a slot in their file and, if there are several files, its path in
// source_file.
func (k *kindInfo) hasSlots() bool { return k.resource != nil && k.resource.Has("slot") }

// isAt reports whether a path is the kind's main path. The profile folder of a server may have any name.
func (k *kindInfo) isAt(rel string) bool {
	return strings.EqualFold(rel, k.main) || (isOutside(k.main) && strings.EqualFold(lastTwo(rel), lastTwo(k.main)))
}

// lastTwo returns the name of a file with its folder.
func lastTwo(rel string) string {
	dir, name := path.Split(rel)
	return path.Join(path.Base(dir), name)
}

// isOutside reports whether a path lies outside of the mission folder.
func isOutside(rel string) bool { return strings.HasPrefix(rel, "/") }

// find returns the path at which an uploaded file belongs. folders holds the folders in which the economy core loads files, by file
// name in lower case.
func (k *kindInfo) find(p resolvedPath, folders map[string]string) string {
	dir, name := path.Split(p.rel)
	named := strings.EqualFold(name, path.Base(k.main))
	switch {
	case p.rooted || k.isAt(p.rel) || k.name == KindOther:
		return p.rel
	case !k.several && named, k.several && dir == "" && named, k.several && isOutside(k.main):
		return path.Join(path.Dir(k.main), name)
	case !k.several:
		return k.main
	}
	if folder, ok := folders[strings.ToLower(name)]; ok && dir == "" {
		return path.Join(folder, name)
	}
	return p.rel
}

// syntax returns how files of the kind escape characters that their encoding lacks.
func (k *kindInfo) syntax() charset.Syntax { return syntaxOf(k.main) }

// storedAmong returns the file of the kind among rows, else one of another kind, else a file without an id.
func (k *kindInfo) storedAmong(rows []record.Row) (file record.File) {
	for _, row := range rows {
		record.Files.Decode(row, &file)
		if file.Kind == string(k.name) {
			break
		}
	}
	return file
}
