package openapi_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestExamplesFitTheirSchemas compiles every schema of the document that has an example, as JSON Schema 2020-12, and
// validates the examples. References resolve on the way.
func TestExamplesFitTheirSchemas(t *testing.T) {
	t.Parallel()
	root, err := jsonschema.UnmarshalJSON(bytes.NewReader(document()))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("openapi.json", root); err != nil {
		t.Fatal(err)
	}
	found := 0
	walk(root, "openapi.json#", func(at string, node map[string]any) {
		schema, examples := examplesOf(at, node)
		for _, example := range examples {
			found++
			compiled, err := compiler.Compile(schema)
			if err == nil {
				err = compiled.Validate(example)
			}
			if err != nil {
				t.Errorf("%s: %v", at, err)
			}
		}
	})
	if found < 100 {
		t.Errorf("only %d examples", found)
	}
}

// TestEverySchemaCompiles: schemas without examples are well formed too.
func TestEverySchemaCompiles(t *testing.T) {
	t.Parallel()
	root, err := jsonschema.UnmarshalJSON(bytes.NewReader(document()))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("openapi.json", root); err != nil {
		t.Fatal(err)
	}
	for name := range root.(map[string]any)["components"].(map[string]any)["schemas"].(map[string]any) {
		if _, err := compiler.Compile("openapi.json#/components/schemas/" + name); err != nil {
			t.Error(err)
		}
	}
	walk(root, "openapi.json#", func(at string, node map[string]any) {
		if _, there := node["schema"].(map[string]any); there {
			if _, err := compiler.Compile(at + "/schema"); err != nil {
				t.Error(err)
			}
		}
	})
}

// examplesOf returns the examples of a schema, or of what has a schema, with the address of the schema.
func examplesOf(at string, node map[string]any) (schema string, examples []any) {
	if example, there := node["example"]; there {
		return at + "/schema", []any{example}
	}
	examples, _ = node["examples"].([]any)
	return at, examples
}

// walk visits every object below a value but for those within examples.
func walk(value any, at string, visit func(at string, node map[string]any)) {
	switch v := value.(type) {
	case map[string]any:
		visit(at, v)
		for key, child := range v {
			if key != "example" && key != "examples" {
				walk(child, at+"/"+escape(key), visit)
			}
		}
	case []any:
		for i, child := range v {
			walk(child, at+"/"+strconv.Itoa(i), visit)
		}
	}
}

// escape writes a key as part of a JSON pointer in a URL.
func escape(key string) string {
	return strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D", "[", "%5B", "]", "%5D").Replace(key)
}
