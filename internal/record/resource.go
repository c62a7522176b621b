package record

import (
	"context"
	"reflect"
	"strings"

	"quartermaster/internal/access"
	"quartermaster/internal/validate"
)

// Scope determines who sees the records of a resource.
type Scope uint8

// The scopes.
const (
	Public     Scope = iota // everyone reads, nobody writes
	Reference               // built-in rows (no owner) and the user's own
	Owned                   // the user's own
	InInstance              // those of an instance that the user owns
)

// Resource is the declaration of one kind of record, with everything that is derived from it.
type Resource struct {
	Name  string // of the table, in Ref and in the history
	Path  string // segment in the URL
	One   string // a record, for people: "event spawn"
	About string // in a sentence
	Scope Scope
	// Published is the condition that a record is one that people see; see Published.
	Published string
	Joins     string // JOIN clauses for computed fields; the table itself is called r
	Fields    []*Field
	Listed    string   // the order of a list that is sorted by no field: "in the order in which the game reads them"; empty: by id
	Title     *Field   // the name of a record, for people; nil for none
	Key       []*Field // identifies a record, for people; nil for none

	Search      []string // SQL expressions that search looks into
	ByClassName bool     // search looks into the class name that instance_classname_id refers to, called ic
	Filters     []Filter
	Cascades    []Cascade
	Mirrors     []Mirrored
	Prepare     PrepareFunc
	Looks       []Look            // what Prepare asks
	Needs       access.Permission // what changing its records needs
	// Beside marks records that are how people look at an instance and no part of it: they make no revision and have no history.
	// Its text is the condition that a user, the argument $, sees one; empty for other resources.
	Beside string

	Unshown bool // no generated file shows its records: players meet nothing of them

	byName    map[string]int
	validator *validate.Validator
	// Located says where the positions of the records are; empty for records without one. Those of documents follow from their schemas.
	Located []Located

	address   *Field        // names a record in addresses besides its sid; nil for none
	documents *documentSpec // nil if the records are not documents
}

// Cascade names a resource whose records are deleted together with the record that their column refers to.
type Cascade struct{ Resource, Column string }

// Mirrored names a field that the records of another resource share with the record that their column refers to.
type Mirrored struct{ Resource, Column, Field string }

// Look is what the preparation of a record asks of those of a resource that it refers to.
type Look struct {
	Resource string
	Fields   []string
}

// Lookup reads stored fields of a record that the caller can see, inside the transaction of a write.
type Lookup interface {
	// Now returns the time that all processes agree on, in microseconds since 1970 and in whole seconds.
	Now() int64
	Fields(ctx context.Context, resource string, id int64, names ...string) ([]any, error)
	// FileTaken reports whether the file of that path below the mission folder holds something else than records of the resource,
	// or cannot be because a file has the name of one of its folders.
	FileTaken(ctx context.Context, r *Resource, file string) (bool, error)
	// Words returns what filters may name; nil where a record comes back as it was, and nothing is asked any more.
	Words() Vocabulary
	// Plans returns what schedules ask.
	Plans() Plans
}

// PrepareFunc completes values, including computed fields, before they are stored; old is nil for a new record. It returns
// validate.Errors for values that are not valid.
type PrepareFunc func(ctx context.Context, r *Resource, in Lookup, old Row, values Values) error

// Option adds to a declaration what tags cannot express.
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

// computing says by which expression a field is computed, as the tag sql does; it is for a long one.
func computing(field, expression string) Option {
	return func(r *Resource) { r.Field(field).compute(expression) }
}

// joining adds a JOIN clause that computed fields need.
func joining(clause string) Option { return func(r *Resource) { r.Joins = clause } }

// called sets the name of a record for people, singular and in lower case, and a description of the resource.
func called(one, about string) Option {
	return func(r *Resource) { r.One, r.About = one, about }
}

// keyed names the fields that together identify a record in its instance: an upsert without a sid finds its record by them. They need
// not be unique.
func keyed(fields ...string) Option {
	return func(r *Resource) {
		for _, name := range fields {
			r.Key = append(r.Key, r.Field(name))
		}
	}
}

// titled names the field with the name of a record, if that is not "name".
func titled(field string) Option { return func(r *Resource) { r.Title = r.Field(field) } }

// listing describes the default order of lists, if that is not by id.
func listing(order string) Option { return func(r *Resource) { r.Listed = order } }

// at sets the URL segment, if it differs from the name.
func at(path string) Option { return func(r *Resource) { r.Path = path } }

// cascading declares that deleting a record deletes the records of another resource whose column refers to it.
func cascading(resource, column string) Option {
	return func(r *Resource) { r.Cascades = append(r.Cascades, Cascade{resource, column}) }
}

// mirroring declares that records of another resource, which refer to this one by column, have the same value in field.
func mirroring(resource, column, field string) Option {
	return func(r *Resource) { r.Mirrors = append(r.Mirrors, Mirrored{resource, column, field}) }
}

// beside declares that records are no part of their instance, and who sees them; see Resource.Beside.
func beside(condition string) Option { return func(r *Resource) { r.Beside = condition } }

// unshown declares that no generated file shows the records.
func unshown(r *Resource) { r.Unshown = true }

// Reviewed reports whether an instance can have changes of the records reviewed: they are what players meet. Lists of players are not.
func (r *Resource) Reviewed() bool {
	return r.Scope == InInstance && r.Beside == "" && !r.Unshown && r.Needs != access.Players
}

// needing sets the permission that changes need, where that is not to edit.
func needing(p access.Permission) Option { return func(r *Resource) { r.Needs = p } }

// preparing sets the function that completes values before they are stored.
func preparing(f PrepareFunc) Option { return func(r *Resource) { r.Prepare = f } }

// looking says what the function of preparing asks of the records that a new one refers to, so that it can be read beforehand.
func looking(resource string, fields ...string) Option {
	return func(r *Resource) { r.Looks = append(r.Looks, Look{resource, fields}) }
}

// addressedBy names a field that is unique in an instance, and that addresses may use in place of the sid.
func addressedBy(field string) Option { return func(r *Resource) { r.address = r.Field(field) } }

// Address returns the field that addresses may use in place of the sid, or nil.
func (r *Resource) Address() *Field { return r.address }

// choosing sets the allowed texts of a field.
func choosing(field string, texts ...string) Option {
	return func(r *Resource) { r.Field(field).In = texts }
}

// choose sets the allowed texts of a field of a resource that is defined already.
func (r *Resource) choose(field string, texts ...string) {
	r.Field(field).In = texts
	r.validator = validate.Compile(r.rules())
}

// Addressed returns the SQL condition for the record that an address names; the argument is the part of the address.
func (r *Resource) Addressed() string {
	if r.address == nil {
		return "r.sid = $"
	}
	return "$ IN (r.sid, " + r.address.SQL + ")"
}

// Define derives a resource from the struct T.
func Define[T any](name string, scope Scope, options ...Option) *Resource {
	r := &Resource{Name: name, Path: name, Scope: scope, Published: Published(name, "r"), Needs: access.Edit, byName: map[string]int{}}
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

// Index returns the index of a field in Fields and in every Row. It panics if the field is not declared.
func (r *Resource) Index(name string) int {
	i, ok := r.byName[name]
	if !ok {
		panic("record: " + r.Name + " has no field " + name)
	}
	return i
}

// Field returns a field by its wire name. It panics if the field is not declared.
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

// TitleOf returns the name of a record for people, or "".
func (r *Resource) TitleOf(row Row) string {
	if r.Title == nil {
		return ""
	}
	text, _ := row[r.Index(r.Title.Name)].(string)
	return text
}

// BuiltIn reports whether a record is a built-in one, which everyone sees and nobody writes.
func (r *Resource) BuiltIn(row Row) bool {
	return r.Scope == Reference && row[r.Index("user_id")] == nil
}

// ReferredTo reports whether records of any resource refer to its records.
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

// Param returns the name of the route parameter for a record: "event spawn" gives eventSpawn. If addresses use a field, it is the name
// of that.
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

// Values holds stored values by field name; missing fields are not changed.
type Values map[string]any
