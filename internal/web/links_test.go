package web_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/observe"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

// TestEveryPageIsSound walks from the front page through every link of the site and holds that each page is well made and
// that every link and every form on it leads somewhere, and that none reads what an edit in slices has not published yet.
func TestEveryPageIsSound(t *testing.T) {
	t.Parallel()
	s, seen := webtest.OpenOn(t, storetest.Observed(t)), new(storetest.Unguarded)
	handler := s.Handler
	s.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(w, r.WithContext(observe.With(r.Context(), seen)))
	})
	t.Cleanup(func() {
		for text, tables := range seen.Statements() {
			t.Errorf("%s: %s", tables, text)
		}
	})
	b := s.User("Ada", true)
	webtest.FurnishMore(b, webtest.Furnish(b))
	for name, start := range map[string]struct {
		*webtest.Browser
		path string
	}{"member": {b, "/instances"}, "visitor": {s.Visitor(), "/"}} {
		t.Run(name, func(t *testing.T) {
			walk(t, start.Browser, start.path)
		})
	}
}

func walk(t *testing.T, b *webtest.Browser, start string) {
	queue, seen := []string{start}, map[string]bool{start: true}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		if path == "/docs/openapi.json" {
			continue // served beside the pages
		}
		got := b.Get(path)
		if location := got.Header().Get("Location"); got.Code == http.StatusFound {
			got.TB = t
			queue, seen = visit(queue, seen, strings.TrimPrefix(location, "http://qm.test"))
			continue
		}
		if got.Code != http.StatusOK {
			t.Fatalf("%s: status %d", path, got.Code)
		}
		if !strings.HasPrefix(got.Header().Get("Content-Type"), "text/html") {
			continue
		}
		for _, target := range soundPage(t, b, path, got.Body.String()) {
			queue, seen = visit(queue, seen, target)
		}
	}
	t.Logf("%d addresses", len(seen))
	if len(seen) < 3 {
		t.Errorf("only %d pages were found", len(seen))
	}
}

func visit(queue []string, seen map[string]bool, path string) ([]string, map[string]bool) {
	if key := samePages(path); !seen[key] {
		seen[key] = true
		queue = append(queue, path)
	}
	return queue, seen
}

// samePages is the same for addresses whose pages differ in their rows alone: of the many ways to narrow a list and to come from one
// to a form, the first is followed.
func samePages(path string) string {
	address, err := url.Parse(path)
	if err != nil {
		return path
	}
	query := address.Query()
	for _, name := range []string{"q", "list", "back"} {
		if query.Has(name) {
			query.Set(name, "")
		}
	}
	return address.Path + "?" + query.Encode()
}

// soundPage checks a page and returns where its links lead.
func soundPage(t *testing.T, b *webtest.Browser, path, body string) []string {
	t.Helper()
	page := webtest.ParseHTML(t, body)
	checkIDs(t, page)
	checkLabels(t, page)
	webtest.CheckReferences(t, page)
	checkPolicy(t, page)
	webtest.CheckForms(t, page, webtest.TokenPattern.FindStringSubmatch(body)[1])
	checkAssets(t, page)
	if n := len(page.Named("h1")); n != 1 {
		t.Errorf("%s: %d h1 elements, want 1", path, n)
	}
	for _, form := range page.Named("form") {
		checkRoute(t, b, path, form, page)
	}
	var targets []string
	for _, link := range page.Named("a") {
		target := strings.ReplaceAll(link.Attrs["href"], "&amp;", "&")
		if target, _, _ = strings.Cut(target, "#"); target != "" {
			targets = append(targets, target)
		}
	}
	return targets
}

// checkRoute demands that a form is sent to a route.
func checkRoute(t *testing.T, b *webtest.Browser, path string, form *webtest.Element, page webtest.Document) {
	t.Helper()
	method := strings.ToUpper(form.Attrs["method"])
	for _, input := range page.Named("input") {
		if input.Attrs["name"] == "_method" && input.Parents[len(input.Parents)-1] == form {
			method = input.Attrs["value"]
		}
	}
	target, err := url.Parse(form.Attrs["action"])
	if err != nil || !slices.Contains(strings.Split(b.Do(httptest.NewRequest(http.MethodOptions, target.Path, nil)).Header().Get("Allow"),
		","),
		method) {
		t.Errorf("%s: the form %s %s leads nowhere", path, method, form.Attrs["action"])
	}
}
