package web

import (
	"context"
	"errors"
	"net/http/httptest"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// patience is how long a step in the browser may take.
const patience = 2 * time.Minute

// journeyTime bounds all tests in the browser, which other tests share the processors with.
const journeyTime = 50 * time.Minute

// browserFlags keep the browser from the network, and make it do what it is told: it drops clicks and keys that come before the first
// frame of a page otherwise, and slows down pages that are not in front.
var browserFlags = []string{
	"disable-quic", "disable-background-networking", "disable-component-update", "disable-sync", "disable-dev-shm-usage",
	"allow-pre-commit-input", "disable-background-timer-throttling", "disable-backgrounding-occluded-windows", "disable-renderer-backgrounding",
}

// startBrowser starts a browser that ends with the test.
func startBrowser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("the tests in a browser take a while")
	}
	path := findBrowser(t)
	ctx, stop := context.WithTimeout(context.Background(), journeyTime)
	t.Cleanup(stop)
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.UserDataDir(t.TempDir()),
	}
	for _, flag := range browserFlags {
		options = append(options, chromedp.Flag(flag, true))
	}
	ctx, end := chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(end)
	ctx, closeBrowser := chromedp.NewContext(ctx)
	t.Cleanup(closeBrowser)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("starting the browser: %v", err)
	}
	return ctx
}

// findBrowser returns the path of the first of the known browsers that is installed.
func findBrowser(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("there is no Chromium to test in")
	return ""
}

// tab is a page in a browser with cookies of its own.
type tab struct {
	context.Context
	t    *testing.T
	base string

	mu        sync.Mutex
	complaint []string // errors in the console and requests to elsewhere
}

func openTab(browser context.Context, t *testing.T, server *httptest.Server) *tab {
	t.Helper()
	ctx, closeTab := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	b := &tab{Context: ctx, t: t, base: server.URL}
	t.Cleanup(func() {
		closeTab()
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, text := range b.complaint {
			t.Error(text)
		}
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Listen(ctx, b.listen); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		t.Fatal(err) // of several pages at once only one has the focus otherwise, and the keys
	}
	b.size(1280, 900)
	return b
}

// listen notes what must not happen on any page.
func (b *tab) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.complaint = append(b.complaint, "exception: "+e.ExceptionDetails.Text+" "+e.ExceptionDetails.Exception.Description)
	case *runtime.EventConsoleAPICalled:
		b.complaint = append(b.complaint, "console: "+string(e.Type))
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			b.complaint = append(b.complaint, "log: "+e.Entry.Text+" "+e.Entry.URL)
		}
	case *page.EventJavascriptDialogOpening: // a page with unsaved changes asks; who tests other pages leaves
		go func() {
			_, _ = chromedp.Call(b, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
		}()
	case *network.EventRequestWillBeSent:
		if url := e.Request.URL; !strings.HasPrefix(url, b.base) && !strings.HasPrefix(url, "data:") {
			b.complaint = append(b.complaint, "request to "+url)
		}
	}
}

func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// open goes to a page of the site.
func (b *tab) open(path string) {
	b.t.Helper()
	b.do(chromedp.Navigate(b.base + path))
}

// follow runs steps that lead to another page, waits until it has arrived whole, and returns its path. A page that changes its own
// address meanwhile is not taken for the other one: the mark of the old page is gone only with the page.
func (b *tab) follow(steps ...chromedp.Action[chromedp.Void]) string {
	b.t.Helper()
	evaluate[bool](b, `window.wasHere = true`)
	b.do(steps...)
	b.until(`!window.wasHere && document.readyState === "complete" && document.querySelector("main") !== null`)
	return b.text(`location.pathname + location.search`)
}

func evaluate[T any](b *tab, expression string) T {
	b.t.Helper()
	value, err := chromedp.Run(b, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

func (b *tab) text(expression string) string { b.t.Helper(); return evaluate[string](b, expression) }

// until waits for a condition of the page, which another page may replace meanwhile.
func (b *tab) until(condition string) {
	b.t.Helper()
	if err := b.await(condition); err != nil {
		b.t.Fatalf("at %s: not %s: %v", b.text(`location.href`), condition, err)
	}
}

// await asks the page for a condition until it holds. Without an answer, between two pages, it does not hold yet.
func (b *tab) await(condition string) error { return b.awaitFor(patience, condition) }

func (b *tab) awaitFor(longest time.Duration, condition string) error {
	ctx, cancel := context.WithTimeout(b, longest)
	defer cancel()
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for {
		holds, err := chromedp.Run(ctx, chromedp.Evaluate[bool](condition))
		if holds && err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-again.C:
		}
	}
}

// escape presses Escape until what it closes is closed: a busy browser may drop a key.
func (b *tab) escape(closed string) {
	b.t.Helper()
	for range 5 {
		b.do(chromedp.KeyEvent(kb.Escape))
		if b.awaitFor(patience/5, closed) == nil {
			return
		}
	}
	b.t.Fatalf("at %s: Escape does not make %s", b.text(`location.href`), closed)
}

// says demands texts on the page, which may still be arriving.
func (b *tab) says(texts ...string) {
	b.t.Helper()
	for _, text := range texts {
		if b.await(`document.querySelector("main")?.innerText.includes(`+strconv.Quote(text)+`) ?? false`) != nil {
			b.t.Errorf("%s does not say %q:\n%s", b.text(`location.href`), text, b.text(`document.querySelector("main")?.innerText ?? ""`))
		}
	}
}

func (b *tab) size(width, height int64) {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(width, height))
}

// theme sets what the visitor's system prefers; colors change at once.
func (b *tab) theme(scheme string) {
	b.t.Helper()
	_, err := chromedp.Call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme},
			{Name: "prefers-reduced-motion", Value: "reduce"},
		},
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

// tabTo presses the tab key until the selected element has the focus.
func (b *tab) tabTo(selector string) {
	b.t.Helper()
	for range 150 {
		b.do(chromedp.KeyEvent(kb.Tab))
		if evaluate[bool](b, `document.activeElement.matches(`+quoted(selector)+`)`) {
			return
		}
	}
	b.t.Fatalf("the tab key does not reach %s", selector)
}

func quoted(text string) string { return "`" + text + "`" }

// signIn signs a user of the site in.
func (b *tab) signIn(email string) {
	b.t.Helper()
	if path := b.signInTo(email); path != "/instances" {
		b.t.Fatalf("the sign-in leads to %s", path)
	}
}

// signInTo signs a user in and returns the path that this leads to.
func (b *tab) signInTo(email string) string {
	b.t.Helper()
	b.open("/login")
	b.do(chromedp.SendKeys(chromedp.ID("login-email"), email))
	return b.follow(chromedp.SendKeys(chromedp.ID("login-password"), password+"\r"))
}
