package openapi

import (
	"slices"

	"quartermaster/internal/jsontree"
)

// hoister moves what stands in several places of a document to its components, and refers to it there: parameters, bodies and answers that
// are equal, and schemas of objects, of choices and of alternatives that differ in no more than what is said of them.
type hoister struct {
	parts  *jsontree.Object
	times  map[string]int    // how often a part occurs outside of others that occur again, by its JSON
	named  map[string]string // its name
	taken  map[string]bool   // names in lower case
	counts bool              // parts are counted, not yet moved
}

// part is where in a document a value stands.
type part struct {
	kind  string
	owner string   // operation or component that it is part of, as a name begins
	trail []string // the names that lead to it there
}

// inner are the kinds of what stands in a part of a kind, by key: * is for all other keys. Kinds that are sections of the components are
// called as they are.
var inner = map[string]map[string]string{
	"paths":         {"*": "path"},
	"path":          {"parameters": "parameters", "*": "operation"},
	"operation":     {"parameters": "parameters", "responses": "statuses", "requestBody": "requestBodies"},
	"statuses":      {"*": "responses"},
	"requestBodies": {"content": "contents"},
	"responses":     {"content": "contents"},
	"contents":      {"*": "media"},
	"media":         {"schema": "schemas"},
	"parameters":    {"schema": "schemas"},
	"schemas": {
		"properties": "properties", "items": "schemas", "additionalProperties": "schemas", "anyOf": "schemas", "oneOf": "schemas",
	},
	"properties": {"*": "schemas"},
}

// remarks are the keys that say something of the place of a schema. They stay beside the reference.
var remarks = []string{"description", "examples", "readOnly", "writeOnly", "deprecated"}

// hoist returns paths that refer to what they have in common, which it adds to the components.
func hoist(paths, parts *jsontree.Object) *jsontree.Object {
	h := &hoister{parts: parts, times: map[string]int{}, named: map[string]string{}, taken: takenNames(parts), counts: true}
	h.document(paths)
	h.counts = false
	return h.document(paths)
}

func (h *hoister) document(paths *jsontree.Object) *jsontree.Object {
	for _, kind := range []string{"schemas", "parameters", "responses"} {
		section := h.parts.Object(kind)
		for _, name := range section.Keys() {
			component := h.inside(part{kind: kind, owner: name}, section.Object(name))
			section.Set(name, component)
		}
	}
	return h.inside(part{kind: "paths"}, paths)
}

// value returns what stands in the place of a value.
func (h *hoister) value(p part, value any) any {
	switch v := value.(type) {
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = h.value(p, item)
		}
		return list
	case *jsontree.Object:
		return h.object(p, v)
	}
	return value
}

func (h *hoister) object(p part, o *jsontree.Object) *jsontree.Object {
	if !isShareable(p.kind, o) {
		return h.inside(p, o)
	}
	bare, beside := apart(p.kind, o)
	key := p.kind + string(jsontree.AppendValue(nil, bare))
	switch {
	case h.counts:
		return h.count(p, key, o)
	case h.times[key] < 2:
		return h.inside(p, o)
	}
	reference := ref(p.kind, h.component(p, key, bare))
	for name, value := range beside.All() {
		reference.Set(name, value)
	}
	return reference
}

// count counts a part, and what is in it the first time.
func (h *hoister) count(p part, key string, o *jsontree.Object) *jsontree.Object {
	if h.times[key]++; h.times[key] == 1 {
		h.inside(p, o)
	}
	return o
}

// component returns the name of the component that a part is, which it adds the first time.
func (h *hoister) component(p part, key string, o *jsontree.Object) string {
	if name, there := h.named[key]; there {
		return name
	}
	name := h.name(p, o)
	h.named[key] = name
	h.parts.Object(p.kind).Set(name, h.inside(part{kind: p.kind, owner: name}, o))
	return name
}

// inside returns an object with its members in their new places.
func (h *hoister) inside(p part, o *jsontree.Object) *jsontree.Object {
	moved := new(jsontree.Object)
	for key, value := range o.All() {
		kind, there := inner[p.kind][key]
		if !there {
			kind = inner[p.kind]["*"]
		}
		if kind != "" {
			value = h.value(p.to(kind, key, value), value)
		}
		moved.Set(key, value)
	}
	return moved
}

// isShareable reports whether a part may become a component. Choices and objects that may be null are left: the type is part of the field.
func isShareable(kind string, o *jsontree.Object) bool {
	switch kind {
	case "parameters", "responses", "requestBodies":
		return !o.Has("$ref")
	case "schemas":
		_, one := typeOf(o)
		return o.Has("anyOf") || one && (o.Has("enum") || o.Has("properties"))
	}
	return false
}

func typeOf(schema *jsontree.Object) (name string, one bool) {
	kind, _ := schema.Get("type")
	name, one = kind.(string)
	return name, one
}

// apart divides a schema from what is said of it.
func apart(kind string, o *jsontree.Object) (bare, beside *jsontree.Object) {
	bare, beside = new(jsontree.Object), new(jsontree.Object)
	for key, value := range o.All() {
		if kind == "schemas" && slices.Contains(remarks, key) {
			beside.Set(key, value)
		} else {
			bare.Set(key, value)
		}
	}
	return bare, beside
}
