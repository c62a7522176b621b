package record

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// Documented holds the fields of a record that is a file of the Expansion mod as a whole.
type Documented struct {
	Document JSON `field:"document,unlisted" help:"The content of the file, as the game writes it. The document that is sent replaces the whole stored one; values that stay the same keep their spelling and order. A record created without a document gets the mod's defaults."`

	// SourceFile is below the mission folder, or with a slash before it below the server's root; null: where new ones go.
	SourceFile *string `field:"source_file,hidden"`
	HasBOM     bool    `field:"has_bom,hidden" default:"0"` // the file begins with a byte order mark
}

// documentSpec is the part of a declaration that resources of documents have.
type documentSpec struct {
	of       func(name string) *expansion.Schema    // what a record of that name or slug holds
	describe func(*jsontree.Object, map[string]any) // sets the fields that are read out of the document
}

// documentField is the name of the field that holds a document.
const documentField = "document"

// documenting says what the documents of a resource are, gives an example of one, and says which fields are read out of them.
func documenting(of func(name string) *expansion.Schema, example string, describe func(*jsontree.Object, map[string]any)) Option {
	return func(r *Resource) {
		r.documents = &documentSpec{of, describe}
		r.Prepare = prepareDocument
		r.Field(documentField).Example = example
	}
}

// each says that all documents of a resource are of one sort.
func each(d *expansion.Schema) func(string) *expansion.Schema {
	return func(string) *expansion.Schema { return d }
}

// HoldsDocuments reports whether the records of the resource are files of the Expansion mod.
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
func (r *Resource) DocumentOf(name string) *expansion.Schema { return r.documents.of(name) }

// newDraft returns what [Resource.Accept] makes of a document that was sent: null and an empty list, which PHP clients send for an
// empty object, are one without keys.
func newDraft(sent any) *expansion.Draft {
	tree, _ := sent.(*jsontree.Object)
	if tree == nil {
		tree = new(jsontree.Object)
	}
	return &expansion.Draft{Tree: tree}
}

// Describe returns the values that follow from a document: its text, and the fields that are read out of it.
func (r *Resource) Describe(text string, document *jsontree.Object) Values {
	values := Values{documentField: text}
	r.documents.describe(document, values)
	return values
}

// maxFileName is how many bytes the name of a record may have, so that with its ending it is one that every file system takes.
const maxFileName = 255 - len(".json")

// prepareDocument replaces the draft of a document by the text of the changed document. A record that is made without a document
// begins with the mod's defaults.
func prepareDocument(_ context.Context, r *Resource, _ Lookup, old Row, values Values) error {
	if err := r.checkFixed(old, values); err != nil {
		return err
	}
	if name, sent := values[r.Title.Name].(string); sent && len(name) > maxFileName {
		return problem(r.Title.Name, isTooLongAFileName.With(strconv.Itoa(maxFileName)))
	}
	if name, sent := values[r.Title.Name].(string); sent && isDevice(name) {
		return validate.Wrong(r.Title.Name, validate.FormatIsInvalid)
	}
	followName(r, old, values)
	draft, err := draftOf(values[documentField])
	if err != nil || old != nil && draft == nil {
		return err
	}
	title, _ := final(r, old, values, r.Title.Name).(string)
	schema := r.documents.of(title)
	if draft == nil {
		draft = &expansion.Draft{Tree: schema.Default()}
	}
	if err := schema.Takes(draft.Tree); err != nil {
		return problem(documentField, doesNotFit.With(err.Error()))
	}
	base, err := r.baseOf(draft, old)
	if err != nil {
		return err
	}
	document, problems := schema.Change(base, draft.Tree)
	if len(problems) > 0 {
		return problemsOf(problems)
	}
	maps.Copy(values, r.Describe(document.Text, document.Tree))
	return nil
}

// draftOf returns the document that was sent, nil where none was. A text is that of an attempt which the store makes again.
func draftOf(sent any) (*expansion.Draft, error) {
	switch v := sent.(type) {
	case *expansion.Draft:
		if expansion.IsDeeper(v.Tree, expansion.MaxDepth) {
			return nil, problem(documentField, isTooDeep())
		}
		return v, nil
	case string:
		tree, err := expansion.Parse(v)
		return &expansion.Draft{Tree: tree}, err
	}
	return nil, nil
}

// baseOf returns the stored document of a record, nil for a new record. It is the one that the draft was made from, unless it has
// changed since.
func (r *Resource) baseOf(draft *expansion.Draft, old Row) (*expansion.Document, error) {
	if old == nil {
		return nil, nil
	}
	stored, _ := old[r.Index(documentField)].(string)
	if draft.Base != nil && draft.Base.Text == stored {
		return draft.Base, nil
	}
	return expansion.Read(stored)
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
		errs.AddNamed(documentField+"."+p.Path, "", p.Message)
	}
	return errs.Err()
}

// text returns a text of a document, empty for anything else. It leaves out NUL characters, which JSON allows and PostgreSQL cannot store.
func text(document *jsontree.Object, key string) string {
	return strings.ReplaceAll(document.Text(key), "\x00", "")
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
