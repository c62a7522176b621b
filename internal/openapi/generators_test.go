package openapi_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"quartermaster/internal/endpoint"
)

// parsed is the document as plain values.
func parsed(t *testing.T) map[string]any {
	t.Helper()
	root, err := jsonschema.UnmarshalJSON(bytes.NewReader(document()))
	if err != nil {
		t.Fatal(err)
	}
	return root.(map[string]any)
}

// TestSchemasAreWhatGeneratorsKnow: one type, or one and null; objects say what they hold; every content has a schema.
func TestSchemasAreWhatGeneratorsKnow(t *testing.T) {
	t.Parallel()
	walk(parsed(t), "#", func(at string, node map[string]any) {
		if types, several := node["type"].([]any); several && (len(types) != 2 || types[1] != "null") {
			t.Errorf("%s has the types %v", at, types)
		}
		if isObject(node["type"]) && node["properties"] == nil && node["additionalProperties"] == nil {
			t.Errorf("%s is an object of nothing", at)
		}
		if node["format"] == "date-time" && node["pattern"] != nil {
			t.Errorf("%s: a time is no text to generators, and has no pattern", at)
		}
		if pattern, _ := node["pattern"].(string); strings.Contains(pattern, `"`) {
			t.Errorf("%s: the pattern %s would end a text in its middle", at, pattern)
		}
		if node["type"] == "number" && node["format"] != "double" {
			t.Errorf("%s would be a float of 32 bits", at)
		}
		for name, property := range members(node["properties"]) {
			if _, there := members(property)["default"]; there {
				t.Errorf("%s: the property %s has a default, so that openapi-typescript requires it", at, name)
			}
		}
		content, _ := node["content"].(map[string]any)
		for kind, media := range content {
			if media.(map[string]any)["schema"] == nil {
				t.Errorf("%s: %s has no schema", at, kind)
			}
		}
	})
}

func members(value any) map[string]any {
	object, _ := value.(map[string]any)
	return object
}

func isObject(kind any) bool {
	types, _ := kind.([]any)
	return kind == "object" || slices.Contains(types, any("object"))
}

// TestComponentsHaveNamesOfTheirOwn: generators make a type of each, in whatever part of the components it stands.
func TestComponentsHaveNamesOfTheirOwn(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for part, named := range parsed(t)["components"].(map[string]any) {
		if part == "headers" {
			continue // of which they make none
		}
		for name := range named.(map[string]any) {
			if other, taken := seen[strings.ToLower(name)]; taken {
				t.Errorf("%s names one of the %s and one of the %s", name, other, part)
			}
			seen[strings.ToLower(name)] = part
		}
	}
}

// TestOperationsAndParametersAreExplained: each operation says more than its summary, and each parameter gives an example.
func TestOperationsAndParametersAreExplained(t *testing.T) {
	t.Parallel()
	for path, item := range load(t, document()).Paths.Map() {
		for method, operation := range item.Operations() {
			if len(operation.Description) < len(operation.Summary) || strings.ContainsAny(operation.Description, "{}") ||
				strings.Contains(operation.Description, "ONE") {
				t.Errorf("%s %s: %q", method, path, operation.Description)
			}
			for _, parameter := range append(operation.Parameters, item.Parameters...) {
				if parameter.Value.Example == nil || parameter.Value.Description == "" {
					t.Errorf("%s %s: the parameter %s is not explained", method, path, parameter.Value.Name)
				}
			}
		}
	}
	if n := len(endpoint.Served(endpoint.Table())); n < 100 {
		t.Errorf("only %d operations", n)
	}
}
