package document

import (
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

const byteOrderMark = "\ufeff"

// Document declares a file, or several of the same sort.
type Document struct {
	*expansion.Schema
	Format  string // of the text: json, xml, cfg, lines, map, text
	Several bool   // the path stands for several files
	OfMod   bool   // several files of the Expansion mod in a folder, whatever their names
	NamedBy string // the key of cfggameplay.json that names the files; empty where their path is known
	Presets []Preset

	FromFile bool   // what the file is follows from itself: a pack knows it by its path, or its fields follow from its values
	Pack     string // that knows the file; empty where its fields follow from its values alone
	Misfit   string // why the pack that knows files of this name does not fit, as a sentence; empty where it does
	List     bool   // the file is a list as a whole, which the tree has under ListKey

	format format

	text string           // that the fields follow from
	tree *jsontree.Object // its values; nil where nothing follows from a text
}

// format is what a file is written in.
type format interface {
	// read returns the values in a text. The error names the line.
	read(text string) (*jsontree.Object, error)
	// write returns the text with other values. What stays equal keeps its text. The text is one that read takes.
	write(text string, next *jsontree.Object) (string, error)
	// empty returns the text of a file without values.
	empty() string
	// locate returns the values in a text with their lines, those that hold others before them; none for a text that read refuses.
	locate(text string) []located
}

// Read returns the values in the text of a file. The error names the line.
func (d *Document) Read(text string) (*jsontree.Object, error) {
	if d.tree != nil && text == d.text {
		return d.tree.Clone(), nil
	}
	return d.format.read(strings.TrimPrefix(text, byteOrderMark))
}

// Change returns the text of a file with other values. What stays keeps its text. Problems are what is wrong with the new values and was
// not wrong before; what is merely unusual is accepted. The error is that of Read, for a text that cannot be read.
func (d *Document) Change(text string, next *jsontree.Object) (string, []expansion.Problem, error) {
	old, err := d.Read(text)
	if err != nil {
		return "", nil, err
	}
	adopted, problems := d.Adopt(old, next)
	if len(problems) > 0 {
		return "", problems, nil
	}
	changed, err := d.lay(text, adopted)
	return changed, nil, err
}

// lay returns a text with other values, whatever these are.
func (d *Document) lay(text string, next *jsontree.Object) (string, error) {
	bare := strings.TrimPrefix(text, byteOrderMark)
	changed, err := d.format.write(bare, next)
	return text[:len(text)-len(bare)] + changed, err
}

// New returns the text of a new file, with the game's defaults. It returns an error if the format cannot express them, which is a mistake
// in the declaration.
func (d *Document) New() (string, error) {
	return d.format.write(d.format.empty(), d.Default())
}

// FilePath returns the path of the file below the server's root for a server that runs the mission.
func (d *Document) FilePath(mission string) string {
	return strings.ReplaceAll(d.Path, "<mission>", mission)
}
