package web_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"quartermaster/internal/web/webtest"
)

// livonia is the mission folder of a genuine server beside the project. It is no part of it.
const livonia = "../../../shared/data/vanilla-ce/enoch"

// droppedFolder drops the mission folder of Livonia on the home page, as from a file manager, confirms what is recognized, and looks
// at what the lint says of the new server.
func droppedFolder(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	dir, err := filepath.Abs(livonia)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skip("genuine server files are not beside the project")
	}
	s.User("Lee", false)
	b.SignIn("lee@example.org")
	b.Open("/instances")
	drop(b, `[data-drop]`, dir)
	b.Until(`document.querySelector("[data-drop-list]").innerText.includes("enoch/db/types.xml")`)
	if n := webtest.Evaluate[int](b, `document.querySelectorAll("[data-drop-list] li").length`); n != countFiles(t, dir) {
		t.Errorf("%d files were picked, want %d", n, countFiles(t, dir))
	}
	s.Work(t)
	b.Do(chromedp.Click(chromedp.CSS(`#drop button[type=submit]`)))
	b.Arrives(`location.pathname.startsWith("/uploads/") && document.querySelector("[name=map_id]")?.selectedOptions[0].text === "Livonia"`)
	if name := b.Text(`document.querySelector("[name=name]").value`); name != "My Livonia server" {
		t.Errorf("the name %q is offered", name)
	}
	b.Do(chromedp.Click(chromedp.CSS(`#instance button[type=submit]`)))
	b.Arrives(`document.getElementById("import-report")?.innerText.includes("files imported.")`)
	if report := b.Text(`document.getElementById("import-report").innerText`); strings.Contains(report, "failed") {
		t.Errorf("the report tells of failures:\n%s", report)
	}
	b.Do(chromedp.Click(chromedp.CSS(`.sections-place`)))
	b.Arrives(`document.querySelector("h1")?.innerText === "My Livonia server"`)
	b.Says("types.xml", "cfgeventspawns.xml")
	b.Open(b.Text(`location.pathname`) + "/lint")
	b.Says("No problems found", "problems that the game's own files also have")
}

// drop drops a file or a folder of the disk on an element.
func drop(b *webtest.Tab, selector, path string) {
	b.TB.Helper()
	middle := webtest.Evaluate[[]float64](b,
		`(() => { const e = document.querySelector(`+webtest.Quoted(selector)+`); e.scrollIntoView({block: "center"});
		const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`)
	for _, kind := range []input.DispatchDragEventType{
		input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop,
	} {
		_, err := chromedp.Call(b, input.DispatchDragEvent, input.DispatchDragEventParams{
			Type: kind, X: middle[0], Y: middle[1],
			Data: &input.DragData{Items: []*input.DragDataItem{}, Files: []string{path}, DragOperationsMask: 1},
		})
		if err != nil {
			b.TB.Fatal(err)
		}
	}
}

func countFiles(t *testing.T, dir string) (n int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, entry os.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			n++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// droppedAnywhere drops a file on the home page, where it goes to the only server, and on another page: a preview comes first.
func droppedAnywhere(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	user := s.User("Dan", false)
	instance := user.Instance("Anywhere")
	stored := webtest.File{Name: "db/types.xml", Text: `<types><type name="AKM"><nominal>1</nominal></type></types>`}
	user.Import(instance, nil, stored).Status(200)
	file := filepath.Join(t.TempDir(), "types.xml")
	if err := os.WriteFile(file, []byte(`<types><type name="AKM"><nominal>9</nominal></type></types>`), 0o600); err != nil {
		t.Fatal(err)
	}
	b.SignIn("dan@example.org")
	for _, page := range []string{"/instances", instance + "/economy"} {
		b.Open(page)
		drop(b, "h1", file)
		b.Until(`document.querySelector("dialog[open] #import-report")?.innerText.includes("Preview of the import")`)
		if title := b.Text(`document.querySelector("dialog h2").innerText`); title != "Import into Anywhere" {
			t.Errorf("%s: the preview is called %q", page, title)
		}
		if now := user.Nominal(instance, "AKM"); now != int64(1) {
			t.Fatalf("%s: the preview has set nominal to %v", page, now)
		}
	}
	b.Until(`!document.querySelector("dialog .form-end button").disabled`)
	b.Do(chromedp.Click(chromedp.CSS("dialog .form-end button")))
	b.Until(`document.querySelector("dialog #import-report")?.innerText.includes("Import report")`)
	if now := user.Nominal(instance, "AKM"); now != int64(9) {
		t.Errorf("nominal is %v", now)
	}
}
