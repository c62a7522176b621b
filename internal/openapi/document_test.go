package openapi_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/openapi"
	"quartermaster/internal/record"
)

func document() []byte { return openapi.Document(endpoint.Table(), "1.2.3") }

// load reads a document as any client would, with every reference resolved.
func load(t *testing.T, text []byte) *openapi3.T {
	t.Helper()
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// TestDocumentIsValid: the structure of OpenAPI 3.1 is kept, every reference leads somewhere, and path parameters are declared.
func TestDocumentIsValid(t *testing.T) {
	t.Parallel()
	doc := load(t, document())
	if err := doc.Validate(t.Context()); err != nil {
		t.Error(err)
	}
	if doc.OpenAPI != "3.1.0" || doc.Info.Version != "1.2.3" {
		t.Errorf("OpenAPI %s, version %s", doc.OpenAPI, doc.Info.Version)
	}
}

func TestDocumentIsTheSameEveryTime(t *testing.T) {
	t.Parallel()
	if !bytes.Equal(document(), document()) {
		t.Error("two documents of one table differ")
	}
}

func TestOnlySellersAreListedInAnotherOrder(t *testing.T) {
	t.Parallel()
	const order = "; in the order in which the game reads them otherwise."
	var got []string
	for path, item := range load(t, document()).Paths.Map() {
		for method, operation := range item.Operations() {
			for _, parameter := range operation.Parameters {
				if strings.Contains(parameter.Value.Description, order) {
					got = append(got, method+" "+path)
				}
			}
		}
	}
	slices.Sort(got)
	list := "GET /api/v1/instances/{instance}/trader-sellers"
	if diff := cmp.Diff([]string{list}, got); diff != "" {
		t.Error(diff)
	}
}

// TestOperationsAreTheTable: what surfaces A and B answer is described, and nothing else.
func TestOperationsAreTheTable(t *testing.T) {
	t.Parallel()
	var got, want []string
	for path, item := range load(t, document()).Paths.Map() {
		for method := range item.Operations() {
			got = append(got, method+" "+path)
		}
	}
	for _, e := range endpoint.Served(endpoint.Table()) {
		want = append(want, e.Method+" "+openapi.PathOf(e))
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(slices.Compact(want), got); diff != "" {
		t.Error(diff)
	}
}

func TestOperationIDs(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	plain := regexp.MustCompile(`^[a-z]+([A-Z]+[a-z]+)+$`)
	for path, item := range load(t, document()).Paths.Map() {
		for method, operation := range item.Operations() {
			id := operation.OperationID
			if !plain.MatchString(id) {
				t.Errorf("%s %s: %q is no name for a function", method, path, id)
			}
			if other, taken := seen[id]; taken {
				t.Errorf("%s names %s %s and %s", id, method, path, other)
			}
			seen[id] = method + " " + path
		}
	}
	for id, want := range map[string]string{
		"getHealth":              "GET /api/v1/health",
		"listEvents":             "GET /api/v1/instances/{instance}/events",
		"patchEventSpawn":        "PATCH /api/v1/instances/{instance}/event-spawns/{eventSpawn}",
		"applyTypePreset":        "POST /api/v1/instances/{instance}/presets/{typePreset}/apply",
		"listClassnames":         "GET /api/v1/classnames",
		"listInstanceClassnames": "GET /api/v1/instances/{instance}/classnames",
		"pageEarlierInstances":   "GET /api/instance",
	} {
		if seen[id] != want {
			t.Errorf("%s is %q, want %q", id, seen[id], want)
		}
	}
}

// TestOnlyHealthNeedsNoToken: the token is asked for by default, and a 401 is described wherever it is.
func TestOnlyHealthNeedsNoToken(t *testing.T) {
	t.Parallel()
	doc := load(t, document())
	if len(doc.Security) != 1 || doc.Security[0]["bearer"] == nil {
		t.Errorf("security %v", doc.Security)
	}
	for path, item := range doc.Paths.Map() {
		for method, operation := range item.Operations() {
			open := operation.Security != nil && len(*operation.Security) == 0
			statuses := exactly(t, operation)
			if open == (operation.Extensions["x-permission"] != nil) {
				t.Errorf("%s %s: the permission is %v", method, path, operation.Extensions["x-permission"])
			}
			if open != (path == "/api/v1/health") || open == slices.Contains(statuses, 401) {
				t.Errorf("%s %s: open %v, and answers with %v", method, path, open, statuses)
			}
		}
	}
}

// exactly are the exact statuses of an operation.
func exactly(t *testing.T, o *openapi3.Operation) (statuses []int) {
	t.Helper()
	data, err := json.Marshal(o.Extensions["x-statuses"])
	if err == nil {
		err = json.Unmarshal(data, &statuses)
	}
	if err != nil {
		t.Fatal(err)
	}
	return statuses
}

// TestStatusesAreExact: each status that is described alone is one of the exact ones, and each of those is described, alone or in a range.
func TestStatusesAreExact(t *testing.T) {
	t.Parallel()
	for path, item := range load(t, document()).Paths.Map() {
		for method, operation := range item.Operations() {
			statuses := exactly(t, operation)
			for _, status := range statuses {
				text := strconv.Itoa(status)
				if status != 304 && operation.Responses.Value(text) == nil && operation.Responses.Value(text[:1]+"XX") == nil {
					t.Errorf("%s %s: %s is not described", method, path, text)
				}
			}
			for text := range operation.Responses.Map() {
				if status, err := strconv.Atoi(text); err == nil && !slices.Contains(statuses, status) {
					t.Errorf("%s %s: %s is described, and not among %v", method, path, text, statuses)
				}
			}
		}
	}
}

// TestRefusalsSayWhatStatusesMean: each status of an operation that stands for a range is explained with it.
func TestRefusalsSayWhatStatusesMean(t *testing.T) {
	t.Parallel()
	doc := load(t, document())
	text := *doc.Components.Responses["Refused"].Value.Description + *doc.Components.Responses["Failed"].Value.Description
	for path, item := range doc.Paths.Map() {
		for method, operation := range item.Operations() {
			for _, status := range exactly(t, operation) {
				if status >= 400 && !strings.Contains(text, "\n- "+strconv.Itoa(status)+": ") {
					t.Errorf("%s %s: nothing says what %d means", method, path, status)
				}
			}
		}
	}
}

// TestSuccessHasOneType: whatever succeeds has one type of content, and so has a body: clients are generated without options.
func TestSuccessHasOneType(t *testing.T) {
	t.Parallel()
	for path, item := range load(t, document()).Paths.Map() {
		for method, operation := range item.Operations() {
			types := map[string]bool{}
			for status, response := range operation.Responses.Map() {
				if strings.HasPrefix(status, "2") {
					for kind := range response.Value.Content {
						types[kind] = true
					}
				}
			}
			if len(types) != 1 {
				t.Errorf("%s %s answers %v", method, path, types)
			}
			body := operation.RequestBody
			if body != nil && len(body.Value.Content) != 1 && body.Value.Content.Get("multipart/form-data") == nil { // in the place of JSON
				t.Errorf("%s %s takes %v", method, path, body.Value.Content)
			}
		}
	}
}

func TestDeprecation(t *testing.T) {
	t.Parallel()
	table := []endpoint.Group{{Name: "Old", Resources: []endpoint.Resource{{
		Name: "mods", Title: "Mods", Surface: endpoint.A,
		Endpoints: []endpoint.Endpoint{{
			Method: http.MethodGet, Path: "/api/v1/mods", Action: endpoint.List, Record: record.Mods, Summary: "Report.",
			Deprecated: &endpoint.Deprecation{Cutoff: time.Date(2027, 3, 1, 0, 0, 0, 0, time.UTC), Replacement: "/api/v2/mods"},
		}},
	}}}}
	var doc struct {
		Paths map[string]map[string]struct {
			Description string
			Deprecated  bool
		}
	}
	if err := json.Unmarshal(openapi.Document(table, "1"), &doc); err != nil {
		t.Fatal(err)
	}
	operation := doc.Paths["/api/v1/mods"]["get"]
	if want := "Stops working on 2027-03-01. Use `/api/v2/mods` instead."; !operation.Deprecated ||
		!strings.HasSuffix(operation.Description, "\n\n"+want) {
		t.Errorf("deprecated %v: %s", operation.Deprecated, operation.Description)
	}
}

func TestUnknownActionPanics(t *testing.T) {
	t.Parallel()
	defer func() {
		if text, _ := recover().(string); !strings.Contains(text, "dance") {
			t.Errorf("panic %q", text)
		}
	}()
	openapi.Document([]endpoint.Group{{Resources: []endpoint.Resource{{
		Surface: endpoint.A, Endpoints: []endpoint.Endpoint{{Method: http.MethodGet, Path: "/api/v1/x", Action: "dance"}},
	}}}}, "1")
}

// TestEventSchemas holds one resource of which the interface is known word by word.
func TestEventSchemas(t *testing.T) {
	t.Parallel()
	var doc struct {
		Components struct {
			Schemas map[string]struct {
				Required   []string
				Properties map[string]json.RawMessage
			}
		}
	}
	if err := json.Unmarshal(document(), &doc); err != nil {
		t.Fatal(err)
	}
	input := doc.Components.Schemas["EventInput"]
	if diff := cmp.Diff([]string{"name", "nominal", "min", "max", "lifetime"}, input.Required); diff != "" {
		t.Error(diff)
	}
	for name, want := range map[string]string{
		"name":     `{"type":"string","minLength":1,"maxLength":255,`,
		"nominal":  `{"type":"integer","format":"int32","minimum":-2147483648,"maximum":2147483647,`,
		"restock":  `{"type":["integer","null"],`,
		"position": `{"type":["string","null"],"enum":["fixed","player","uniform",null],`,
		"children": `{"type":["array","null"],"items":{"$ref":"#\/components\/schemas\/ChildInput"},"maxItems":10000,`,
	} {
		if got := string(input.Properties[name]); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s", name, got)
		}
	}
	if patch := doc.Components.Schemas["EventPatch"]; patch.Required != nil || len(patch.Properties) != len(input.Properties) {
		t.Errorf("a patch requires %q and may hold %d fields", patch.Required, len(patch.Properties))
	}
	event := doc.Components.Schemas["Event"]
	if slices.Contains(event.Required, "children") || !slices.Contains(event.Required, "children_count") || event.Properties["raw"] != nil {
		t.Errorf("an event has %q", event.Required)
	}
}
