package web

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/record"
)

// TestDocsAreForEveryone: neither a sign-in nor a session is needed, and none is begun.
func TestDocsAreForEveryone(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	first := s.visitor().get(docsURL).status(200)
	first.says("29 resources", "141 endpoints", "42 of them", "22 resources are writable", "export QM=http://qm.test", "1 MB")
	if cookie := first.Header().Get("Set-Cookie"); cookie != "" {
		t.Errorf("a session begins: %s", cookie)
	}
	s.visitor().get(docsURL + "/no-such-resource").status(404)
	s.user("Ada", false).get(docsURL+"/types").status(200).says("Ada", "export QM=http://qm.test")
	s.visitor().get("/").says(`href="` + docsURL + `"`)
}

// TestDocsTellEveryEndpointAndField holds the pages against the table and the declarations.
func TestDocsTellEveryEndpointAndField(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	for _, g := range endpoint.Table() {
		for _, r := range g.Resources {
			page := s.visitor().get(docsURL + "/" + r.Name).status(200)
			text := strings.ReplaceAll(page.Body.String(), "<wbr>", "")
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
	d := newDocs(endpoint.Table())
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

func typeText(of DocsType) string {
	if of.Ref == nil {
		return of.Before + of.After
	}
	return of.Before + of.Ref.Label + of.After
}

func TestDocsTellWhatADeletionDoes(t *testing.T) {
	t.Parallel()
	d := newDocs(endpoint.Table())
	tests := map[string]string{
		"instance-classnames": "also deletes its types, spawnable types, trader items and trader currencies. The response",
		"trader-sellers":      "also deletes its trader items and trader categories.",
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

func notesText(notes []DocsNote) string {
	var text strings.Builder
	for _, note := range notes {
		for _, piece := range note {
			text.WriteString(piece.Text)
		}
		text.WriteString("\n")
	}
	return text.String()
}

func TestDocsTellOfDeprecation(t *testing.T) {
	t.Parallel()
	renderer, _ := newRenderer(t)
	for _, s := range docsSamples()[:2] {
		body := renderSample(t, renderer, s).Body.String()
		if s.name == "docs-resource" && !strings.Contains(body, "It stops working on 2027-03-01. Use <span class=\"code path\">/api/v2/instances/{instance}/spawnable-types</span>") {
			t.Errorf("%s does not tell of the deprecation", s.name)
		}
	}
}

// documentation is read on a phone, and an example is copied.
func documentation(t *testing.T, s *site, b *tab) {
	t.Helper()
	b.signIn(s.user("Dana", false).user.Email)
	b.open("/profile")
	b.follow(chromedp.Click(chromedp.CSS(`.sheet-head a[href="/docs/api"]`)))
	b.size(360, 700)
	for _, path := range []string{docsURL, docsURL + "/effect-areas"} {
		b.open(path)
		if over := evaluate[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s is %d pixels wider than the screen", path, over)
		}
	}
	b.do(chromedp.Click(chromedp.CSS(`[data-copy="example-patch-request"]`)))
	b.until(`document.querySelector('[data-copy="example-patch-request"]').innerText !== "Copy"`)
	b.tabTo(`#example-patch-request`)
}

func TestIndented(t *testing.T) {
	t.Parallel()
	got := indented([]byte(`{"a":[1,2],"b":"\/"}`))
	if want := "{\n  \"a\": [\n    1,\n    2\n  ],\n  \"b\": \"\\/\"\n}"; got != want || !json.Valid([]byte(got)) {
		t.Errorf("%s, want %s", got, want)
	}
}
