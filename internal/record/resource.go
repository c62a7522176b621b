package record

import (
	"context"
	"reflect"
	"strings"

	"quartermaster/internal/validate"
)

// Scope says who sees the records of a resource.
type Scope uint8

// The scopes.
const (
	Public     Scope = iota // everyone, and nobody writes
	Reference               // built-in rows (no owner) and the user's own
	Owned                   // the user's own
	InInstance              // those of an instance that the user owns
)

// Resource is the declaration of one kind of record, with everything that is derived from it.
type Resource struct {
	Name  string // of the table, and what Ref and history call it
	Path  string // segment in the URL
	One   string // what people call a record of it: "event spawn"
	About string // what it is, in a sentence
	Scope Scope
	// Published is the condition that a record is one that people see; see published.
	Published string
	Joins     string // what the SQL of computed fields needs beside the table, which is called r
	Fields    []*Field
	Listed    string   // the order of a list that is sorted by no field: "in the order in which the game reads them"; empty: by id
	Title     *Field   // what people call a record by
	Key       []*Field // what tells records apart for people; nil where nothing does

	Search      []string // SQL expressions that search looks into
	ByClassName bool     // search looks into the class name that instance_classname_id refers to, called ic
	Filters     []Filter
	Cascades    []Cascade
	Mirrors     []Mirrored
	Prepare     PrepareFunc

	byName    map[string]int
	validator *validate.Validator
	address   *Field        // what addresses name a record by beside its sid; nil for nothing
	documents *documentSpec // nil where the records are no documents
}

// Cascade names the records of another resource that are deleted with the record that their column refers to.
type Cascade struct{ Resource, Column string }

// Mirrored names a field whose value the records of another resource share with the record that their column refers to.
type Mirrored struct{ Resource, Column, Field string }

// Lookup reads stored fields of a record that the caller can see, inside the transaction of a write.
type Lookup interface {
	Fields(ctx context.Context, resource string, id int64, names ...string) ([]any, error)
	// FileTaken reports whether the file of that path below the mission folder holds something else than records of the resource,
	// or cannot be because a file has the name of one of its folders.
	FileTaken(ctx context.Context, r *Resource, file string) (bool, error)
}

// PrepareFunc completes values before they are stored, computed fields included; old is nil when a record is made.
// An error of type validate.Errors says what is wrong with the values.
type PrepareFunc func(ctx context.Context, r *Resource, in Lookup, old Row, values Values) error

// Option adds to a declaration what tags cannot say.
type Option func(*Resource)

// searching names the SQL expressions that search looks into.
func searching(expressions ...string) Option { return func(r *Resource) { r.Search = expressions } }

// ofClassName joins the class name that a record is about, called ic, for its fields and for searches.
func ofClassName() Option {
	return func(r *Resource) {
		r.Joins, r.Search, r.ByClassName = "JOIN instance_classnames ic ON ic.id = r.instance_classname_id", []string{"ic.name"}, true
	}
}

// filtering names the filters of a list.
func filtering(filters ...Filter) Option { return func(r *Resource) { r.Filters = filters } }

// joining adds a JOIN clause that computed fields need.
func joining(clause string) Option { return func(r *Resource) { r.Joins = clause } }

// called says what people call a record, in the singular and small letters, and what it is.
func called(one, about string) Option {
	return func(r *Resource) { r.One, r.About = one, about }
}

// keyed names the fields that together identify a record in its instance, as a client sees it: an upsert without a
// sid finds its record by them. Several records may still hold the same.
func keyed(fields ...string) Option {
	return func(r *Resource) {
		for _, name := range fields {
			r.Key = append(r.Key, r.Field(name))
		}
	}
}

// titled names the field that people call a record by, where it is not "name".
func titled(field string) Option { return func(r *Resource) { r.Title = r.Field(field) } }

// listing says in which order lists are that are sorted by no field, where that is not by id.
func listing(order string) Option { return func(r *Resource) { r.Listed = order } }

// at gives the URL segment where it differs from the name.
func at(path string) Option { return func(r *Resource) { r.Path = path } }

// cascading says that deleting a record deletes those of another resource whose column refers to it.
func cascading(resource, column string) Option {
	return func(r *Resource) { r.Cascades = append(r.Cascades, Cascade{resource, column}) }
}

// mirroring says that records of another resource, which refer to this one by column, hold the same value as it in field.
func mirroring(resource, column, field string) Option {
	return func(r *Resource) { r.Mirrors = append(r.Mirrors, Mirrored{resource, column, field}) }
}

// preparing sets what completes values before they are stored.
func preparing(f PrepareFunc) Option { return func(r *Resource) { r.Prepare = f } }

// addressedBy names a field that is unique in an instance, and by which addresses may name a record.
func addressedBy(field string) Option { return func(r *Resource) { r.address = r.Field(field) } }

// Address is the field that addresses may name a record by beside its sid, or nil.
func (r *Resource) Address() *Field { return r.address }

// choosing names the only texts that a field may hold.
func choosing(field string, texts ...string) Option {
	return func(r *Resource) { r.Field(field).In = texts }
}

// Addressed is the condition that a record, called r, is the one that an address names by its argument.
func (r *Resource) Addressed() string {
	if r.address == nil {
		return "r.sid = $"
	}
	return "$ IN (r.sid, " + r.address.SQL + ")"
}

// Define derives a resource from the struct T.
func Define[T any](name string, scope Scope, options ...Option) *Resource {
	r := &Resource{Name: name, Path: name, Scope: scope, Published: published(name, "r"), byName: map[string]int{}}
	r.Fields = fieldsOf(reflect.TypeFor[T](), nil)
	for i, f := range r.Fields {
		r.byName[f.Name] = i
	}
	if i, ok := r.byName["name"]; ok {
		r.Title = r.Fields[i]
	}
	for _, option := range options {
		option(r)
	}
	r.validator = validate.Compile(r.rules())
	return r
}

// Index returns the place of a field in Fields and in every Row. It panics for a name that is not declared.
func (r *Resource) Index(name string) int {
	i, ok := r.byName[name]
	if !ok {
		panic("record: " + r.Name + " has no field " + name)
	}
	return i
}

// Field returns a declared field by its wire name and panics for any other.
func (r *Resource) Field(name string) *Field { return r.Fields[r.Index(name)] }

// Has reports whether the resource declares the field.
func (r *Resource) Has(name string) bool {
	_, ok := r.byName[name]
	return ok
}

// Row is a stored record: its values in the order of the resource's Fields.
type Row []any

// ID returns the record's internal number.
func (r *Resource) ID(row Row) int64 { return row[r.Index("id")].(int64) }

// SID returns the record's public identifier.
func (r *Resource) SID(row Row) string { return row[r.Index("sid")].(string) }

// TitleOf returns what people call the record by.
func (r *Resource) TitleOf(row Row) string {
	if r.Title == nil {
		return ""
	}
	text, _ := row[r.Index(r.Title.Name)].(string)
	return text
}

// BuiltIn reports whether a reference row belongs to nobody: everyone sees it and nobody writes it.
func (r *Resource) BuiltIn(row Row) bool {
	return r.Scope == Reference && row[r.Index("user_id")] == nil
}

// ReferredTo reports whether records of another resource, or of this one, hold ids of its records.
func (r *Resource) ReferredTo() bool {
	for _, other := range all {
		for _, f := range other.Fields {
			if f.Ref == r.Name {
				return true
			}
		}
	}
	return false
}

// Param is the name of the record's route parameter: "event spawn" gives eventSpawn. Where addresses name a record by a field,
// it is called like that.
func (r *Resource) Param() string {
	if r.address != nil {
		return r.address.Name
	}
	words := strings.Fields(r.One)
	for i, word := range words[1:] {
		words[i+1] = strings.ToUpper(word[:1]) + word[1:]
	}
	return strings.Join(words, "")
}

// Plural returns the name of several records.
func (r *Resource) Plural() string {
	if stem, ok := strings.CutSuffix(r.One, "y"); ok {
		return stem + "ies"
	}
	return r.One + "s"
}

// Values are stored values by field name; a name that is missing is left as it is.
type Values map[string]any
