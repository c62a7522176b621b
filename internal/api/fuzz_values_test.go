package api_test

import (
	"encoding/json"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// generator makes values of the schemas of the OpenAPI document, and values that break them.
type generator struct {
	*rand.Rand
	root any // the document
	ids  []int64
}

// chance is true in one of n cases.
func (g generator) chance(n int) bool { return g.IntN(n) == 0 }

func pick[T any](g generator, list []T) T { return list[g.IntN(len(list))] }

// resolve follows a reference into the components.
func (g generator) resolve(value any) map[string]any {
	object, _ := value.(map[string]any)
	ref, there := object["$ref"].(string)
	if !there {
		return object
	}
	at := strings.Split(strings.TrimPrefix(ref, "#/"), "/")
	return g.resolve(members(g.root, at[:len(at)-1]...)[at[len(at)-1]])
}

// value is one that a schema allows, as far as the schema says it; depth bounds how far it nests.
func (g generator) value(schema any, depth int) any {
	s := g.resolve(schema)
	examples, _ := s["examples"].([]any)
	choices, _ := s["enum"].([]any)
	constant, fixed := s["const"]
	switch {
	case fixed:
		return constant
	case len(choices) > 0:
		return pick(g, choices)
	case len(examples) > 0 && !g.chance(3):
		return pick(g, examples)
	}
	for _, word := range []string{"anyOf", "oneOf", "allOf"} {
		if list, _ := s[word].([]any); len(list) > 0 {
			return g.value(pick(g, list), depth)
		}
	}
	return g.ofType(g.typeOf(s), s, depth)
}

func (g generator) typeOf(s map[string]any) string {
	if list, several := s["type"].([]any); several {
		return pick(g, list).(string)
	}
	if name, one := s["type"].(string); one {
		return name
	}
	if s["properties"] != nil {
		return "object"
	}
	return pick(g, []string{"string", "number", "boolean", "null"})
}

func (g generator) ofType(name string, s map[string]any, depth int) any {
	switch name {
	case "object":
		return g.object(s, depth)
	case "array":
		return g.array(s, depth)
	case "integer":
		return g.integer(s)
	case "number":
		return float64(g.integer(s)) + pick(g, []float64{0, 0.5, 0.001, -0.25})
	case "boolean":
		return g.chance(2)
	case "null":
		return nil
	}
	return g.text(s)
}

// object has what is required, and some of the rest.
func (g generator) object(s map[string]any, depth int) any {
	object, properties := map[string]any{}, members(s, "properties")
	required, _ := s["required"].([]any)
	for _, name := range sortedKeys(properties) {
		if slices.Contains(required, any(name)) || depth > 0 && !g.chance(3) {
			object[name] = g.member(name, properties[name], depth-1)
		}
	}
	return object
}

// member is a value of a property. Hosts are this machine, or none at all: nothing leaves it.
func (g generator) member(name string, schema any, depth int) any {
	switch {
	case slices.Contains(hosts, name):
		return pick(g, []any{"127.0.0.1", "not a host", "", nil, 7.0, "::1"})
	case name == "field":
		return pick(g, []string{"name", "nominal", "lifetime", "min"})
	case strings.HasSuffix(name, "_id") && len(g.ids) > 0 && !g.chance(4):
		return float64(pick(g, g.ids))
	}
	return g.value(schema, depth)
}

// hosts are the properties that name a machine to connect to.
var hosts = []string{"host", "ip"}

func (g generator) array(s map[string]any, depth int) any {
	list := []any{}
	least, _ := s["minItems"].(json.Number)
	n, _ := least.Int64()
	if depth > 0 {
		n += int64(g.IntN(3))
	}
	for range n {
		list = append(list, g.value(s["items"], depth-1))
	}
	return list
}

func (g generator) integer(s map[string]any) int64 {
	bound := func(name string, otherwise int64) int64 {
		text, there := s[name].(json.Number)
		number, err := text.Float64()
		if !there || err != nil {
			return otherwise
		}
		return int64(number)
	}
	low, high := bound("minimum", -3), bound("maximum", 1000)
	if high < low {
		high = low
	}
	return pick(g, []int64{low, high, low + g.Int64N(max(1, min(high-low, 1000)))})
}

func (g generator) text(s map[string]any) string {
	if format, _ := s["format"].(string); format == "date-time" {
		return "2026-05-29T09:55:00.000000Z"
	}
	return pick(g, []string{
		"AKM", "LootTest", "Text with blanks", "a/b.xml", "1", "", "Ünïcode 漢字", "0 4 * * *", "aB3dE5fG7h", "127.0.0.1", "*",
	})
}

// spoiled is a value like another one that somebody got wrong in one place.
func (g generator) spoiled(value any) any {
	switch v := value.(type) {
	case map[string]any:
		if len(v) > 0 && !g.chance(4) {
			name := pick(g, sortedKeys(v))
			if g.chance(3) {
				delete(v, name)
			} else {
				v[name] = g.spoiledMember(name, v[name])
			}
			return v
		}
	case []any:
		if len(v) > 0 && !g.chance(3) {
			i := g.IntN(len(v))
			v[i] = g.spoiled(v[i])
			return v
		}
	}
	return g.odd()
}

func (g generator) spoiledMember(name string, value any) any {
	if slices.Contains(hosts, name) {
		return g.member(name, nil, 0)
	}
	return g.spoiled(value)
}

// odd is a value that hardly anything takes.
func (g generator) odd() any {
	return pick(g, []any{
		nil, true, false, "", " ", "x", "\x00", "\xff", "\u202e", "<b>", "'; --", strings.Repeat("x", 300), strings.Repeat("漢", 70_000), -1.0,
		0.0, 0.5, 1e15, -1e300, math.MaxInt64,
		json.Number("1e999"), json.Number("99999999999999999999"), "NaN", "-0", "9999-99-99", "../../x", "a\\b", "%", "_", "(", "name:",
		"nominal>", "-",
		[]any{},
		[]any{nil},
		[]any{[]any{}},
		[]any{map[string]any{}},
		map[string]any{},
		map[string]any{"": nil},
		map[string]any{"sid": "x", "id": 1.0},
		[]any{1.0, 1.0},
		[]any{"x", 1.0, nil},
		nestedLists(40), slices.Repeat([]any{"x"}, 600),
	})
}

func nestedLists(depth int) any {
	var value any
	for range depth {
		value = []any{value}
	}
	return value
}

func sortedKeys(object map[string]any) []string { return slices.Sorted(maps.Keys(object)) }
