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
	Document JSON `field:"document,unlisted" help:"The file's content. What you send replaces it; the mod's defaults if left out."`

	// SourceFile is relative to the mission folder or, with a leading slash, to the server's root. Null stands for the default path.
	SourceFile *string `field:"source_file,hidden,closed"`
	HasBOM     bool    `field:"has_bom,hidden" default:"0"` // the file begins with a byte order mark
}

// documentSpec is the additional declaration of a resource of documents.
type documentSpec struct {
	of       func(name string) *expansion.Schema    // the schema of a record with that name or slug
	describe func(*jsontree.Object, map[string]any) // sets the fields that are derived from the document
}

// documentField is the name of the field that holds a document.
const documentField = "document"

// documenting declares a resource of documents: their schema, an example, and the fields that are derived from them.
func documenting(of func(name string) *expansion.Schema, example string, describe func(*jsontree.Object, map[string]any)) Option {
	return func(r *Resource) {
		r.documents = &documentSpec{of, describe}
		r.Prepare = prepareDocument
		r.Field(documentField).Example = example
	}
}

// each gives all documents of a resource the same schema.
func each(d *expansion.Schema) func(string) *expansion.Schema {
	return func(string) *expansion.Schema { return d }
}

// HoldsDocuments reports whether the records of the resource are files of the Expansion mod.
func (r *Resource) HoldsDocuments() bool { return r.documents != nil }

// Document returns the field that holds a file of the Expansion mod, or nil.
func (r *Resource) Document() *Field {
	if r.HoldsDocuments() {
		return r.Field(documentField)
	}
	return nil
}

// Verbatim returns the names of the fields that are stored as a body has them, including blanks and empty texts.
func (r *Resource) Verbatim() []string {
	if r.HoldsDocuments() {
		return []string{documentField}
	}
	return nil
}

// DocumentOf returns the schema of a record with that name or slug, or nil.
func (r *Resource) DocumentOf(name string) *expansion.Schema { return r.documents.of(name) }

// newDraft returns the draft of a document in a body. Null and an empty list, which PHP clients send for an empty object, are a document
// without keys.
func newDraft(sent any) *expansion.Draft {
	tree, _ := sent.(*jsontree.Object)
	if tree == nil {
		tree = new(jsontree.Object)
	}
	return &expansion.Draft{Tree: tree}
}

// Describe returns the values that are derived from a document: its text, and the fields with values from it.
func (r *Resource) Describe(text string, document *jsontree.Object) Values {
	values := Values{documentField: text}
	r.documents.describe(document, values)
	return values
}

// maxFileName limits the name of a record in bytes: file systems accept 255 with the extension.
const maxFileName = 255 - len(".json")

// prepareDocument replaces the draft of a document by the text of the changed document. A new record without a document gets the mod's
// defaults.
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

// draftOf returns the draft of the document, or nil if none was sent. It is a text if the store repeats an attempt.
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

// baseOf returns the stored document of a record, or nil for a new record. It reuses the one that the draft was made from if that is
// still stored.
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

// followName renames the file of a record together with the record.
func followName(r *Resource, old Row, values Values) {
	name, sent := values[r.Title.Name].(string)
	if old == nil || !sent || name == r.TitleOf(old) {
		return
	}
	if file, ok := old[r.Index("source_file")].(string); ok {
		values["source_file"] = path.Join(path.Dir(file), name+path.Ext(file))
	}
}

// maxProblems limits the problems of a document that are returned.
const maxProblems = 100

// problemsOf returns the problems of a document as validate.Errors.
func problemsOf(problems []expansion.Problem) error {
	var errs validate.Errors
	for _, p := range problems[:min(len(problems), maxProblems)] {
		errs.AddNamed(documentField+"."+p.Path, "", p.Message)
	}
	return errs.Err()
}

// text returns a text of a document without NUL characters, which JSON allows and PostgreSQL cannot store.
func text(document *jsontree.Object, key string) string {
	return strings.ReplaceAll(document.Text(key), "\x00", "")
}

// count returns the number of members of a list or object of a document.
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

// FileOf returns the content of a record's file.
func (r *Resource) FileOf(row Row) []byte {
	text, _ := row[r.Index(documentField)].(string)
	if row[r.Index("has_bom")] == int64(1) {
		text = byteOrderMark + text
	}
	return []byte(text)
}

// CheckTitle returns an error if a text cannot be the name of a record.
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
