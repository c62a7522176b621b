package web_test

import (
	"context"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"quartermaster/internal/web/webtest"
)

// What a page may cost a browser that has nothing of it yet: requests, and bytes that come with the answers. The editor of texts is a
// library of 141 kB, which arrives behind its page.
const (
	mostRequests = 10
	mostBytes    = 100_000
	editorBytes  = 142_000
)

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
	isIdle   bool // which a page may become again, when a script has asked for more
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
		if l := s.load(e.LoaderID); e.Name == "networkIdle" && !l.isIdle {
			l.isIdle = true
			close(l.idle)
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
