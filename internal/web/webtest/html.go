package webtest

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Element is one start tag of a page with its attributes, the text inside and the elements around it.
type Element struct {
	Name    string
	Attrs   map[string]string
	Text    *strings.Builder
	Parents []*Element
}

// Has reports whether the element has an attribute.
func (e *Element) Has(attr string) bool {
	_, found := e.Attrs[attr]
	return found
}

func (e *Element) inside(name string) bool {
	return slices.ContainsFunc(e.Parents, func(p *Element) bool { return p.Name == name })
}

// Document is a page as its elements in order.
type Document []*Element

// Named returns the elements of some names.
func (d Document) Named(names ...string) Document {
	var found Document
	for _, e := range d {
		if slices.Contains(names, e.Name) {
			found = append(found, e)
		}
	}
	return found
}

// ByID returns the element of an id, or nil.
func (d Document) ByID(id string) *Element {
	for _, e := range d {
		if e.Attrs["id"] == id {
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

// ParseHTML reads a page more strictly than browsers do: every element is closed in order, every attribute is
// quoted and stands once.
func ParseHTML(t testing.TB, body string) Document {
	t.Helper()
	body, found := strings.CutPrefix(body, "<!DOCTYPE html>")
	if !found {
		t.Fatal("no doctype")
	}
	var all Document
	var open []*Element
	last := 0
	for _, at := range tagPattern.FindAllStringSubmatchIndex(body, -1) {
		addText(t, open, body[last:at[0]])
		last = at[1]
		name := strings.ToLower(body[at[4]:at[5]])
		if body[at[2]:at[3]] == "/" {
			open = closeElement(t, open, name)
			continue
		}
		e := &Element{Name: name, Attrs: parseAttrs(t, body[at[6]:at[7]]), Text: &strings.Builder{}, Parents: slices.Clone(open)}
		all = append(all, e)
		if !slices.Contains(voidNames, name) && body[at[8]:at[9]] != "/" {
			open = append(open, e)
		}
	}
	if len(open) != 0 {
		t.Fatalf("<%s> is never closed", open[len(open)-1].Name)
	}
	return all
}

func addText(t testing.TB, open []*Element, text string) {
	t.Helper()
	if strings.ContainsAny(text, "<>") {
		t.Fatalf("stray angle bracket in %q", text)
	}
	for _, e := range open {
		e.Text.WriteString(text)
	}
}

func closeElement(t testing.TB, open []*Element, name string) []*Element {
	t.Helper()
	if len(open) == 0 || open[len(open)-1].Name != name {
		t.Fatalf("</%s> closes nothing", name)
	}
	return open[:len(open)-1]
}

func parseAttrs(t testing.TB, raw string) map[string]string {
	t.Helper()
	attrs := map[string]string{}
	for _, match := range attrPattern.FindAllStringSubmatch(raw, -1) {
		if _, twice := attrs[match[1]]; twice {
			t.Fatalf("attribute %s appears twice in %q", match[1], raw)
		}
		attrs[match[1]] = match[2]
	}
	return attrs
}

// CheckReferences demands that every id that another attribute names exists.
func CheckReferences(t *testing.T, page Document) {
	t.Helper()
	for _, e := range page {
		var ids []string
		for _, attr := range []string{"for", "aria-describedby", "aria-labelledby", "popovertarget", "data-copy", "data-duration"} {
			ids = append(ids, strings.Fields(e.Attrs[attr])...)
		}
		if target, local := strings.CutPrefix(e.Attrs["href"], "#"); local {
			ids = append(ids, target)
		}
		for _, id := range ids {
			if page.ByID(id) == nil {
				t.Errorf("<%s> refers to %q, which is not there", e.Name, id)
			}
		}
	}
}

// CheckForms demands the CSRF token in every form that is posted.
func CheckForms(t *testing.T, page Document, token string) {
	t.Helper()
	for _, form := range page.Named("form") {
		if form.inside("form") {
			t.Errorf("form %s stands inside another form", form.Attrs["action"])
		}
		carries := slices.ContainsFunc(page, func(e *Element) bool {
			return e.Attrs["name"] == "_token" && e.Attrs["value"] == token && slices.Contains(e.Parents, form)
		})
		if posts := form.Attrs["method"] == "post"; posts != carries {
			t.Errorf("form %s: posted %v, token %v", form.Attrs["action"], posts, carries)
		}
	}
}
