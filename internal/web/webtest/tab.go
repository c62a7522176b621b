package webtest

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

// Patience is how long a step in the browser may take.
const Patience = 2 * time.Minute

// journeyTime bounds all tests in the browser, which other tests share the processors with.
const journeyTime = 50 * time.Minute

// browserFlags keep the browser from the network, and make it do what it is told: it drops clicks and keys that come before the first
// frame of a page otherwise, and slows down pages that are not in front.
var browserFlags = []string{
	"disable-quic", "disable-background-networking", "disable-component-update", "disable-sync", "disable-dev-shm-usage",
	"allow-pre-commit-input", "disable-background-timer-throttling", "disable-backgrounding-occluded-windows",
	"disable-renderer-backgrounding",
}

// StartBrowser starts a browser that ends with the test.
func StartBrowser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("the tests in a browser take a while")
	}
	path := findBrowser(t)
	ctx, stop := context.WithTimeout(context.Background(), journeyTime)
	t.Cleanup(stop)
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.UserDataDir(t.TempDir()),
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

// Tab is a page in a browser with cookies of its own.
type Tab struct {
	context.Context
	TB   *testing.T
	Base string

	Mu        sync.Mutex
	Complaint []string // errors in the console and requests to elsewhere
}

// OpenTab opens a tab of the browser for a site; it is closed with the test, and fails it by what it complains of.
func OpenTab(browser context.Context, t *testing.T, server *httptest.Server) *Tab {
	t.Helper()
	ctx, closeTab := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	b := &Tab{Context: ctx, TB: t, Base: server.URL}
	t.Cleanup(func() {
		closeTab()
		b.Mu.Lock()
		defer b.Mu.Unlock()
		for _, text := range b.Complaint {
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
	b.Size(1280, 900)
	return b
}

// listen notes what must not happen on any page.
func (b *Tab) listen(event any) {
	b.Mu.Lock()
	defer b.Mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.Complaint = append(b.Complaint, "exception: "+e.ExceptionDetails.Text+" "+e.ExceptionDetails.Exception.Description)
	case *runtime.EventConsoleAPICalled:
		b.Complaint = append(b.Complaint, "console: "+string(e.Type))
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			b.Complaint = append(b.Complaint, "log: "+e.Entry.Text+" "+e.Entry.URL)
		}
	case *page.EventJavascriptDialogOpening: // a page with unsaved changes asks; who tests other pages leaves
		go func() {
			_, _ = chromedp.Call(b, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
		}()
	case *network.EventRequestWillBeSent:
		if url := e.Request.URL; !strings.HasPrefix(url, b.Base) && !strings.HasPrefix(url, "data:") {
			b.Complaint = append(b.Complaint, "request to "+url)
		}
	}
}

// Do runs steps in the tab.
func (b *Tab) Do(steps ...chromedp.Action[chromedp.Void]) {
	b.TB.Helper()
	ctx, cancel := context.WithTimeout(b, Patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.TB.Fatal(err)
	}
}

// Open goes to a page of the site.
func (b *Tab) Open(path string) {
	b.TB.Helper()
	b.Do(chromedp.Navigate(b.Base + path))
}

// Follow runs steps that lead to another page, waits until it has arrived whole, and returns its path. A page that changes its own
// address meanwhile is not taken for the other one: the mark of the old page is gone only with the page.
func (b *Tab) Follow(steps ...chromedp.Action[chromedp.Void]) string {
	b.TB.Helper()
	Evaluate[bool](b, `window.wasHere = true`)
	b.Do(steps...)
	b.Until(`!window.wasHere && document.readyState === "complete" && document.querySelector("main") !== null`)
	return b.Text(`location.pathname + location.search`)
}

// Evaluate returns the value of an expression on the page.
func Evaluate[T any](b *Tab, expression string) T {
	b.TB.Helper()
	value, err := chromedp.Run(b, chromedp.Evaluate[T](expression))
	if err != nil {
		b.TB.Fatalf("%s: %v", expression, err)
	}
	return value
}

// Text returns the text that an expression on the page comes to.
func (b *Tab) Text(expression string) string { b.TB.Helper(); return Evaluate[string](b, expression) }

// Until waits for a condition of the page, which another page may replace meanwhile.
func (b *Tab) Until(condition string) {
	b.TB.Helper()
	if err := b.Await(condition); err != nil {
		b.TB.Fatalf("at %s: not %s: %v", b.Text(`location.href`), condition, err)
	}
}

// Await asks the page for a condition until it holds. Without an answer, between two pages, it does not hold yet. It returns an error after
// Patience.
func (b *Tab) Await(condition string) error { return b.awaitFor(Patience, condition) }

func (b *Tab) awaitFor(longest time.Duration, condition string) error {
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

// Escape presses Escape until what it closes is closed: a busy browser may drop a key.
func (b *Tab) Escape(closed string) {
	b.TB.Helper()
	for range 5 {
		b.Do(chromedp.KeyEvent(kb.Escape))
		if b.awaitFor(Patience/5, closed) == nil {
			return
		}
	}
	b.TB.Fatalf("at %s: Escape does not make %s", b.Text(`location.href`), closed)
}

// Click clicks until what it does is done: a part of the page that arrives meanwhile moves what is below it.
func (b *Tab) Click(selector, done string) {
	b.TB.Helper()
	for range 5 {
		b.Do(chromedp.Click(chromedp.CSS(selector)))
		if b.awaitFor(Patience/5, done) == nil {
			return
		}
	}
	b.TB.Fatalf("at %s: a click on %s does not make %s", b.Text(`location.href`), selector, done)
}

// Says demands texts on the page, which may still be arriving.
func (b *Tab) Says(texts ...string) {
	b.TB.Helper()
	for _, text := range texts {
		if b.Await(`document.querySelector("main")?.innerText.includes(`+strconv.Quote(text)+`) ?? false`) != nil {
			b.TB.Errorf("%s does not say %q:\n%s", b.Text(`location.href`), text, b.Text(`document.querySelector("main")?.innerText ?? ""`))
		}
	}
}

// Size sets the size of the window, in pixels.
func (b *Tab) Size(width, height int64) {
	b.TB.Helper()
	b.Do(chromedp.EmulateViewport(width, height))
}

// Theme sets what the visitor's system prefers; colors change at once.
func (b *Tab) Theme(scheme string) {
	b.TB.Helper()
	_, err := chromedp.Call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme},
			{Name: "prefers-reduced-motion", Value: "reduce"},
		},
	})
	if err != nil {
		b.TB.Fatal(err)
	}
}

// TabTo presses the tab key until the selected element has the focus.
func (b *Tab) TabTo(selector string) {
	b.TB.Helper()
	for range 150 {
		b.Do(chromedp.KeyEvent(kb.Tab))
		if Evaluate[bool](b, `document.activeElement.matches(`+Quoted(selector)+`)`) {
			return
		}
	}
	b.TB.Fatalf("the tab key does not reach %s", selector)
}

// Quoted returns a text as a literal of a script.
func Quoted(text string) string { return "`" + text + "`" }

// SignIn signs a user of the site in.
func (b *Tab) SignIn(email string) {
	b.TB.Helper()
	if path := b.SignInTo(email); path != "/instances" {
		b.TB.Fatalf("the sign-in leads to %s", path)
	}
}

// SignInTo signs a user in and returns the path that this leads to.
func (b *Tab) SignInTo(email string) string {
	b.TB.Helper()
	b.Open("/login")
	b.Do(chromedp.SendKeys(chromedp.ID("login-email"), email))
	return b.Follow(chromedp.SendKeys(chromedp.ID("login-password"), Password+"\r"))
}
