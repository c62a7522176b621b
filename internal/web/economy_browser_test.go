package web_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	devtools "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"quartermaster/internal/web/webtest"
)

// economyByKeys looks at what changes would do to the economy, in the form of a type and in the grid, and downloads every chart, with keys.
func economyByKeys(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	user := s.User("Eva", false)
	instance := user.Instance("Farm")
	user.Import(instance, nil, webtest.ShedFiles...).Status(200)
	b.SignIn("eva@example.org")
	dir := downloadsTo(b, t)

	b.Open(instance + "/types")
	b.Follow(chromedp.Click(chromedp.CSS(`tbody th a`)))
	b.Do(chromedp.Focus(chromedp.ID("type-nominal")), withKeys("a", chromedp.ModifierCtrl), withKeys("7"))
	b.Until(`document.querySelector("[data-effect] [role=status]").textContent.startsWith("Target: 10 → 13 items.")`)
	b.Do(chromedp.Focus(chromedp.CSS(`[data-effect] button`)), withKeys("\r")) // what is told above it moves it
	b.Until(`document.querySelector("[data-effect]").innerText.includes("With the changes that are not saved, 2 types want 13 items in the ` +
		`world; as it is stored, 10.")`)
	savesEach(b, t, `[data-effect] [aria-label^="By category as"]`, dir, "economy-category.csv", "\ntools,13,10,3,3,2\n")

	b.Open(instance + "/types/grid")
	b.Until(`document.querySelector("[data-grid-said]").textContent === "2 types."`)
	b.Do(chromedp.Click(chromedp.CSS(`[data-grid] tr[aria-rowindex="2"] td[aria-colindex="3"]`)), withKeys("1"))
	b.Until(`document.querySelector("[data-grid-tried]").textContent.startsWith("Target: 10 → 7 items.")`) // before it is taken over
	b.Do(withKeys("\r"), chromedp.Click(chromedp.CSS(`[data-grid-economy]`)))
	b.Until(`document.querySelector("dialog").innerText.includes("2 types want 7 items in the world")`)
	savesEach(b, t, `dialog [aria-label="By category as CSV"]`, dir, "economy-category.csv", "\ntools,7,10,3,3,2\n")
	b.Do(withKeys(kb.Escape), chromedp.Click(chromedp.CSS(`[data-grid-discard]`)))
	gridSays(b, "Nothing is changed.")
	moves(b, instance)

	// the browser lets one page save ten files
	for kind, file := range map[string]string{"CSV": "economy-differences.csv", "PNG": "economy-town.png"} {
		b.Open(instance + "/economy?against=revision&revision=5")
		savesEach(b, t, `.economy-files [aria-label$="as `+kind+`"]`, dir, file, map[string]string{"CSV": "class,", "PNG": "PNG"}[kind])
	}
}

// moves changes cells of the laboratory, of which the chart and the map show the effect before anything is saved.
func moves(b *webtest.Tab, instance string) {
	const charts = `document.querySelector("[data-lab-effect]").innerText`
	b.Open(instance + "/lab")
	b.Until(`document.querySelector("[data-effect-type] h2")?.innerText === "Hammer"`)
	b.Do(chromedp.Click(chromedp.CSS(`[data-grid] tr[aria-rowindex="2"] td[aria-colindex="3"]`)), withKeys("7"))
	b.Until(charts + `.includes("7 wanted. 3 buildings with 6 loot points") && ` + charts + `.includes("tools\t13\t10\t2")`)
	b.Until(`document.querySelector("[data-grid-tried]").textContent.startsWith("Target: 10 → 13 items.")`)
	b.Do(withKeys("\r"))
	b.Until(`document.querySelector("[data-effect-type]").innerText.startsWith("Oar")`)
	b.Until(`!document.querySelector("[data-effect-type]").dataset.holds`)
	b.Do(withKeys(kb.ArrowUp))
	b.Until(`document.querySelector("[data-effect-type]").dataset.holds === "AQEB"`)
	b.Do(chromedp.Focus(chromedp.ID("lab-wish")), withKeys("2\r"))
	b.Until(`document.querySelector("[data-lab-wished]").innerText.startsWith("Hammer: There is room for 3 at a time")`)
	b.Until(charts + `.includes("2 wanted. 3 buildings")`)
	b.Do(chromedp.Click(chromedp.CSS(`[data-grid-discard]`)))
	gridSays(b, "Nothing is changed.")
	b.Until(charts + `.includes("4 wanted. 3 buildings")`)
}

// downloadsTo has the browser save files to a folder.
func downloadsTo(b *webtest.Tab, t *testing.T) (dir string) {
	t.Helper()
	dir, enabled := t.TempDir(), true
	_, err := chromedp.CallBrowser(b, devtools.SetDownloadBehavior, devtools.SetDownloadBehaviorParams{
		Behavior: devtools.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir, EventsEnabled: &enabled,
		BrowserContextID: chromedp.FromContext(b).BrowserContextID,
	})
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// savesEach downloads by keys what links and buttons lead to, each of which has a name of its own, and checks that it can be read. One
// of the files says a text.
func savesEach(b *webtest.Tab, t *testing.T, selector, dir, file, says string) {
	t.Helper()
	all := `[...document.querySelectorAll(` + webtest.Quoted(selector) + `)]`
	names := strings.Split(b.Text(all+`.map((each) => each.getAttribute("aria-label")).join("\n")`), "\n")
	known := map[string]bool{}
	for i, name := range names {
		if known[name] || !strings.HasSuffix(name, " as CSV") && !strings.HasSuffix(name, " as PNG") {
			t.Errorf("a file is called %q", name)
		}
		known[name] = true
		webtest.Evaluate[bool](b, fmt.Sprintf(`%s[%d].focus() || true`, all, i))
		saves(b, t, name, chromedp.KeyEvent(kb.Enter))
	}
	readAll(t, dir, len(names))
	text, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil || !strings.Contains(string(text), says) {
		t.Errorf("%s says %s, want %s; %v", file, text, says, err)
	}
	empty(t, dir)
}

// saves runs a step that downloads a file, and waits until it is there.
func saves(b *webtest.Tab, t *testing.T, name string, step chromedp.Action[chromedp.Void]) {
	t.Helper()
	ctx, cancel := context.WithTimeout(b, webtest.Patience)
	defer cancel()
	finished := chromedp.BrowserEvents(ctx, devtools.DownloadProgress)
	b.Do(step)
	for event, err := range finished {
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if event.State == devtools.DownloadProgressStateCompleted {
			return
		}
	}
	t.Fatalf("%s was not downloaded", name)
}

// readAll reads the files of a folder as what they are called.
func readAll(t *testing.T, dir string, want int) {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != want {
		t.Errorf("%d files, want %d; %v", len(files), want, err)
	}
	for _, f := range files {
		in, err := os.Open(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(f.Name()) == ".png" {
			_, err = png.Decode(in)
		} else {
			_, err = csv.NewReader(in).ReadAll()
		}
		if err != nil {
			t.Errorf("%s: %v", f.Name(), err)
		}
		_ = in.Close()
	}
}

// empty deletes the files of a folder.
func empty(t *testing.T, dir string) {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, f := range files {
		if err := os.Remove(f); err != nil {
			t.Fatal(err)
		}
	}
}
