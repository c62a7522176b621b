package web_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"quartermaster/internal/account"
	"quartermaster/internal/archive"
	"quartermaster/internal/httpd"
	"quartermaster/internal/remote"
	"quartermaster/internal/target"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/webtest"
)

// How far it is at most from a service without an account to the first change on a game server.
const (
	mostClicks = 12
	mostPages  = 8
)

// pagesSeen are the paths of pages that a browser has gone to, without those that only lead on, and without the page of a job
// that loads itself again once the job is done.
type pagesSeen struct {
	mutex sync.Mutex
	paths []string
}

// Request implements httpd.Observer.
func (p *pagesSeen) Request(ctx context.Context, r *http.Request) (context.Context, func(httpd.Answer)) {
	isPage, path := r.Header.Get("Sec-Fetch-Dest") == "document", r.URL.Path
	ofJob := strings.Contains(path, "/jobs/") || strings.Contains(path, "/deliveries/")
	return ctx, func(a httpd.Answer) {
		p.mutex.Lock()
		defer p.mutex.Unlock()
		if isPage && a.Status < 300 && (!ofJob || !slices.Contains(p.paths, path)) {
			p.paths = append(p.paths, path)
		}
	}
}

// clicker counts what somebody does with the mouse.
type clicker struct {
	*webtest.Tab
	clicks int
}

func (c *clicker) click(selector string) {
	c.TB.Helper()
	c.clicks++
	c.Follow(chromedp.Click(chromedp.CSS(selector)))
}

func (c *clicker) enter(selector, text string) {
	c.TB.Helper()
	c.Do(chromedp.SendKeys(chromedp.CSS(selector), text))
}

// firstDelivery goes from a service without an account to the first change on a game server that lies in a folder of the same machine.
func firstDelivery(chromium context.Context, t *testing.T) {
	game := livoniaServer(t)
	s := webtest.Open(t, func(c *site.Config, _ *account.Options) {
		c.UploadLimit = archive.MaxFile
		c.Targets = target.New(c.DB, remote.New(remote.Options{Folders: []string{game}}), []string{game})
	})
	seen := &pagesSeen{}
	s.Handler = httpd.Wrap(httpd.Config{Logger: slog.New(slog.DiscardHandler), Observers: []httpd.Observer{seen}}, s.Pages,
		http.HandlerFunc(s.Pages.Failed))
	server := httptest.NewServer(s.Handler)
	t.Cleanup(server.Close)
	s.Work(t)
	c := &clicker{Tab: webtest.OpenTab(chromium, t, server)}
	makesServer(c, game)
	changesNominal(c)
	sendsChange(c, game)
	text, err := os.ReadFile(filepath.Join(game, "mpmissions/dayzOffline.enoch/db/types.xml"))
	if err != nil || !strings.Contains(string(text), "<nominal>77</nominal>") {
		t.Errorf("the change is not on the server: %v", err)
	}
	t.Logf("%d clicks, %d pages", c.clicks, len(seen.paths))
	if c.clicks > mostClicks {
		t.Errorf("it takes %d clicks, at most %d", c.clicks, mostClicks)
	}
	if len(seen.paths) > mostPages {
		t.Errorf("it takes %d pages, at most %d:\n%s", len(seen.paths), mostPages, strings.Join(seen.paths, "\n"))
	}
}

// livoniaServer makes the folder of a game server with the mission of Livonia, and returns its path.
func livoniaServer(t *testing.T) string {
	t.Helper()
	if _, err := os.Stat(livonia); err != nil {
		t.Skip("genuine server files are not beside the project")
	}
	game := filepath.Join(t.TempDir(), "game")
	if err := os.CopyFS(filepath.Join(game, "mpmissions/dayzOffline.enoch"), os.DirFS(livonia)); err != nil {
		t.Fatal(err)
	}
	return game
}

// makesServer makes an account and, by dropping its folder, a server.
func makesServer(c *clicker, game string) {
	c.TB.Helper()
	c.Open("/")
	c.enter("#register-name", "Ada")
	c.enter("#register-email", "ada@example.org")
	c.enter("#register-password", webtest.Password)
	c.click("#register button[type=submit]")
	c.clicks++
	drop(c.Tab, `[data-drop]`, game)
	c.Until(`document.querySelector("[data-drop-list]").innerText.includes("types.xml")`)
	c.click("#drop button[type=submit]")
	c.click("#instance button[type=submit]")
	c.Arrives(`document.getElementById("import-report") !== null`)
}

// changesNominal changes the first nominal of the grid.
func changesNominal(c *clicker) {
	c.TB.Helper()
	c.click(`#import-report a[href$="/types/grid"]`)
	const cell = `.grid-table tbody tr:first-child td:nth-of-type(2)`
	c.Until(`document.querySelector("` + cell + `") !== null`)
	c.clicks += 2
	c.Do(chromedp.Click(chromedp.CSS(cell)), chromedp.KeyEvent("77"+kb.Enter), chromedp.Click(chromedp.CSS(`[data-grid-save]`)))
	c.Until(`document.querySelector("[data-grid-said]").textContent.includes("aved")`)
}

// sendsChange connects the server and sends what was changed.
func sendsChange(c *clicker, game string) {
	c.TB.Helper()
	c.click(".unsent-bar")
	c.clicks++
	c.Do(chromedp.SetValue(chromedp.CSS("#target [name=protocol]"), string(remote.Folder)))
	c.enter("#target [name=dir]", game)
	c.click("#target .form-end button[type=submit]")
	c.click("#delivery [type=submit]")
	c.Arrives(`document.getElementById("files-title") !== null && document.querySelector("[data-job-events]") === null`)
}
