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

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"quartermaster/internal/httpd"
	"quartermaster/internal/web/webtest"
)

// What a page may cost a browser that has nothing of it yet: requests, and bytes that come with the answers. The editor of texts is a
// library of 141 kB, which arrives behind its page.
const (
	mostRequests = 10
	mostBytes    = 120_000
	editorBytes  = 142_000
)

// scales is how many tabs weigh pages side by side: most of the time they wait for the browser to be idle.
const scales = 4

// fewestRoutes is how many routes the links of the site lead to, so that a walk that ends early is no success.
const fewestRoutes = 160

// pagesAreLight opens a page of every route with an empty cache, and weighs what the browser asks for until it is idle.
func pagesAreLight(chromium context.Context, t *testing.T) {
	s := webtest.Open(t)
	routes := &routesMet{}
	s.Handler = httpd.Wrap(httpd.Config{Logger: slog.New(slog.DiscardHandler), Observers: []httpd.Observer{routes}}, s.Pages,
		http.HandlerFunc(s.Pages.Failed))
	server := httptest.NewServer(s.Handler)
	t.Cleanup(server.Close)
	user := s.User("Wei", true)
	instance := webtest.Furnish(user)
	webtest.FurnishMore(user, instance)
	furnishGUI(user, instance)
	pages := pageOfEachRoute(user, routes, "/instances", instance, "/search?q=a", instance+"/search?q=a", "/docs/api")
	maps.Copy(pages, pageOfEachRoute(s.Visitor(), routes, "/", "/login", "/register"))
	if len(pages) < fewestRoutes {
		t.Errorf("the links lead to %d routes, want %d", len(pages), fewestRoutes)
	}
	all := make(chan string, len(pages))
	for _, path := range pages {
		all <- path
	}
	close(all)
	var weighing sync.WaitGroup
	for range scales {
		signedIn := webtest.OpenTab(chromium, t, server)
		signedIn.SignIn("wei@example.org")
		scale := weighs(signedIn)
		weighing.Go(func() {
			for path := range all {
				scale.expectLight(path)
			}
		})
	}
	weighing.Wait()
}

// scale weighs the pages of a tab, by the ids of their loading.
type scale struct {
	*webtest.Tab
	mu    sync.Mutex
	loads map[cdp.LoaderID]*load
	of    map[network.RequestID]*load
}

type load struct {
	requests []string
	bytes    int
	idle     chan struct{}
}

// weighs has a tab keep nothing, and counts what it asks for from now on.
func weighs(b *webtest.Tab) *scale {
	b.TB.Helper()
	s := &scale{Tab: b, loads: map[cdp.LoaderID]*load{}, of: map[network.RequestID]*load{}}
	err := chromedp.Listen(b, s.listen)
	if err == nil {
		_, err = chromedp.Call(b, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true})
	}
	if err == nil {
		_, err = chromedp.Call(b, page.SetLifecycleEventsEnabled, page.SetLifecycleEventsEnabledParams{Enabled: true})
	}
	if err != nil {
		b.TB.Fatal(err)
	}
	return s
}

func (s *scale) load(id cdp.LoaderID) *load {
	if s.loads[id] == nil {
		s.loads[id] = &load{idle: make(chan struct{})}
	}
	return s.loads[id]
}

func (s *scale) listen(event any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, "data:") {
			l := s.load(e.LoaderID)
			l.requests = append(l.requests, e.Request.URL)
			s.of[e.RequestID] = l
		}
	case *network.EventLoadingFinished:
		if l := s.of[e.RequestID]; l != nil {
			l.bytes += int(e.EncodedDataLength)
		}
	case *page.EventLifecycleEvent:
		if e.Name == "networkIdle" {
			close(s.load(e.LoaderID).idle)
		}
	}
}

// expectLight opens a page, and weighs what has arrived when the browser asks for nothing any more.
func (s *scale) expectLight(path string) {
	ctx, cancel := context.WithTimeout(s.Tab, webtest.Patience)
	defer cancel()
	began, err := chromedp.Call(ctx, page.Navigate, page.NavigateParams{URL: s.Base + path})
	if err != nil {
		s.TB.Error(path, err)
		return
	}
	s.mu.Lock()
	l := s.load(began.LoaderID)
	s.mu.Unlock()
	select {
	case <-l.idle:
	case <-ctx.Done():
		s.TB.Errorf("%s is never idle", path)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.TB.Logf("%2d requests, %6d bytes: %s", len(l.requests), l.bytes, path)
	bar := mostBytes
	if strings.Contains(path, "/texts/") {
		bar += editorBytes
	}
	if len(l.requests) < 3 || l.bytes == 0 || len(l.requests) > mostRequests || l.bytes > bar {
		s.TB.Errorf("%s: %d requests for %d bytes, at most %d and %d:\n%s", path, len(l.requests), l.bytes, mostRequests, bar,
			strings.Join(l.requests, "\n"))
	}
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
