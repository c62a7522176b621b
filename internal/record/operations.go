package record

import (
	"math/big"
	"slices"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// Op names what an operation does to each of many records.
type Op string

// The operations.
const (
	OpSet       Op = "set"
	OpAdd       Op = "add"
	OpMultiply  Op = "multiply"
	OpDivide    Op = "divide"
	OpScale     Op = "scale" // multiply nominal, and min with it
	OpMin       Op = "min"   // raise what is less
	OpMax       Op = "max"   // lower what is more
	OpClamp     Op = "clamp" // both
	OpRound     Op = "round" // to a multiple
	OpAddIDs    Op = "add_ids"
	OpRemoveIDs Op = "remove_ids"
	OpReplace   Op = "replace" // ids, or parts of a text
	OpRename    Op = "rename"  // the record, and wherever others name it
	OpEnable    Op = "enable"
	OpDisable   Op = "disable"
	OpCopy      Op = "copy" // values of the record of the same key in another instance
	OpDelete    Op = "delete"
)

// Operation is one step of a bulk change, checked against the declaration of its resource.
type Operation struct {
	Op       Op
	Field    *Field   // nil for rename, copy and delete
	Number   *big.Rat // of arithmetic, of min, max and round
	Other    *Field   // of min and max, in place of a number: a field of the same record
	Min, Max *big.Rat // of clamp; nil leaves an end open
	Find     any      // of replace and rename: a text, or a list; nil for all of it
	Value    any      // of set, replace and rename, and the list of add_ids and remove_ids: as a body holds it
	From     string   // of copy: the sid of the instance
	Fields   []*Field // of copy; never empty

	Sent *jsontree.Object // what was read
}

// CopiesFromOthers reports whether some of the operations read another instance.
func CopiesFromOthers(operations []Operation) bool {
	return slices.ContainsFunc(operations, func(o Operation) bool { return o.From != "" })
}

// ops returns the operations that there are, in their order.
func ops() []string {
	return []string{
		string(OpSet), string(OpAdd), string(OpMultiply), string(OpDivide), string(OpScale), string(OpMin), string(OpMax), string(OpClamp),
		string(OpRound),
		string(OpAddIDs), string(OpRemoveIDs), string(OpReplace), string(OpRename), string(OpEnable), string(OpDisable), string(OpCopy),
		string(OpDelete),
	}
}

// ReadOperation reads an operation as a client sends it. What is wrong is named by its fields.
func (r *Resource) ReadOperation(in *jsontree.Object) (Operation, validate.Errors) {
	o := Operation{Op: Op(TextParam(in, "op")), Sent: in}
	switch o.Op {
	case OpDelete:
		return o, nil
	case OpEnable, OpDisable:
		return r.readSwitch(o)
	case OpCopy:
		return r.readCopy(o, in)
	case OpRename:
		return r.readRename(o, in)
	}
	if !slices.Contains(ops(), string(o.Op)) {
		return o, validate.Wrong("op", validate.SelectionIsInvalid)
	}
	if problems := r.readField(&o, in); len(problems) > 0 {
		return o, problems
	}
	if o.Other = r.otherNumber(o, in); o.Other != nil {
		return o, nil
	}
	return o, o.readValue(in)
}

// valueOps are the operations on a value that is no field of a record.
var valueOps = []Op{OpSet, OpAdd, OpMultiply, OpDivide, OpMin, OpMax, OpClamp, OpRound, OpReplace}

// ReadOperation reads an operation on values that a field describes and that are in no record. What is wrong is named by its fields.
func (f *Field) ReadOperation(in *jsontree.Object) (Operation, validate.Errors) {
	o := Operation{Op: Op(TextParam(in, "op")), Field: f, Sent: in}
	if !slices.Contains(valueOps, o.Op) {
		return o, validate.Wrong("op", validate.SelectionIsInvalid)
	}
	if !o.takesField() {
		return o, validate.Refusal("field", "The operation "+string(o.Op)+" cannot change "+f.Name+".")
	}
	return o, o.readValue(in)
}

// otherNumber returns the field that min or max compare with, as {"op":"max","field":"min","value":"nominal"} does; nil where they take a
// number.
func (r *Resource) otherNumber(o Operation, in *jsontree.Object) *Field {
	if o.Op != OpMin && o.Op != OpMax {
		return nil
	}
	path, err := r.FieldFor(TextParam(in, "value"))
	if err != nil || len(path) > 1 || path[0] == o.Field || path[0].Type != o.Field.Type || path[0].Ref != "" || path[0].Unit != o.Field.Unit {
		return nil
	}
	return path[0]
}

// readSwitch finds the field that says whether a record counts.
func (r *Resource) readSwitch(o Operation) (Operation, validate.Errors) {
	for _, name := range []string{"enabled", "active"} {
		if i, there := r.byName[name]; there && r.Fields[i].Writable() {
			o.Field = r.Fields[i]
			return o, nil
		}
	}
	return o, validate.Refusal("op", "The "+r.Plural()+" cannot be enabled or disabled.")
}

// readField finds the field that an operation works on.
func (r *Resource) readField(o *Operation, in *jsontree.Object) validate.Errors {
	name := TextParam(in, "field")
	if name == "" && o.Op == OpScale {
		name = "nominal"
	}
	if name == "" {
		return validate.Wrong("field", validate.IsRequired)
	}
	path, err := r.FieldFor(name)
	if err != nil || len(path) > 1 || !path[0].Writable() || path[0].Fixed {
		return validate.Wrong("field", validate.SelectionIsInvalid)
	}
	o.Field = path[0]
	if !o.takesField() || o.Op == OpScale && (o.Field.Name != "nominal" || !r.Has("min")) {
		return validate.Refusal("field", "The operation "+string(o.Op)+" cannot change "+o.Field.Name+".")
	}
	return nil
}

// readRename reads a new name, or what is to be replaced in the names.
func (r *Resource) readRename(o Operation, in *jsontree.Object) (Operation, validate.Errors) {
	if r.Title == nil || r.Title.Type != Text || r.HoldsDocuments() {
		return o, validate.Refusal("op", "The "+r.Plural()+" cannot be renamed.")
	}
	o.Find, o.Value = nil, TextParam(in, "value")
	if find := find(in); find != nil {
		o.Find = TextParam(in, "find")
	}
	if o.Value == "" && o.Find == nil {
		return o, validate.Wrong("value", validate.IsRequired)
	}
	return o, nil
}

// readCopy reads the instance and the fields; without fields it is all that a client may set, but for what the record is known by.
func (r *Resource) readCopy(o Operation, in *jsontree.Object) (Operation, validate.Errors) {
	if o.From = TextParam(in, "from"); o.From == "" {
		return o, validate.Wrong("from", validate.IsRequired)
	}
	names := slices.DeleteFunc(listParam(in, "fields"), func(name string) bool { return name == "" })
	for _, name := range names {
		path, err := r.FieldFor(name)
		if err != nil || len(path) > 1 || !r.copied(path[0]) {
			return o, validate.Wrong("fields", validate.SelectionIsInvalid)
		}
		o.Fields = append(o.Fields, path[0])
	}
	if len(names) == 0 {
		o.Fields = slices.DeleteFunc(slices.Clone(r.Fields), func(f *Field) bool { return !r.copied(f) || f.Name == "source_file" })
	}
	if len(r.Key) == 0 || len(o.Fields) == 0 {
		return o, validate.Refusal("op", "The "+r.Plural()+" cannot be copied.")
	}
	return o, nil
}

// copied reports whether a value may be taken to another instance: it does not identify the record, and refers to nothing in its
// instance.
func (r *Resource) copied(f *Field) bool {
	if !f.Writable() || f.Secret || f.Fixed || slices.Contains(r.Key, f) || f == r.Document() {
		return false
	}
	return f.Ref == "" || Named(f.Ref).Scope != InInstance
}

// NumberText returns the number as a decimal with six places at most.
func (o Operation) NumberText() string {
	return strings.TrimSuffix(strings.TrimRight(o.Number.FloatString(6), "0"), ".")
}

// String returns the operation in a few words, for the history.
func (o Operation) String() string {
	words := []string{strings.ReplaceAll(string(o.Op), "_", " ")}
	if o.Field != nil && o.Op != OpEnable && o.Op != OpDisable {
		words = append(words, o.Field.Name)
	}
	if o.Number != nil {
		words = append(words, o.NumberText())
	}
	if o.Other != nil {
		words = append(words, o.Other.Name)
	}
	return strings.Join(words, " ")
}
