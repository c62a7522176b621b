package apidocs

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// TestDocsTellEveryEndpointAndField holds the pages against the table and the declarations.
func TestDocsTellEveryEndpointAndField(t *testing.T) {
	t.Parallel()
	draw := drawer(t)
	for _, g := range endpoint.Table() {
		for _, r := range g.Resources {
			text := strings.ReplaceAll(draw(r.Name), "<wbr>", "")
			for _, e := range r.Endpoints {
				if !strings.Contains(text, ">"+e.Method+"</span> <span class=\"code path\">"+e.Path+"<") {
					t.Errorf("%s lacks %s %s", r.Name, e.Method, e.Path)
				}
			}
			if r.Record != nil {
				holdFields(t, r.Name, text, r.Record.Fields)
			}
		}
	}
}

// drawer returns what draws the page of a resource.
func drawer(t *testing.T) func(resource string) string {
	t.Helper()
	renderer, err := ui.NewRenderer()
	if err != nil {
		t.Fatal(err)
	}
	d := New(endpoint.Table(), nil)
	return func(resource string) string {
		answer := httptest.NewRecorder()
		page, view := d.Resource(resource, "http://qm.test")
		if err := renderer.Render(answer, httptest.NewRequest("GET", "/", nil), http.StatusOK, page, view); err != nil {
			t.Fatal(err)
		}
		return answer.Body.String()
	}
}

func holdFields(t *testing.T, name, text string, fields []*record.Field) {
	t.Helper()
	for _, f := range fields {
		shown := strings.Contains(text, `<th role="rowheader" scope="row"><span class="code">`+f.Name+`</span>`)
		if told := f.Shown() || f.Writable(); shown != told && (told || !strings.Contains(text, f.Name)) {
			t.Errorf("%s: field %s told: %v", name, f.Name, shown)
		}
		holdFields(t, name, text, f.Items)
	}
}

func TestDocsFields(t *testing.T) {
	t.Parallel()
	tests := []struct {
		resource, field string
		want            string // type | marks | bounds
	}{
		{"types", "instance_classname_id", "instance classname id|required|"},
		{"types", "usage_ids", "list of type usage ids||"},
		{"types", "name", "text|read-only|"},
		{"types", "nominal", "integer or null||"},
		{"types", "crafted", "boolean or null||default false"},
		{"types", "source_file", "text or null||at most 255 characters; a path that ends in .xml"},
		{"events", "position", "text or null||fixed, player or uniform; default \"fixed\""},
		{"events", "children", "list of objects||"},
		{"events", "nominal", "integer|required|null in responses only"},
		{"subcategories", "category_id", "category id|required|null in responses only"},
		{"instance-classnames", "name", "text|required|at most 255 characters; unique in an instance, ignoring case"},
		{"spawnable-types", "hoarder", "0 or 1||default 0"},
		{"spawnable-types", "damage_min", "number or null||0 to 1"},
		{"trader-items", "category_id", "trader category id|required|"},
		{"trader-items", "buy", "decimal||default \"-1.00\""},
		{"trader-sellers", "position", "list of 3 numbers or null||"},
		{"instance", "password", "text or null|write-only|at most 255 characters"},
		{"instance", "port", "integer or null||1 to 65535"},
		{"classnames", "name", "text||"},
	}
	d := New(endpoint.Table(), nil)
	for _, test := range tests {
		for _, f := range d.byName[test.resource].Fields[0].Rows {
			if f.Name == test.field {
				if got := typeText(f.Type) + "|" + strings.Join(f.Marks, "; ") + "|" + strings.Join(f.Bounds, "; "); got != test.want {
					t.Errorf("%s.%s: %q, want %q", test.resource, test.field, got, test.want)
				}
			}
		}
	}
}

func typeText(of typeRef) string {
	if of.Ref == nil {
		return of.Before + of.After
	}
	return of.Before + of.Ref.Label + of.After
}

func TestDocsTellWhatADeletionDoes(t *testing.T) {
	t.Parallel()
	d := New(endpoint.Table(), nil)
	tests := map[string]string{
		"instance-classnames": "Deleting one also deletes its types, spawnable types, trader items and trader currencies. The response",
		"trader-sellers":      "Deleting one also deletes its trader items and trader categories.",
		"categories":          "sets category_id of sub categories, category_id of classnames",
		"mods":                "sets mod_id of classnames and mod_id of instance classnames to null.",
	}
	for name, want := range tests {
		if got := notesText(d.byName[name].Notes); !strings.Contains(got, want) {
			t.Errorf("%s: %q does not say %q", name, got, want)
		}
	}
	if notes := d.byName["type-usages"].Notes; len(notes) != 1 {
		t.Errorf("usages cannot be deleted, but %s", notesText(notes))
	}
}

func notesText(notes []remark) string {
	var text strings.Builder
	for _, note := range notes {
		for _, piece := range note {
			text.WriteString(piece.Text)
		}
		text.WriteString("\n")
	}
	return text.String()
}

func TestIndented(t *testing.T) {
	t.Parallel()
	got := indented([]byte(`{"a":[1,2],"b":"\/"}`))
	if want := "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": \"\\/\"\n}"; got != want || !json.Valid([]byte(got)) {
		t.Errorf("%s, want %s", got, want)
	}
}
