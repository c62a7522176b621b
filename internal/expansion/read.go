package expansion

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/notation"
)

// keywords are those of schemas: a subset of JSON Schema 2020-12, and what begins with x-.
var keywords = []string{
	"type", "title", "description", "properties", "required", "items", "additionalProperties", "propertyNames", "enum", "minimum",
	"maximum", "minItems", "maxItems", "pattern", "default", "$ref", "$defs", "$schema", "$comment",
	"x-mark", "x-unit", "x-labels", "x-optional", "x-firm", "x-section", "x-since", "x-removed", "x-key", "x-refers", "x-except", "x-says",
}

// Bounds of a schema. Definitions that use others make many fields of few words.
var (
	mostFields  = notation.Bound{What: "fields", Most: 5000}
	mostChoices = notation.Bound{What: "values of enum", Most: 2000}
)

// maxDefs is how deep definitions may use others where their fields are not shared.
const maxDefs = 20

// Reader makes fields of the schema of a file: packs/README.md.
type Reader struct {
	Defs notation.Node // the definitions that it refers to

	// Rules is told each value of the schema with its place in files, with * for each member of a list or map: what makes rules is no
	// matter of fields. It may be nil.
	Rules func(n notation.Node, object *jsontree.Object, at string)

	made   map[string][]*Field // of definitions, for a schema whose definitions may use themselves; nil for one whose may not
	asGame bool                // numbers are written as the game writes them
	depth  int                 // of the definitions that are being read
}

// Field makes the field of a schema. At is where its values stand in a file.
func (r *Reader) Field(n notation.Node, name, at string) *Field {
	if !n.Counts(mostFields) {
		return &Field{Name: name, Type: Any}
	}
	object := n.Object(keywords...)
	if ref := n.Of(object, "$ref"); ref.Value != nil {
		return r.referred(n, ref, object, name, at)
	}
	f := &Field{Name: name, Plain: !r.asGame, Type: Any, Firm: n.Of(object, "x-firm").Truth()}
	describe(n, object, f)
	r.shape(n, object, f, at)
	r.mark(n.Of(object, "x-mark"), f)
	r.choices(n, object, f)
	f.Min, f.Max = cmp.Or(n.Of(object, "minimum").Number(), f.Min), cmp.Or(n.Of(object, "maximum").Number(), f.Max)
	if f.Min != nil && f.Max != nil && *f.Min > *f.Max {
		n.Of(object, "minimum").Wrong("is above the maximum")
	}
	usual(n.Of(object, "default"), f)
	if r.Rules != nil {
		r.Rules(n, object, at)
	}
	return f
}

// referred makes the field of a definition that schemas share. What stands beside the reference counts for it alone.
func (r *Reader) referred(n, ref notation.Node, beside *jsontree.Object, name, at string) *Field {
	key, isLocal := strings.CutPrefix(ref.Text(), "#/$defs/")
	defs, _ := r.Defs.Value.(*jsontree.Object)
	if !isLocal || !defs.Has(key) || r.depth >= maxDefs {
		ref.Wrong("must be #/$defs/ and the name of a definition there, which does not use itself")
		return &Field{Name: name, Type: Any}
	}
	r.depth++
	f := r.defined(r.Defs.Of(defs, key), key, name, at)
	r.depth--
	describe(n, beside, f)
	usual(n.Of(beside, "default"), f)
	return f
}

// describe sets what a schema says of a value for people, and of its place in an object.
func describe(n notation.Node, object *jsontree.Object, f *Field) {
	f.Label = cmp.Or(n.Of(object, "title").Words(), f.Label)
	f.Help = cmp.Or(n.Of(object, "description").Words(), f.Help)
	f.Unit = cmp.Or(n.Of(object, "x-unit").Text(), f.Unit)
	f.Section = cmp.Or(n.Of(object, "x-section").Text(), f.Section)
	f.Optional = f.Optional || n.Of(object, "x-optional").Truth()
	aged(n, object, f)
}

// defined makes the field of a definition.
func (r *Reader) defined(n notation.Node, key, name, at string) *Field {
	object, _ := n.Value.(*jsontree.Object)
	properties := object.Object("properties")
	if r.made == nil || properties == nil {
		return r.Field(n, name, at)
	}
	n.Object(keywords...)
	fields, known := r.made[key]
	if !known {
		fields = make([]*Field, properties.Len())
		r.made[key] = fields
		copy(fields, r.fields(n.Of(object, "properties"), at))
		require(n.Of(object, "required"), fields)
	}
	return &Field{Name: name, Plain: !r.asGame, Type: Object, Fields: fields}
}

// shape sets type, shape and members of a field. Where the schema does not say them, they stay those of the file.
func (r *Reader) shape(n notation.Node, object *jsontree.Object, f *Field, at string) {
	switch kind := n.Of(object, "type").OneOf("object", "array", "string", "integer", "number", "boolean"); kind {
	case "object":
		r.ofObject(n, object, f, at)
	case "array":
		r.ofArray(n, object, f, at)
	case "":
	default:
		f.Type = map[string]Type{"string": String, "integer": Int, "number": Float, "boolean": Bool}[kind]
		if f.Type == Bool {
			f.Default = false
		}
	}
}

func (r *Reader) ofObject(n notation.Node, object *jsontree.Object, f *Field, at string) {
	member := n.Of(object, "additionalProperties")
	_, isSchema := member.Value.(*jsontree.Object)
	switch {
	case isSchema && !object.Has("properties"):
		r.ofMap(n, object, member, f, at)
		return
	case member.Value != nil && !isSchema:
		member.Truth()
	}
	f.Type, f.Fields = Object, r.fields(n.Of(object, "properties"), at)
	require(n.Of(object, "required"), f.Fields)
}

func (r *Reader) ofMap(n notation.Node, object *jsontree.Object, member notation.Node, f *Field, at string) {
	of := r.Field(member, f.Name, jsontree.Join(at, "*"))
	f.Shape = map[bool]Shape{true: MapLists, false: Map}[of.Shape == List]
	takeMember(f, of)
	f.Choices, f.Keys = of.Choices, String
	if of.Shape == Map || of.Shape == MapLists {
		member.Wrong("must be a value, an object or a list: a map in a map has no form")
	}
	names := n.Of(object, "propertyNames")
	if names.Value == nil {
		return
	}
	switch mark := names.Of(names.Object("x-mark"), "x-mark").OneOf("class", "integer"); mark {
	case "integer":
		f.Keys = Int
	case "class":
		f.Format = ClassFormat
	}
}

// takeMember makes a field of several values of the field of one.
func takeMember(f, of *Field) {
	f.Type, f.Format, f.Fields, f.Min, f.Max, f.Firm = of.Type, of.Format, of.Fields, of.Min, of.Max, f.Firm || of.Firm
}

func (r *Reader) fields(n notation.Node, at string) (fields []*Field) {
	properties, isObject := n.Value.(*jsontree.Object)
	if !isObject && n.Value != nil {
		n.Wrong("must be an object")
	}
	for key := range properties.All() {
		fields = append(fields, r.Field(n.Of(properties, key), key, jsontree.Join(at, key)))
	}
	return fields
}

func require(n notation.Node, fields []*Field) {
	for _, member := range n.Members() {
		name := member.Needed()
		if f := fieldNamed(fields, name); f != nil {
			f.Needed = true
		} else {
			member.Wrong("is none of the properties")
		}
	}
}

func (r *Reader) ofArray(n notation.Node, object *jsontree.Object, f *Field, at string) {
	f.Shape = List
	least, most := n.Of(object, "minItems").Number(), n.Of(object, "maxItems").Number()
	if least != nil && most != nil && *least == *most {
		f.Count = int(*least)
	}
	items := n.Of(object, "items")
	if items.Value == nil {
		return
	}
	of := r.Field(items, f.Name, jsontree.Join(at, "*"))
	mark := n.Of(object, "x-mark").Value
	switch {
	case (mark == "position" || mark == "vector") && of.Type == Float && of.Shape == Single:
		f.Type, f.Shape, f.Count = Vector, Single, 0
	case of.Shape == Single:
		takeMember(f, of)
		f.Label = cmp.Or(f.Label, of.Label)
	default:
		f.Type, f.Shape = Any, Single
	}
}

// usual sets what the mod takes where a key is missing. An empty text, which is no choice yet, is one for every field.
func usual(n notation.Node, f *Field) {
	if n.Value == nil {
		return
	}
	if f.Default = n.Value; (n.Value != "" || f.Type != String) && len(f.Check("", n.Value)) > 0 {
		n.Wrong("is not a value that the schema takes")
	}
}

// aged tells of a key that not all versions read.
func aged(n notation.Node, object *jsontree.Object, f *Field) {
	if since := n.Of(object, "x-since").Text(); since != "" {
		f.Since = since
		f.Help = strings.TrimSpace(f.Help + " Since version " + since + " of the game.")
	}
	removed := n.Of(object, "x-removed").Number()
	if removed == nil {
		return
	}
	f.Removed, f.Optional = int(*removed), true
	f.Help = strings.TrimSpace(f.Help + " " + removal(f.Removed))
}

// removal says that the mod has no use for a key.
func removal(version int) string {
	if version < 0 {
		return "Removed by a later version of the mod, which does not read it."
	}
	return "Removed in version " + strconv.Itoa(version) + " of the file: the mod does not read it."
}

// choices reads the values that a field may have. 0 and 1 alone are a switch; whole numbers beyond which there are none are an enumeration.
func (r *Reader) choices(n notation.Node, object *jsontree.Object, f *Field) {
	labels := n.Of(object, "x-labels")
	named, _ := labels.Value.(*jsontree.Object)
	if labels.Value != nil {
		labels.Object(named.Keys()...)
	}
	values := n.Of(object, "enum").Members()
	for _, member := range values {
		if !member.Counts(mostChoices) {
			break
		}
		f.Choices = append(f.Choices, Choice{Value: member.Value, Label: named.Text(jsontree.ScalarText(member.Value))})
		if f.Type != Any && len((&Field{Type: f.Type}).Check("", member.Value)) > 0 {
			member.Wrong("is not of the type")
		}
	}
	nameChoices(f, named.Len() > 0)
	if f.Firm && f.Type == Int && len(values) > 0 {
		f.Type = Enum
	}
	for key := range named.All() {
		if !slices.ContainsFunc(values, func(member notation.Node) bool { return jsontree.ScalarText(member.Value) == key }) {
			labels.Of(named, key).Wrong("is none of the values of enum")
		}
	}
}

// nameChoices gives choices without a label one: themselves, or what a switch means.
func nameChoices(f *Field, labelled bool) {
	isSwitch := len(f.Choices) == 2 && !labelled
	for i, c := range f.Choices {
		text := jsontree.ScalarText(c.Value)
		on, off := text == "1" || text == "1.0" || text == "true", text == "0" || text == "0.0" || text == "false"
		isSwitch = isSwitch && (on || off)
		if c.Label == "" {
			f.Choices[i].Label = text
		}
	}
	if !isSwitch {
		return
	}
	if f.Type == Int {
		f.Type, f.Choices = Bool, nil
		return
	}
	for i, c := range f.Choices {
		text := jsontree.ScalarText(c.Value)
		f.Choices[i].Label = map[bool]string{true: "On", false: "Off"}[strings.HasPrefix(text, "1") || text == "true"]
	}
}
