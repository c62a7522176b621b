package pack

import (
	"cmp"
	"slices"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// The keywords of schemas: a subset of JSON Schema 2020-12, and what begins with x-.
var keywords = []string{
	"type", "title", "description", "properties", "required", "items", "additionalProperties", "enum", "minimum", "maximum", "minItems",
	"maxItems", "pattern", "default", "$ref", "$defs", "$schema", "$comment",
	"x-mark", "x-unit", "x-labels", "x-optional", "x-key", "x-refers", "x-except", "x-says",
}

// marks are what a value may mean beside its type, with the format of its field. Those without one are told for readers of the pack.
var marks = map[string]expansion.Format{
	"class": expansion.ClassFormat, "position": expansion.PositionFormat, "steam-id": expansion.SteamFormat,
	"secret": expansion.PasswordFormat, "url": expansion.URLFormat, "text": expansion.TextFormat, "color": expansion.ARGBFormat,
	"version": expansion.VersionFormat, "run-time": expansion.VersionFormat, "fixed": expansion.VersionFormat,
	"event": "", "time": "", "duration": "", "chance": "", "money": "", "orientation": "",
}

// markNames lists the marks for people.
var markNames = []string{
	"chance", "class", "color", "duration", "event", "fixed", "money", "orientation", "position", "run-time", "secret", "steam-id", "text",
	"time", "url", "version",
}

// schemaReader makes fields of the schema of a file.
type schemaReader struct {
	defs  node
	rules *[]Rule
	depth int
}

// maxDefs is how deep definitions may use others. One that uses itself has no end.
const maxDefs = 20

// field makes the field of a schema. At is where its values stand in a file, with * for each member of a list or map.
func (s schemaReader) field(n node, name, at string) *expansion.Field {
	if !n.counts(mostFields) {
		return &expansion.Field{Name: name, Type: expansion.Any}
	}
	object := n.object(keywords...)
	if ref := n.of(object, "$ref"); ref.value != nil {
		return s.referred(n, ref, object, name, at)
	}
	f := &expansion.Field{
		Name: name, Plain: true, Type: expansion.Any,
		Label: n.of(object, "title").words(), Help: n.of(object, "description").words(), Unit: n.of(object, "x-unit").text(),
		Optional: n.of(object, "x-optional").truth(),
	}
	s.shape(n, object, f, at)
	s.mark(n.of(object, "x-mark"), f)
	s.choices(n, object, f)
	f.Min, f.Max = n.of(object, "minimum").number(), n.of(object, "maximum").number()
	if f.Min != nil && f.Max != nil && *f.Min > *f.Max {
		n.of(object, "minimum").wrong("is above the maximum")
	}
	s.usual(n.of(object, "default"), f)
	s.ruled(n, object, f, at)
	return f
}

// referred makes the field of a definition that the schema shares. What stands beside the reference counts for it alone.
func (s schemaReader) referred(n, ref node, beside *jsontree.Object, name, at string) *expansion.Field {
	key, isLocal := strings.CutPrefix(ref.text(), "#/$defs/")
	defs, _ := s.defs.value.(*jsontree.Object)
	if s.depth++; !isLocal || !defs.Has(key) || s.depth > maxDefs {
		ref.wrong("must be #/$defs/ and the name of a definition there, which does not use itself")
		return &expansion.Field{Name: name, Type: expansion.Any}
	}
	f := s.field(s.defs.of(defs, key), name, at)
	f.Label = cmp.Or(n.of(beside, "title").words(), f.Label)
	f.Help = cmp.Or(n.of(beside, "description").words(), f.Help)
	return f
}

func textIn(object *jsontree.Object, key string) (string, bool) {
	value, _ := object.Get(key)
	text, isText := value.(string)
	return text, isText
}

// shape sets type, shape and members of a field. Where the schema does not say them, they stay those of the file.
func (s schemaReader) shape(n node, object *jsontree.Object, f *expansion.Field, at string) {
	switch kind := n.of(object, "type").oneOf("object", "array", "string", "integer", "number", "boolean"); kind {
	case "object":
		s.ofObject(n, object, f, at)
	case "array":
		s.ofArray(n, object, f, at)
	case "":
	default:
		f.Type = map[string]expansion.Type{
			"string": expansion.String, "integer": expansion.Int, "number": expansion.Float, "boolean": expansion.Bool,
		}[kind]
		if f.Type == expansion.Bool {
			f.Default = false
		}
	}
}

func (s schemaReader) ofObject(n node, object *jsontree.Object, f *expansion.Field, at string) {
	member := n.of(object, "additionalProperties")
	_, isSchema := member.value.(*jsontree.Object)
	switch {
	case isSchema && !object.Has("properties"):
		of := s.field(member, f.Name, jsontree.Join(at, "*"))
		f.Shape = map[bool]expansion.Shape{true: expansion.MapLists, false: expansion.Map}[of.Shape == expansion.List]
		f.Type, f.Format, f.Choices, f.Fields, f.Keys = of.Type, of.Format, of.Choices, of.Fields, expansion.String
		if of.Shape == expansion.Map || of.Shape == expansion.MapLists {
			member.wrong("must be a value, an object or a list: a map in a map has no form")
		}
		return
	case member.value != nil && !isSchema:
		member.truth()
	}
	f.Type, f.Fields = expansion.Object, s.fields(n.of(object, "properties"), at)
	s.require(n.of(object, "required"), f.Fields)
}

func (s schemaReader) fields(n node, at string) (fields []*expansion.Field) {
	properties, isObject := n.value.(*jsontree.Object)
	if !isObject && n.value != nil {
		n.wrong("must be an object")
	}
	for key := range properties.All() {
		fields = append(fields, s.field(n.of(properties, key), key, jsontree.Join(at, key)))
	}
	return fields
}

func (s schemaReader) require(n node, fields []*expansion.Field) {
	for _, member := range n.members() {
		name := member.needed()
		i := slices.IndexFunc(fields, func(f *expansion.Field) bool { return f.Name == name })
		if i < 0 {
			member.wrong("is none of the properties")
			continue
		}
		fields[i].Needed = true
	}
}

func (s schemaReader) ofArray(n node, object *jsontree.Object, f *expansion.Field, at string) {
	f.Shape = expansion.List
	least, most := n.of(object, "minItems").number(), n.of(object, "maxItems").number()
	if least != nil && most != nil && *least == *most {
		f.Count = int(*least)
	}
	items := n.of(object, "items")
	if items.value == nil {
		return
	}
	of := s.field(items, f.Name, jsontree.Join(at, "*"))
	isPosition := n.of(object, "x-mark").value == "position"
	switch {
	case isPosition && of.Type == expansion.Float && of.Shape == expansion.Single:
		f.Type, f.Shape, f.Count = expansion.Vector, expansion.Single, 0
	case of.Shape == expansion.Single:
		f.Type, f.Format, f.Fields, f.Min, f.Max = of.Type, of.Format, of.Fields, of.Min, of.Max
		f.Label = cmp.Or(f.Label, of.Label)
	default:
		f.Type, f.Shape = expansion.Any, expansion.Single
	}
}

func (s schemaReader) mark(n node, f *expansion.Field) {
	name := n.oneOf(markNames...)
	if name == "" {
		return
	}
	if types := suited[name]; types != nil && f.Type != expansion.Any && !slices.Contains(types, f.Type) {
		n.wrong("does not suit the type of the value")
	}
	isNumber := f.Type == expansion.Float || f.Type == expansion.Int
	if name == "position" && (!isNumber || f.Shape != expansion.Single) || name == "color" && f.Type != expansion.Int {
		return
	}
	if format := marks[name]; format != "" {
		f.Format = format
	}
}

// suited are the types that marks are for, where not all are.
var suited = map[string][]expansion.Type{
	"class": {expansion.String}, "steam-id": {expansion.String}, "secret": {expansion.String}, "url": {expansion.String},
	"text": {expansion.String}, "event": {expansion.String}, "orientation": {expansion.String, expansion.Float, expansion.Vector},
	"position": {expansion.String, expansion.Float, expansion.Int, expansion.Vector, expansion.Object},
	"chance":   {expansion.Float, expansion.Int, expansion.String}, "money": {expansion.Float, expansion.Int, expansion.String},
	"duration": {expansion.Float, expansion.Int, expansion.String},
}

// choices reads the values that a field may have. 0 and 1 alone are a switch.
func (s schemaReader) choices(n node, object *jsontree.Object, f *expansion.Field) {
	labels := n.of(object, "x-labels")
	named, _ := labels.value.(*jsontree.Object)
	if labels.value != nil {
		labels.object(named.Keys()...)
	}
	values := n.of(object, "enum").members()
	for _, member := range values {
		if !member.counts(mostChoices) {
			break
		}
		text := jsontree.ScalarText(member.value)
		label, _ := textIn(named, text)
		f.Choices = append(f.Choices, expansion.Choice{Value: member.value, Label: label})
		if f.Type != expansion.Any && len((&expansion.Field{Type: f.Type}).Check("", member.value)) > 0 {
			member.wrong("is not of the type")
		}
	}
	nameChoices(f, named.Len() > 0)
	for key := range named.All() {
		if !slices.ContainsFunc(values, func(member node) bool { return jsontree.ScalarText(member.value) == key }) {
			labels.of(named, key).wrong("is none of the values of enum")
		}
	}
}

// nameChoices gives choices without a label one: themselves, or what a switch means.
func nameChoices(f *expansion.Field, labelled bool) {
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
	if f.Type == expansion.Int {
		f.Type, f.Choices = expansion.Bool, nil
		return
	}
	for i, c := range f.Choices {
		text := jsontree.ScalarText(c.Value)
		f.Choices[i].Label = map[bool]string{true: "On", false: "Off"}[strings.HasPrefix(text, "1") || text == "true"]
	}
}

func (s schemaReader) usual(n node, f *expansion.Field) {
	if n.value == nil {
		return
	}
	if f.Default = n.value; len(f.Check("", n.value)) > 0 {
		n.wrong("is not a value that the schema takes")
	}
}

// ruled makes the rules of a field that its marks say.
func (s schemaReader) ruled(n node, object *jsontree.Object, f *expansion.Field, at string) {
	each, key := cutLast(at)
	tells := object.Has("x-key") || object.Has("x-refers") || object.Has("pattern")
	if tells && n.of(object, "x-mark").value == "secret" {
		n.of(object, "x-mark").wrong("a rule would tell the secret: it must have no x-key, x-refers or pattern")
	}
	if tells && !n.counts(mostRules) {
		return
	}
	if n.of(object, "x-key").truth() {
		*s.rules = append(*s.rules, Rule{ID: "unique", Severity: Warning, each: each, At: key, unique: true})
	}
	if to := n.of(object, "x-refers"); to.text() != "" {
		*s.rules = append(*s.rules, Rule{
			ID: "refers", Severity: Warning, each: each, At: key, refers: to.text(), except: n.of(object, "x-except").texts(), place: to,
		})
	}
	whole := n.of(object, "pattern").expression()
	if whole == nil {
		return
	}
	says := n.of(object, "x-says").text()
	*s.rules = append(*s.rules, Rule{
		ID: "pattern", Severity: Warning, each: each, At: key, pattern: whole, Says: says, instructions: instructions(whole.String()),
	})
}

// cutLast divides a path before its last step.
func cutLast(path string) (before, last string) {
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		return path[:i], path[i+1:]
	}
	return "", path
}
