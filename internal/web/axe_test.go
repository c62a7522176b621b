package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"quartermaster/internal/web/ui"
	"quartermaster/internal/web/webtest"
)

// axeSource is the accessibility checker of Deque Systems, version 4.10.3, unchanged; its licence lies beside it.
const axeSource = "testdata/axe/axe.min.js"

// finding is what axe has against a page.
type finding struct {
	ID     string
	Impact string
	Help   string
	Nodes  []struct{ HTML string }
}

// axeRun finds what breaks the rules of WCAG 2.2 up to AA, and axe's own best practices, in a part of the page with options of axe.
const axeRun = `axe.run(%s, {resultTypes: ["violations"], preload: false, %s}).then((found) => JSON.stringify(found.violations.map(
	({id, impact, help, nodes}) => ({id, impact, help, nodes: nodes.slice(0, 5).map(({html}) => ({html}))}))))`

// What a scan finds.
var (
	// scanAll is every rule on the whole page.
	scanAll = fmt.Sprintf(axeRun, "document", "")
	// scanLook is the rules about colours and room, on what no other page has.
	scanLook = fmt.Sprintf(axeRun, `"main"`, `runOnly: ["color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size"]`)
)

// unfold opens what a page shows only when it is asked to.
const unfold = `document.querySelectorAll("details:not(.confirm)").forEach((folded) => { folded.open = true; });
	document.querySelectorAll("[data-open-all]").forEach((button) => button.click())`

// stay keeps a page from loading itself anew in the middle of a scan, as those of jobs do after a while.
const stay = `{ const later = window.setTimeout; window.setTimeout = (fn, ms, ...args) => (ms >= 2000 ? 0 : later(fn, ms, ...args));
	for (let timer = later(() => 0); timer > 0; timer--) clearTimeout(timer); }; 0`

// look is how a visitor's screen shows the pages.
type look struct {
	name, theme   string
	width, height int64
}

// The looks that pages are scanned in.
var (
	desk  = look{"a desk in the light", "light", 1280, 900}
	phone = look{"a phone in the dark", "dark", 360, 780}
)

// axeParts is in how many parts pages are scanned side by side: together they take longer than any other test.
const axeParts = 3

// accessible scans each page of a part as a screen on a desk in the light shows it, and as a phone in the dark: by every rule in one of
// the two, in turns, and for its looks in the other. Of a page in several states, all are scanned by every rule, and the first for its
// looks too.
func accessible(part int) func(context.Context, *testing.T) {
	return func(chromium context.Context, t *testing.T) {
		axe, err := os.ReadFile(axeSource)
		if err != nil {
			t.Fatal(err)
		}
		tab := webtest.OpenTab(chromium, t, sampleServer(t))
		looked := map[string]bool{}
		for i, s := range samples() {
			view := fmt.Sprintf("%T", s.view)
			if i%axeParts == part {
				expectAccess(tab, s, string(axe), i/axeParts, !looked[view])
			}
			looked[view] = true
		}
	}
}

// expectAccess scans a sample by every rule in the look whose turn it is, and for its looks in the other one.
func expectAccess(b *webtest.Tab, s sample, axe string, turn int, looks bool) {
	b.TB.Helper()
	of := []look{desk, phone}
	b.Open("/sample/" + s.name)
	expectFewFiles(b, s)
	webtest.Evaluate[any](b, stay)
	webtest.Evaluate[any](b, unfold+";"+axe+";0")
	expectNothing(b, s, of[turn%2], scanAll)
	if looks {
		expectNothing(b, s, of[(turn+1)%2], scanLook)
	}
}

// mostFiles is how many scripts, style sheets and pictures a page loads: its own script and that of the theme, which are joined, its own
// style sheets beside that of all pages, and what it loads later (a small map, the editor of texts).
const mostFiles = 6

// expectFewFiles holds that what a page needs is joined: a browser far away waits for each file.
func expectFewFiles(b *webtest.Tab, s sample) {
	b.TB.Helper()
	const files = `performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.includes("/static/"))`
	if count := webtest.Evaluate[int](b, files+`.length`); count < 3 || count > mostFiles {
		b.TB.Errorf("%s loads %d files: %s", s.name, count, b.Text(files+`.join()`))
	}
}

// expectNothing scans a sample in a look.
func expectNothing(b *webtest.Tab, s sample, l look, scan string) {
	b.TB.Helper()
	b.Size(l.width, l.height)
	b.Theme(l.theme)
	for _, f := range scanPage(b, scan) {
		b.TB.Errorf("%s on %s: %s: %s (%s)%s", s.name, l.name, f.ID, f.Help, f.Impact, f.where())
	}
}

func scanPage(b *webtest.Tab, run string) (found []finding) {
	b.TB.Helper()
	text, err := chromedp.Run(b, chromedp.Evaluate[string](run, chromedp.EvalAwaitPromise))
	if err == nil {
		err = json.Unmarshal([]byte(text), &found)
	}
	if err != nil {
		b.TB.Fatal(err)
	}
	return found
}

func (f finding) where() string {
	var list strings.Builder
	for _, node := range f.Nodes {
		list.WriteString("\n\t" + node.HTML)
	}
	return list.String()
}

// sampleServer answers with the samples of all pages, by name. Their errors are answered with 200: a browser would
// complain of the status.
func sampleServer(t *testing.T) *httptest.Server {
	t.Helper()
	byName := map[string]sample{}
	for _, s := range samples() {
		byName[s.name] = s
	}
	mux := http.NewServeMux()
	mux.HandleFunc(ui.StaticPrefix, webtest.Renderer().ServeStatic)
	mux.HandleFunc("/sample/{name}", func(w http.ResponseWriter, r *http.Request) {
		s := byName[r.PathValue("name")]
		if err := webtest.Renderer().Render(w, r, http.StatusOK, s.page, s.view); err != nil {
			t.Error(err)
		}
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}
