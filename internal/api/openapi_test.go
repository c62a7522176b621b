package api_test

import (
	"bytes"
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/go-chi/chi/v5"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/openapi"
	"quartermaster/internal/problem"
	"quartermaster/internal/storetest"
)

// contract is the OpenAPI document as the tests hold answers against it: by operation, status and type of the content. A
// content that is no JSON is nil. Objects are closed: a member that is not declared is an error, although clients ignore it.
type contract struct {
	router *chi.Mux // finds the operation of a request
	answer map[operation]map[int]map[string]*jsonschema.Schema
}

type operation struct{ method, path string }

var described = sync.OnceValues(readContract)

// keepsContract fails the test when the answer is not what the document says. Requests without an operation have no part in it.
func keepsContract(t testing.TB, req *http.Request, r reply) {
	t.Helper()
	c, err := described()
	check(t, err)
	op, there := c.operation(req)
	if !there {
		return
	}
	if err := c.validate(c.asAsked(op, req, r), req.Method, r); err != nil {
		t.Errorf("%s %s breaks the OpenAPI document: status %d: %v\n%s", req.Method, req.URL.Path, r.status, err, r.body)
	}
}

// operation finds what the document describes for a request; a HEAD is a GET.
func (c *contract) operation(req *http.Request) (operation, bool) {
	method := req.Method
	if method == http.MethodHead {
		method = http.MethodGet
	}
	routes := chi.NewRouteContext()
	if !c.router.Match(routes, method, strings.TrimSuffix(req.URL.Path, "/")) {
		return operation{}, false
	}
	return operation{method, strings.Replace(routes.RoutePattern(), "*", "{path}", 1)}, true
}

// asAsked is the operation that describes an answer: one that says in words that it also answers CSV or takes it has that of an
// operation of its own.
func (c *contract) asAsked(op operation, req *http.Request, r reply) operation {
	csv := operation{op.method, op.path + ".csv"}
	isCSV := strings.HasPrefix(r.header.Get("Content-Type"), "text/csv") || strings.HasPrefix(req.Header.Get("Content-Type"), "text/csv")
	if c.answer[csv] != nil && isCSV {
		return csv
	}
	return op
}

func (c *contract) validate(op operation, method string, r reply) error {
	content, declared := c.answer[op][r.status]
	if !declared {
		return fmt.Errorf("%s %s has no such status", op.method, op.path)
	}
	if method == http.MethodHead || r.status == http.StatusNotModified {
		return noBody(r)
	}
	kind, _, err := mime.ParseMediaType(r.header.Get("Content-Type"))
	if err != nil {
		return err
	}
	schema, declared := content[kind]
	if _, anything := content["*/*"]; anything || !declared && method == http.MethodGet && slices.Contains(inWords, kind) {
		return nil
	}
	if !declared {
		return fmt.Errorf("the content type %s is not declared", kind)
	}
	if schema == nil {
		return nil
	}
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(r.body))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// inWords are types that descriptions tell of, for clients that accept them.
var inWords = []string{"text/csv", "text/x-diff"}

func noBody(r reply) error {
	if r.body != "" {
		return fmt.Errorf("a body of %d bytes", len(r.body))
	}
	return nil
}

const documentURL = "file:///openapi.json"

func readContract() (*contract, error) {
	root, err := jsonschema.UnmarshalJSON(bytes.NewReader(openapi.Document(endpoint.Table(), "test")))
	if err != nil {
		return nil, err
	}
	closeObjects(root)
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(documentURL, root); err != nil {
		return nil, err
	}
	c := &contract{router: chi.NewRouter(), answer: map[operation]map[int]map[string]*jsonschema.Schema{}}
	for path, item := range members(root, "paths") {
		for method, op := range item.(map[string]any) {
			if method == "parameters" {
				continue
			}
			if err := c.add(compiler, root, operation{strings.ToUpper(method), path}, op); err != nil {
				return nil, err
			}
		}
	}
	return c, nil
}

// add compiles the schemas of an operation's answers.
func (c *contract) add(compiler *jsonschema.Compiler, root any, op operation, described any) error {
	c.router.MethodFunc(op.method, strings.Replace(op.path, "{path}", "*", 1), func(http.ResponseWriter, *http.Request) {})
	c.answer[op] = map[int]map[string]*jsonschema.Schema{}
	for code, response := range members(described, "responses") {
		at := []string{"paths", op.path, strings.ToLower(op.method), "responses", code}
		if ref, shared := response.(map[string]any)["$ref"].(string); shared {
			at = strings.Split(strings.TrimPrefix(ref, "#/"), "/")
			response = members(root, at[0], at[1])[at[2]]
		}
		content := map[string]*jsonschema.Schema{}
		for kind, media := range members(response, "content") {
			if kind != "application/json" && kind != problem.ContentType || media.(map[string]any)["schema"] == nil {
				content[kind] = nil
				continue
			}
			schema, err := compiler.Compile(pointer(append(at, "content", kind, "schema")))
			if err != nil {
				return err
			}
			content[kind] = schema
		}
		status, err := strconv.Atoi(code)
		if err != nil {
			return err
		}
		c.answer[op][status] = content
	}
	return nil
}

// members returns the object that names lead to; nil when there is none.
func members(value any, names ...string) map[string]any {
	object, _ := value.(map[string]any)
	for _, name := range names {
		object, _ = object[name].(map[string]any)
	}
	return object
}

// pointer is the address of a part of the document.
func pointer(names []string) string {
	escape := strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D")
	address := documentURL + "#"
	for _, name := range names {
		address += "/" + escape.Replace(name)
	}
	return address
}

// closeObjects forbids properties that a schema does not declare.
func closeObjects(value any) {
	switch v := value.(type) {
	case map[string]any:
		if _, declares := v["properties"].(map[string]any); declares && v["additionalProperties"] == nil {
			v["additionalProperties"] = false
		}
		for key, child := range v {
			if key != "example" && key != "examples" {
				closeObjects(child)
			}
		}
	case []any:
		for _, child := range v {
			closeObjects(child)
		}
	}
}

// TestContractFindsBreaches: what the document does not say is told, so that the other tests' silence means something.
func TestContractFindsBreaches(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c, err := described()
		check(t, err)
		const path = "/api/v1/instances/{instance}/events/{event}"
		tests := []struct {
			name, method, path string
			status             int
			kind, body         string
			kept               bool
		}{
			{"refusal", "GET", path, 404, "application/json", `{"message":"Not Found."}`, true},
			{"undeclared status", "GET", path, 418, "application/json", `{"message":"Not Found."}`, false},
			{"undeclared content", "GET", path, 404, "text/html", `{"message":"Not Found."}`, false},
			{"undeclared member", "GET", path, 404, "application/json", `{"message":"Not Found.","hint":"x"}`, false},
			{"missing member", "DELETE", path, 200, "application/json", `{}`, false},
			{"wrong value", "DELETE", path, 200, "application/json", `{"result":false}`, false},
			{"no JSON", "DELETE", path, 200, "application/json", `result`, false},
			{"record without its fields", "GET", path, 200, "application/json", `{"data":{"id":1}}`, false},
			{"body of a HEAD", "HEAD", path, 200, "application/json", `{}`, false},
			{"deletion", "DELETE", path, 200, "application/json", `{"result":true}`, true},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				t.Parallel()
				r := reply{tt.status, http.Header{"Content-Type": {tt.kind}}, tt.body}
				op := operation{strings.Replace(tt.method, "HEAD", "GET", 1), tt.path}
				if err := c.validate(op, tt.method, r); (err == nil) != tt.kept {
					t.Errorf("kept: %v, want %v: %v", err == nil, tt.kept, err)
				}
			})
		}
	})
}
