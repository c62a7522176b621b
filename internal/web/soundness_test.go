package web

import (
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// element is one start tag of a page with its attributes, the text inside and the elements around it.
type element struct {
	name    string
	attrs   map[string]string
	text    *strings.Builder
	parents []*element
}

func (e *element) has(attr string) bool {
	_, found := e.attrs[attr]
	return found
}

func (e *element) inside(name string) bool {
	return slices.ContainsFunc(e.parents, func(p *element) bool { return p.name == name })
}

// document is a page as its elements in order.
type document []*element

func (d document) named(names ...string) document {
	var found document
	for _, e := range d {
		if slices.Contains(names, e.name) {
			found = append(found, e)
		}
	}
	return found
}

func (d document) byID(id string) *element {
	for _, e := range d {
		if e.attrs["id"] == id {
			return e
		}
	}
	return nil
}

var (
	tagPattern  = regexp.MustCompile(`<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s+[^\s=>"/]+(?:="[^"]*")?)*)\s*(/?)>`)
	attrPattern = regexp.MustCompile(`([^\s=>"/]+)(?:="([^"]*)")?`)
	voidNames   = []string{"meta", "link", "input", "wbr", "img"}
)

// parseHTML reads a page more strictly than browsers do: every element is closed in order, every attribute is
// quoted and stands once.
func parseHTML(t testing.TB, body string) document {
	t.Helper()
	body, found := strings.CutPrefix(body, "<!DOCTYPE html>")
	if !found {
		t.Fatal("no doctype")
	}
	var all document
	var open []*element
	last := 0
	for _, at := range tagPattern.FindAllStringSubmatchIndex(body, -1) {
		addText(t, open, body[last:at[0]])
		last = at[1]
		name := strings.ToLower(body[at[4]:at[5]])
		if body[at[2]:at[3]] == "/" {
			open = closeElement(t, open, name)
			continue
		}
		e := &element{name: name, attrs: parseAttrs(t, body[at[6]:at[7]]), text: &strings.Builder{}, parents: slices.Clone(open)}
		all = append(all, e)
		if !slices.Contains(voidNames, name) && body[at[8]:at[9]] != "/" {
			open = append(open, e)
		}
	}
	if len(open) != 0 {
		t.Fatalf("<%s> is never closed", open[len(open)-1].name)
	}
	return all
}

func addText(t testing.TB, open []*element, text string) {
	t.Helper()
	if strings.ContainsAny(text, "<>") {
		t.Fatalf("stray angle bracket in %q", text)
	}
	for _, e := range open {
		e.text.WriteString(text)
	}
}

func closeElement(t testing.TB, open []*element, name string) []*element {
	t.Helper()
	if len(open) == 0 || open[len(open)-1].name != name {
		t.Fatalf("</%s> closes nothing", name)
	}
	return open[:len(open)-1]
}

func parseAttrs(t testing.TB, raw string) map[string]string {
	t.Helper()
	attrs := map[string]string{}
	for _, match := range attrPattern.FindAllStringSubmatch(raw, -1) {
		if _, twice := attrs[match[1]]; twice {
			t.Fatalf("attribute %s stands twice in %q", match[1], raw)
		}
		attrs[match[1]] = match[2]
	}
	return attrs
}

func checkIDs(t *testing.T, page document) {
	t.Helper()
	seen := map[string]bool{}
	for _, e := range page {
		if id := e.attrs["id"]; e.has("id") && (id == "" || strings.Contains(id, " ") || seen[id]) {
			t.Errorf("<%s> has the bad or repeated id %q", e.name, id)
		}
		seen[e.attrs["id"]] = true
	}
}

// checkLabels demands a label for every control, a legend for every group of them and a text on every button and link.
func checkLabels(t *testing.T, page document) {
	t.Helper()
	labelled := map[string]bool{}
	for _, label := range page.named("label") {
		labelled[label.attrs["for"]] = strings.TrimSpace(label.text.String()) != ""
	}
	for _, e := range page.named("input", "select", "textarea") {
		if e.attrs["type"] != "hidden" && !labelled[e.attrs["id"]] {
			t.Errorf("%s %q has no label", e.name, e.attrs["name"])
		}
	}
	for _, e := range page.named("button", "a", "h1", "h2", "legend", "summary") {
		if strings.TrimSpace(e.text.String()) == "" {
			t.Errorf("<%s %v> has no text", e.name, e.attrs)
		}
	}
}

// checkReferences demands that every id that another attribute names exists.
func checkReferences(t *testing.T, page document) {
	t.Helper()
	for _, e := range page {
		var ids []string
		for _, attr := range []string{"for", "aria-describedby", "aria-labelledby", "popovertarget", "data-copy", "data-duration"} {
			ids = append(ids, strings.Fields(e.attrs[attr])...)
		}
		if target, local := strings.CutPrefix(e.attrs["href"], "#"); local {
			ids = append(ids, target)
		}
		for _, id := range ids {
			if page.byID(id) == nil {
				t.Errorf("<%s> refers to %q, which is not there", e.name, id)
			}
		}
	}
}

// checkPolicy demands what the Content-Security-Policy enforces: no script or style in the page itself.
func checkPolicy(t *testing.T, page document) {
	t.Helper()
	for _, e := range page {
		if e.name == "style" || e.name == "script" && !e.has("src") {
			t.Errorf("inline <%s>", e.name)
		}
		for attr, value := range e.attrs {
			if attr == "style" || strings.HasPrefix(attr, "on") {
				t.Errorf("<%s> has the attribute %s", e.name, attr)
			}
			if strings.Contains(value, "://") || strings.HasPrefix(value, "//") {
				t.Errorf("<%s %s=%q> leaves the site", e.name, attr, value)
			}
		}
	}
}

// checkForms demands the CSRF token in every form that is posted.
func checkForms(t *testing.T, page document, token string) {
	t.Helper()
	for _, form := range page.named("form") {
		if form.inside("form") {
			t.Errorf("form %s stands inside another form", form.attrs["action"])
		}
		carries := slices.ContainsFunc(page, func(e *element) bool {
			return e.attrs["name"] == "_token" && e.attrs["value"] == token && slices.Contains(e.parents, form)
		})
		if posts := form.attrs["method"] == "post"; posts != carries {
			t.Errorf("form %s: posted %v, token %v", form.attrs["action"], posts, carries)
		}
	}
}

// checkAssets demands that every style sheet, script and icon of the page is served.
func checkAssets(t *testing.T, page document) {
	t.Helper()
	for _, e := range page.named("link", "script") {
		address := e.attrs["href"] + e.attrs["src"]
		answer := httptest.NewRecorder()
		renderer().ServeStatic(answer, httptest.NewRequest("GET", address, nil))
		if answer.Code != 200 {
			t.Errorf("%s: status %d", address, answer.Code)
		}
	}
}
