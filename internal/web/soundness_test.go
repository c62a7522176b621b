package web_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"quartermaster/internal/web/webtest"
)

func checkIDs(t *testing.T, page webtest.Document) {
	t.Helper()
	seen := map[string]bool{}
	for _, e := range page {
		if id := e.Attrs["id"]; e.Has("id") && (id == "" || strings.Contains(id, " ") || seen[id]) {
			t.Errorf("<%s> has the bad or repeated id %q", e.Name, id)
		}
		seen[e.Attrs["id"]] = true
	}
}

// checkLabels demands a label or a name for every control, a legend for every group of them and a text on every button and link.
func checkLabels(t *testing.T, page webtest.Document) {
	t.Helper()
	labelled := map[string]bool{}
	for _, label := range page.Named("label") {
		labelled[label.Attrs["for"]] = strings.TrimSpace(label.Text.String()) != ""
	}
	for _, e := range page.Named("input", "select", "textarea") {
		if e.Attrs["type"] != "hidden" && !labelled[e.Attrs["id"]] && e.Attrs["aria-label"] == "" {
			t.Errorf("%s %q has no label", e.Name, e.Attrs["name"])
		}
	}
	for _, e := range page.Named("button", "a", "h1", "h2", "legend", "summary") {
		if strings.TrimSpace(e.Text.String()) == "" {
			t.Errorf("<%s %v> has no text", e.Name, e.Attrs)
		}
	}
}

// dataType is that of a script element that holds data, which nothing runs.
const dataType = "application/json"

// checkPolicy demands what the Content-Security-Policy enforces: no script or style in the page itself, but data.
func checkPolicy(t *testing.T, page webtest.Document) {
	t.Helper()
	for _, e := range page {
		if e.Name == "style" || e.Name == "script" && !e.Has("src") && e.Attrs["type"] != dataType {
			t.Errorf("inline <%s>", e.Name)
		}
		for attr, value := range e.Attrs {
			if attr == "style" || strings.HasPrefix(attr, "on") {
				t.Errorf("<%s> has the attribute %s", e.Name, attr)
			}
			if strings.Contains(value, "://") || strings.HasPrefix(value, "//") {
				t.Errorf("<%s %s=%q> leaves the site", e.Name, attr, value)
			}
		}
	}
}

// checkAssets demands that every style sheet, script and icon of the page is served.
func checkAssets(t *testing.T, page webtest.Document) {
	t.Helper()
	for _, e := range page.Named("link", "script") {
		if e.Attrs["type"] == dataType {
			continue
		}
		address := e.Attrs["href"] + e.Attrs["src"]
		answer := httptest.NewRecorder()
		webtest.Renderer().ServeStatic(answer, httptest.NewRequest("GET", address, nil))
		if answer.Code != 200 {
			t.Errorf("%s: status %d", address, answer.Code)
		}
	}
}
