package openapi

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
)

// takenNames are the names of the components that generators make types of, in lower case.
func takenNames(parts *jsontree.Object) map[string]bool {
	taken := map[string]bool{}
	for section, named := range parts.All() {
		if section == "headers" {
			continue
		}
		for _, name := range named.(*jsontree.Object).Keys() {
			taken[strings.ToLower(name)] = true
		}
	}
	return taken
}

// to is the place of what stands at a key of a part.
func (p part) to(kind, key string, value any) part {
	to := part{kind: kind, owner: p.owner, trail: p.trail}
	switch {
	case kind == "path":
		to.owner = firstOperation(value.(*jsontree.Object))
	case kind == "operation":
		to.owner = capital(value.(*jsontree.Object).Text("operationId"))
	case kind == "requestBodies":
		to.trail = []string{"Input"}
	case p.kind == "statuses":
		to.trail = []string{cmp.Or(statusWords[key], "Answer")}
	case p.kind == "properties":
		to.trail = append(slices.Clip(p.trail), pascal(key))
	case key == "items", key == "additionalProperties":
		to.trail = oneOf(p.trail)
	}
	return to
}

// oneOf is where the items of a list, or the members of a map, stand.
func oneOf(trail []string) []string {
	if len(trail) == 0 {
		return []string{"Item"}
	}
	last := strings.TrimSuffix(trail[len(trail)-1], "Item")
	return append(slices.Clip(trail[:len(trail)-1]), last+"Item")
}

func firstOperation(path *jsontree.Object) string {
	for _, value := range path.All() {
		if operation, is := value.(*jsontree.Object); is {
			return capital(operation.Text("operationId"))
		}
	}
	return ""
}

// statusWords name answers by their status.
var statusWords = map[string]string{
	"201": "Created", "202": "Queued", "409": "Conflict", "413": "TooLarge", "422": "Refused", "503": "Unavailable",
}

// name makes a name for a component: of what it is, or of the first place where it stands if another is called so already.
func (h *hoister) name(p part, o *jsontree.Object) string {
	switch p.kind {
	case "parameters":
		return h.free(parameterNames(p, o))
	case "requestBodies":
		return h.free([]string{strings.TrimSuffix(contentNameOf(o), "Input") + "Body", p.owner + "Body"})
	case "responses":
		if content := contentNameOf(o); content != "" {
			return h.free([]string{content + p.trail[0], p.owner + p.trail[0]})
		}
		return h.free([]string{p.owner + p.trail[0]})
	}
	return h.free(schemaNames(p, o))
}

// flag are the choices of a parameter that is set or not.
var flag = values([]string{"0", "1"})

// schemaNames are those of a schema: the longer, the less another may be called so.
func schemaNames(p part, o *jsontree.Object) (names []string) {
	if all := o.List("anyOf"); all != nil {
		names = []string{alternativesName(all)}
	}
	if slices.Equal(o.List("enum"), flag) {
		names = []string{"Flag"}
	}
	for i := len(p.trail) - 1; i >= 0; i-- {
		names = append(names, p.owner+strings.Join(p.trail[i:], ""))
	}
	kind, _ := typeOf(o)
	return append(names, p.owner+pascal(kind))
}

// free returns the first name that no component has, or else the last with a number.
func (h *hoister) free(names []string) string {
	for n := 2; ; n++ {
		for _, name := range names {
			if lower := strings.ToLower(name); !h.taken[lower] {
				h.taken[lower] = true
				return name
			}
		}
		names = []string{strings.TrimRight(names[len(names)-1], "0123456789") + strconv.Itoa(n)}
	}
}

// parameterNames are those of a parameter: one that takes what a resource has is called after the first that asks for it.
func parameterNames(p part, o *jsontree.Object) []string {
	word := pascal(o.Text("name")) + pascal(o.Text("in"))
	schema := o.Object("schema")
	if items := schema.Object("items"); items != nil {
		schema = items
	}
	if schema.Has("enum") {
		return []string{p.owner + word}
	}
	return []string{word, p.owner + word}
}

// contentNameOf says what an answer or a body holds: the name of its schema, or of its data, or the type of a file.
func contentNameOf(response *jsontree.Object) string {
	for kind, media := range response.Object("content").All() {
		schema := media.(*jsontree.Object).Object("schema")
		if all := schema.Objects("anyOf"); len(all) > 0 {
			schema = all[0]
		}
		if inside := schema.Object("properties"); inside != nil && inside.Has("data") {
			schema = inside.Object("data")
		}
		if name := refName(schema); name != "" || kind == contentJSON {
			return strings.TrimSuffix(name, "Response")
		}
		_, file, _ := strings.Cut(kind, "/")
		return pascal(strings.Trim(file, "*"))
	}
	return ""
}

// alternativesName joins the names or types of alternatives: BooleanOrInteger.
func alternativesName(all []any) string {
	words := make([]string, len(all))
	for i, one := range all {
		kind, _ := typeOf(one.(*jsontree.Object))
		words[i] = cmp.Or(refName(one.(*jsontree.Object)), pascal(kind), "Any")
	}
	return strings.Join(words, "Or")
}

// refName is the name of the component that a schema refers to; empty where it is none.
func refName(schema *jsontree.Object) string {
	reference := schema.Text("$ref")
	return reference[strings.LastIndexByte(reference, '/')+1:]
}

// pascal writes a name of a file or a query with capitals: per_page gives PerPage.
func pascal(name string) string {
	return camel(strings.Map(func(c rune) rune {
		if c < 0x80 && (c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z') {
			return c
		}
		return ' '
	}, name))
}

func capital(word string) string {
	first := min(1, len(word))
	return strings.ToUpper(word[:first]) + word[first:]
}
