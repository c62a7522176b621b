package api_test

import (
	"bytes"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"path"
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
	tables map[operation][]any // the resources of operations on CSV
	anyErr *jsonschema.Schema
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
// operation of its own, or of the one for all resources.
func (c *contract) asAsked(op operation, req *http.Request, r reply) operation {
	if !strings.HasPrefix(r.header.Get("Content-Type"), "text/csv") && !strings.HasPrefix(req.Header.Get("Content-Type"), "text/csv") {
		return op
	}
	own, all := operation{op.method, op.path + ".csv"}, operation{op.method, path.Dir(op.path) + "/{resource}.csv"}
	switch {
	case c.answer[own] != nil:
		return own
	case slices.Contains(c.tables[all], any(path.Base(op.path))):
		return all
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
	if kind == problem.ContentType && r.status >= 400 {
		schema, declared = c.anyErr, true
	}
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
	return errors.Join(schema.Validate(value), oddError(r.status, kind, value))
}

// only are the statuses of errors that have a member.
var only = map[string]int{
	"errors":     422,
	"codes":      422,
	"data":       422,
	"limit_type": 413,
	"current":    413,
	"limit":      413,
	"checks":     503,
	"timestamp":  503,
}

// oddError tells of members that an error has and should not have, or has not. All errors have one schema, so that it says this in words.
func oddError(status int, kind string, value any) error {
	body, _ := value.(map[string]any)
	if body["message"] == nil {
		return nil
	}
	var odd []error
	expect := func(name string, want bool) {
		if _, there := body[name]; there != want {
			odd = append(odd, fmt.Errorf("the member %s is there: %v", name, there))
		}
	}
	isProblem := kind == problem.ContentType
	for _, name := range []string{"type", "title", "status", "detail"} {
		expect(name, isProblem)
	}
	expect("errors", status == 422)
	expect("codes", status == 422 && isProblem)
	for name := range body {
		if wanted := only[name]; wanted != 0 && wanted != status {
			expect(name, false)
		}
	}
	return errors.Join(odd...)
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
	openDocuments(root)
	closeObjects(root)
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(documentURL, root); err != nil {
		return nil, err
	}
	c := &contract{router: chi.NewRouter(), answer: map[operation]map[int]map[string]*jsonschema.Schema{}, tables: map[operation][]any{}}
	if c.anyErr, err = compiler.Compile(pointer([]string{"components", "schemas", "Error"})); err != nil {
		return nil, err
	}
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

// add compiles the schemas of an operation's answers, with each of the exact statuses.
func (c *contract) add(compiler *jsonschema.Compiler, root any, op operation, described any) error {
	c.router.MethodFunc(op.method, strings.Replace(op.path, "{path}", "*", 1), func(http.ResponseWriter, *http.Request) {})
	c.answer[op] = map[int]map[string]*jsonschema.Schema{}
	if strings.HasSuffix(op.path, "{resource}.csv") {
		_, resource := followed(root, members(described)["parameters"].([]any)[0], nil)
		c.tables[op] = members(resource, "schema")["enum"].([]any)
	}
	for _, exact := range members(described)["x-statuses"].([]any) {
		status, err := strconv.Atoi(fmt.Sprint(exact))
		if err == nil {
			c.answer[op][status], err = contentOf(compiler, root, op, status, members(described, "responses"))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// contentOf compiles the schemas of the answers of a status by type of content: of its own, or of the range that it is in.
func contentOf(compiler *jsonschema.Compiler, root any, op operation, status int,
	responses map[string]any,
) (map[string]*jsonschema.Schema, error) {
	code := strconv.Itoa(status)
	if responses[code] == nil {
		code = code[:1] + "XX"
	}
	at, response := followed(root, responses[code], []string{"paths", op.path, strings.ToLower(op.method), "responses", code})
	content := map[string]*jsonschema.Schema{}
	for kind, media := range members(response, "content") {
		if kind != "application/json" || media.(map[string]any)["schema"] == nil {
			content[kind] = nil
			continue
		}
		schema, err := compiler.Compile(pointer(append(at, "content", kind, "schema")))
		if err != nil {
			return nil, err
		}
		content[kind] = schema
	}
	return content, nil
}

// followed is what a value refers to, and where that is: the value itself if it refers to nothing.
func followed(root, value any, at []string) ([]string, any) {
	if ref, shared := members(value)["$ref"].(string); shared {
		at = strings.Split(strings.TrimPrefix(ref, "#/"), "/")
		value = members(root, at[:len(at)-1]...)[at[len(at)-1]]
	}
	return at, value
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

// openDocuments has the values of documents be what files may hold beside what is declared.
func openDocuments(root any) {
	schemas := members(root, "components", "schemas")
	for name, schema := range schemas {
		if text, _ := schema.(map[string]any)["description"].(string); !strings.HasPrefix(text, "The values of the document") {
			continue
		}
		for part, schema := range schemas {
			if strings.HasPrefix(part, name) { // what several values share is called after the first
				openObjects(schema)
			}
		}
	}
}

func openObjects(value any) {
	switch v := value.(type) {
	case map[string]any:
		if v["additionalProperties"] == nil {
			v["additionalProperties"] = true
		}
		for _, child := range v {
			openObjects(child)
		}
	case []any:
		for _, child := range v {
			openObjects(child)
		}
	}
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
			{"undeclared status of a range", "GET", path, 413, "application/json", `{"message":"Not Found."}`, false},
			{"refused fields without errors", "PUT", path, 422, "application/json", `{"message":"Not Found."}`, false},
			{"errors of another status", "GET", path, 404, "application/json", `{"message":"Not Found.","errors":{"name":["x"]}}`, false},
			{"problem without a type", "GET", path, 404, "application/problem+json", `{"message":"Not Found."}`, false},
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
