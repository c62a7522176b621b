package web_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
	"quartermaster/internal/web/webtest"
)

func renderSample(t *testing.T, s sample) *httptest.ResponseRecorder {
	t.Helper()
	answer := httptest.NewRecorder()
	if err := webtest.Renderer().Render(answer, httptest.NewRequest("GET", "/", nil), s.status, s.page, s.view); err != nil {
		t.Fatal(err)
	}
	return answer
}

func TestPagesAreSound(t *testing.T) {
	t.Parallel()
	for _, s := range samples() {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			body := renderSample(t, s).Body.String()
			page := webtest.ParseHTML(t, body)
			checkIDs(t, page)
			checkLabels(t, page)
			webtest.CheckReferences(t, page)
			checkPolicy(t, page)
			webtest.CheckForms(t, page, s.page.Token)
			checkAssets(t, page)
			if n := len(page.Named("h1")); n != 1 {
				t.Errorf("%d h1 elements, want 1", n)
			}
			if strings.Contains(body, "ZgotmplZ") || strings.Contains(body, "&lt;nil&gt;") {
				t.Error("a value could not be written where it stands")
			}
		})
	}
}

func TestSamplesCoverAllTemplates(t *testing.T) {
	t.Parallel()
	shown := map[string]bool{}
	for _, s := range samples() {
		shown[s.view.Template()+".html"] = true
	}
	pages, err := os.ReadDir("ui/templates/pages")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		if !shown[page.Name()] {
			t.Errorf("no sample shows the template %q", page.Name())
		}
	}
}

// partSamples are views that scripts put into pages.
func partSamples() []ui.View {
	waiting := pages.ProblemTally{Instance: "01hx", Note: "Counting problems failed"}
	table := finderTable("q=nominal>10", "")
	return []ui.View{ui.RowsPart{Table: table}, ui.FacetsPart{Facets: table.Finder.Facets}, pages.ProblemTallies{sampleTally(), waiting}}
}

func TestPartsAreSound(t *testing.T) {
	t.Parallel()
	page := inside("Types", "/types")
	for _, view := range partSamples() {
		t.Run(view.Template(), func(t *testing.T) {
			t.Parallel()
			answer := httptest.NewRecorder()
			if err := webtest.Renderer().RenderPart(answer, httptest.NewRequest("GET", "/", nil), page, view); err != nil {
				t.Fatal(err)
			}
			part := webtest.ParseHTML(t, "<!DOCTYPE html>"+answer.Body.String())
			checkIDs(t, part)
			checkPolicy(t, part)
			if strings.TrimSpace(answer.Body.String()) == "" || strings.Contains(answer.Body.String(), "ZgotmplZ") {
				t.Errorf("it is %q", answer.Body)
			}
		})
	}
}

var partName = regexp.MustCompile(`define "part/([^"]+)"`)

func TestSamplesCoverAllParts(t *testing.T) {
	t.Parallel()
	shown := map[string]bool{}
	for _, view := range partSamples() {
		shown[view.Template()] = true
	}
	files, err := filepath.Glob("ui/templates/*.html")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range partName.FindAllStringSubmatch(string(text), -1) {
			if !shown[part[1]] {
				t.Errorf("no sample shows the part %q of %s", part[1], file)
			}
		}
	}
}

func TestRenderHeaders(t *testing.T) {
	t.Parallel()
	answer := renderSample(t, sample{status: 404, page: visitor("Not Found", "/x"), view: pages.NewError(404)})
	if answer.Code != http.StatusNotFound {
		t.Errorf("status %d, want 404", answer.Code)
	}
	want := map[string]string{
		"Content-Type":            "text/html; charset=utf-8",
		"Content-Security-Policy": ui.ContentSecurityPolicy,
		"Cache-Control":           "no-cache, private",
		"X-Content-Type-Options":  "nosniff",
	}
	for name, value := range want {
		if got := answer.Header().Get(name); got != value {
			t.Errorf("%s: %q, want %q", name, got, value)
		}
	}
}

func TestRenderEscapes(t *testing.T) {
	t.Parallel()
	page := inside(`<script>alert("x")</script>`, "")
	page.Notices = []ui.Notice{{Tone: ui.Bad, Text: `"><img src=x onerror=alert(1)>`}}
	form := single("f", "javascript:alert(1)", "Save", ui.Field{Name: "name", Label: "<b>", Kind: ui.TextArea, Value: "</textarea><script>"})
	body := renderSample(t, sample{status: 200, page: page, view: ui.FormView{Form: form}}).Body.String()
	for _, raw := range []string{`<script>alert`, `<img`, `</textarea><script>`, `javascript:alert`, `<b>`} {
		if strings.Contains(body, raw) {
			t.Errorf("%q reached the page", raw)
		}
	}
}

func TestFormStates(t *testing.T) {
	t.Parallel()
	body := renderSample(t, sample{status: 200, page: inside("Event", "/events/x/edit"), view: eventForm()}).Body.String()
	wants := []string{
		`name="_method" value="PUT"`,
		`name="children\[0\]\[type\]" value="OffroadHatchback"`,
		`name="children\[3\]\[type\]" value=""`,
		`name="children\[__index__\]\[lootmax\]"`,
		`id="event-children-1-min"[^>]*aria-describedby="event-children-1-min-error" aria-invalid="true"`,
		`href="#event-children-1-min">child 2, Min</a>: The min field must be an integer.`,
		`name="active" value="0">\s*<input type="checkbox" id="event-active" name="active" value="1" checked`,
		`<option value="1" selected>fixed</option>`,
	}
	for _, want := range wants {
		if !regexp.MustCompile(want).MatchString(body) {
			t.Errorf("the form lacks %s", want)
		}
	}
}
