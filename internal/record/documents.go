package record

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"strings"
	"unicode/utf8"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// Documented is what records have that hold a file of the Expansion mod as a whole.
type Documented struct {
	Document JSON `field:"document,unlisted" help:"The content of the file, as the game writes it. The document that is sent replaces the whole stored one; values that stay the same keep their spelling and order. A record created without a document gets the mod's defaults."`

	// SourceFile is below the mission folder, or with a slash before it below the server's root; null: where new ones go.
	SourceFile *string `field:"source_file,hidden"`
	HasBOM     bool    `field:"has_bom,hidden" default:"0"` // the file begins with a byte order mark
}

// documentSpec is what a resource of documents adds to its declaration.
type documentSpec struct {
	of       func(name string) *expansion.Document  // what a record of that name or slug holds
	describe func(*jsontree.Object, map[string]any) // sets the fields that are read out of the document
}

// documentField is the name of the field that holds a document.
const documentField = "document"

// Documenting says what the documents of a resource are, gives an example of one, and says which fields are read out of them.
func Documenting(of func(name string) *expansion.Document, example string, describe func(*jsontree.Object, map[string]any)) Option {
	return func(r *Resource) {
		r.documents = &documentSpec{of, describe}
		r.Prepare = prepareDocument
		r.Field(documentField).Example = example
	}
}

// each says that all documents of a resource are of one sort.
func each(d *expansion.Document) func(string) *expansion.Document {
	return func(string) *expansion.Document { return d }
}

// HoldsDocuments tells whether the records of the resource are files of the Expansion mod.
func (r *Resource) HoldsDocuments() bool { return r.documents != nil }

// Document is the field that holds a file of the Expansion mod, or nil.
func (r *Resource) Document() *Field {
	if r.HoldsDocuments() {
		return r.Field(documentField)
	}
	return nil
}

// Verbatim names the fields that a body holds as they are to be stored, blanks and empty texts included.
func (r *Resource) Verbatim() []string {
	if r.HoldsDocuments() {
		return []string{documentField}
	}
	return nil
}

// DocumentOf returns the sort of document that a record of that name or slug holds, or nil where there is none.
func (r *Resource) DocumentOf(name string) *expansion.Document { return r.documents.of(name) }

// Describe returns the values that follow from a document: its text, and the fields that are read out of it.
func (r *Resource) Describe(text string, document *jsontree.Object) Values {
	values := Values{documentField: text}
	r.documents.describe(document, values)
	return values
}

// maxFileName is how many bytes the name of a record may have, so that with its ending it is one that every file system takes.
const maxFileName = 255 - len(".json")

// prepareDocument brings the text of a document to what was sent for it. A record that is made without a document begins with
// the mod's defaults.
func prepareDocument(_ context.Context, r *Resource, _ Lookup, old Row, values Values) error {
	if err := r.checkFixed(old, values); err != nil {
		return err
	}
	if name, sent := values[r.Title.Name].(string); sent && len(name) > maxFileName {
		return validate.Errors{{Field: r.Title.Name, Messages: []string{fmt.Sprintf("The %s field must not be greater than %d bytes: it is the name of a file.", r.Title.Name, maxFileName)}}}
	}
	if name, sent := values[r.Title.Name].(string); sent && isDevice(name) {
		return validate.Errors{{Field: r.Title.Name, Messages: []string{"The " + r.Title.Name + " field format is invalid."}}}
	}
	followName(r, old, values)
	sent, changes := values[documentField].(string)
	if old != nil && !changes {
		return nil
	}
	document, was := r.documents.of(titleIn(r, old, values)), ""
	if old != nil {
		was, _ = old[r.Index(documentField)].(string)
	}
	next := document.Default()
	if changes {
		var err error
		if next, err = readDocument(sent); err != nil {
			return err
		}
	}
	if err := document.Takes(next); err != nil {
		return validate.Errors{{Field: documentField, Messages: []string{"The document field does not fit this kind of file: " + err.Error() + "."}}}
	}
	text, problems, err := document.Change(was, next)
	if err != nil || len(problems) > 0 {
		return errors.Join(err, problemsOf(problems))
	}
	return r.describeInto(values, text)
}

// readDocument reads a document that was sent.
func readDocument(sent string) (*jsontree.Object, error) {
	document, err := expansion.Parse(sent)
	if errors.Is(err, expansion.ErrTooDeep) {
		text := fmt.Sprintf("The document field must not be nested more than %d levels deep.", expansion.MaxDepth)
		return nil, validate.Errors{{Field: documentField, Messages: []string{text}}}
	}
	return document, err
}

// describeInto sets what follows from the text of a document.
func (r *Resource) describeInto(values Values, text string) error {
	document, err := expansion.Parse(text)
	if err != nil {
		return err
	}
	maps.Copy(values, r.Describe(text, document))
	return nil
}

// titleIn returns the name or slug that a record will have.
func titleIn(r *Resource, old Row, values Values) string {
	if name, sent := values[r.Title.Name].(string); sent {
		return name
	}
	return r.TitleOf(old)
}

// followName renames the file of a record along with it.
func followName(r *Resource, old Row, values Values) {
	name, sent := values[r.Title.Name].(string)
	if old == nil || !sent || name == r.TitleOf(old) {
		return
	}
	if file, ok := old[r.Index("source_file")].(string); ok {
		values["source_file"] = path.Join(path.Dir(file), name+path.Ext(file))
	}
}

// maxProblems is how many problems of a document an answer names.
const maxProblems = 100

// problemsOf turns what is wrong with a document into errors of the field.
func problemsOf(problems []expansion.Problem) error {
	var errs validate.Errors
	for _, p := range problems[:min(len(problems), maxProblems)] {
		at := documentField + "." + p.Path
		errs.Add(at, strings.Replace(p.Message, p.Path, at, 1))
	}
	return errs.Err()
}

// text returns a text of a document, empty for anything else. It leaves out NUL characters, which JSON allows and PostgreSQL cannot store.
func text(document *jsontree.Object, key string) string {
	value, _ := document.Get(key)
	found, _ := value.(string)
	return strings.ReplaceAll(found, "\x00", "")
}

// count returns how many members a list or object of a document has.
func count(document *jsontree.Object, key string) int64 {
	switch value, _ := document.Get(key); v := value.(type) {
	case []any:
		return int64(len(v))
	case *jsontree.Object:
		return int64(v.Len())
	}
	return 0
}

const byteOrderMark = "\ufeff"

// FileOf returns the file that a record is.
func (r *Resource) FileOf(row Row) []byte {
	text, _ := row[r.Index(documentField)].(string)
	if row[r.Index("has_bom")] == int64(1) {
		text = byteOrderMark + text
	}
	return []byte(text)
}

// CheckTitle returns what is wrong with a text as the name of a record, or nil.
func (r *Resource) CheckTitle(name string) error {
	f := r.Title
	switch {
	case name == "":
		return errors.New("the file has no name")
	case f.Max != nil && float64(utf8.RuneCountInString(name)) > *f.Max:
		return fmt.Errorf("the name has more than %.0f characters", *f.Max)
	case isDevice(name), f.Pattern() != "" && !formats[f.Format].MatchString(name):
		return errors.New("the name has characters that are not allowed in file names")
	}
	return nil
}
