package web_test

import (
	"context"
	"html"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"

	"quartermaster/internal/account"
	"quartermaster/internal/archive"
	"quartermaster/internal/httpd"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/webtest"
)

// tabs is how many tabs look at pages side by side: much of the time they wait for the browser to be idle.
const tabs = 4

// fewestRoutes is how many routes the links of the site lead to, so that a walk that ends early is no success.
const fewestRoutes = 160

// everyPage opens a page of every route with an empty cache, weighs what the browser asks for until it is idle, and measures the page in
// the windows of desks and of a phone.
func everyPage(chromium context.Context, t *testing.T) {
	s := webtest.Open(t, func(c *site.Config, _ *account.Options) { c.UploadLimit = archive.MaxFile })
	routes := &routesMet{}
	s.Handler = httpd.Wrap(httpd.Config{Logger: slog.New(slog.DiscardHandler), Observers: []httpd.Observer{routes}}, s.Pages,
		http.HandlerFunc(s.Pages.Failed))
	server := httptest.NewServer(s.Handler)
	t.Cleanup(server.Close)
	user := s.User("Wei", true)
	instance := webtest.Furnish(user)
	webtest.FurnishMore(user, instance)
	furnishGUI(user, instance)
	user.Import(instance, map[string]string{"mode": "merge"}, webtest.File{Name: "mods/many_types.xml", Text: manyTypes(60)}).Status(200)
	pages := pageOfEachRoute(user, routes, "/instances", instance, "/search?q=a", instance+"/search?q=a", "/docs/api")
	maps.Copy(pages, pageOfEachRoute(s.Visitor(), routes, "/", "/login", "/register"))
	if len(pages) < fewestRoutes {
		t.Errorf("the links lead to %d routes, want %d", len(pages), fewestRoutes)
	}
	signedIn := func() *webtest.Tab {
		tab := webtest.OpenTab(chromium, t, server)
		tab.SignIn("wei@example.org")
		return tab
	}
	all := make(chan string, len(pages))
	for _, path := range pages {
		all <- path
	}
	close(all)
	var looking sync.WaitGroup
	for range tabs {
		scale := weighs(signedIn())
		looking.Go(func() {
			for path := range all {
				scale.Size(1280, 900)
				scale.expectLight(path)
				expectFits(scale.Tab, path)
			}
		})
	}
	genuineFits(signedIn(), user)
	looking.Wait()
}

// routesMet notes the route of the last request.
type routesMet struct {
	mu   sync.Mutex
	last string
}

// Request implements httpd.Observer.
func (r *routesMet) Request(ctx context.Context, _ *http.Request) (context.Context, func(httpd.Answer)) {
	return ctx, func(a httpd.Answer) {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.last = a.Route
	}
}

var hrefs = regexp.MustCompile(`<a [^>]*href="([^"#]+)`)

// expandedPages is how many pages of a route are looked through for links.
const expandedPages = 4

// pageOfEachRoute follows the links of the site and returns the first page of each route.
func pageOfEachRoute(b *webtest.Browser, routes *routesMet, queue ...string) map[string]string {
	b.TB.Helper()
	pages, seen, expanded := map[string]string{}, map[string]bool{}, map[string]int{}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		got := b.Get(path)
		route := routes.last
		if got.Code != http.StatusOK || !strings.HasPrefix(got.Header().Get("Content-Type"), "text/html") {
			continue
		}
		if pages[route] == "" {
			pages[route] = path
		}
		if expanded[route]++; expanded[route] > expandedPages {
			continue
		}
		for _, found := range hrefs.FindAllStringSubmatch(got.Body.String(), -1) {
			queue, seen = visit(queue, seen, html.UnescapeString(found[1]))
		}
	}
	return pages
}
