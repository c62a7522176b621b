package mission

import (
	"path"
	"strings"

	"quartermaster/internal/charset"
	"quartermaster/internal/record"
)

// Kind is the name of a kind of files.
type Kind string

// KindOther is the kind of files that nothing reads.
const KindOther Kind = "other"

// kindInfo describes a kind of files: what it is called, where its files belong and which records they hold.
type kindInfo struct {
	name    Kind
	label   string // for people
	main    string // the path of its file, or of the first of several
	several bool   // an instance may have any number of such files
	unread  bool   // its files are stored as they came

	resource *record.Resource // of the records of which each is an entry or a file; nil where there is no such resource
	where    string           // the condition that a record belongs to such a file; empty when all of the resource do
	keeps    []string         // the fields that the file does not hold
	inOrder  bool             // a new entry follows the entry before it, or its group, instead of going to the end of the file

	// from are the resources that the files are made of, also those that fields are joined from. Nil when the files depend on
	// something else too, such as the time: then they are written anew whenever they are asked for.
	from []*record.Resource
}

func (k *kindInfo) info() *kindInfo { return k }

// hasSlots reports whether each record is an entry: its slot says where it is in its file, and source_file in which of several.
func (k *kindInfo) hasSlots() bool { return k.resource != nil && k.resource.Has("slot") }

// isAt reports whether a path is that of the kind's only file, or of the first of several. The folder of a server's profile may
// have any name.
func (k *kindInfo) isAt(rel string) bool {
	return strings.EqualFold(rel, k.main) || (isOutside(k.main) && strings.EqualFold(lastTwo(rel), lastTwo(k.main)))
}

// lastTwo returns the name of a file with the folder that it is in.
func lastTwo(rel string) string {
	dir, name := path.Split(rel)
	return path.Join(path.Base(dir), name)
}

// isOutside reports whether a path lies outside of the mission folder.
func isOutside(rel string) bool { return strings.HasPrefix(rel, "/") }

// find returns the path of an uploaded file of the kind. folders are where the economy core looks for files, by lower-case name.
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

// syntax returns how files of the kind name characters that their encoding does not have.
func (k *kindInfo) syntax() charset.Syntax {
	switch path.Ext(k.main) {
	case ".xml":
		return charset.XML
	case ".json":
		return charset.JSON
	}
	return charset.Plain
}

// storedAmong returns the file of the kind among rows, else a file of another kind at its path, else a file without an id.
func (k *kindInfo) storedAmong(rows []record.Row) (file record.File) {
	for _, row := range rows {
		record.Files.Decode(row, &file)
		if file.Kind == string(k.name) {
			break
		}
	}
	return file
}
