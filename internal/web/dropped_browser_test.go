package web

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// livonia is the mission folder of a genuine server beside the project. It is no part of it.
const livonia = "../../../shared/data/vanilla-ce/enoch"

// droppedFolder drops the mission folder of Livonia on the home page, as from a file manager, confirms what is recognized, and looks
// at what the lint says of the new server.
func droppedFolder(t *testing.T, s *testSite, b *tab) {
	dir, err := filepath.Abs(livonia)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skip("genuine server files are not beside the project")
	}
	s.user("Lee", false)
	b.signIn("lee@example.org")
	b.open("/instances")
	b.drop(`[data-drop]`, dir)
	b.until(`document.querySelector("[data-drop-list]").innerText.includes("enoch/db/types.xml")`)
	if n := evaluate[int](b, `document.querySelectorAll("[data-drop-list] li").length`); n != countFiles(t, dir) {
		t.Errorf("%d files were picked, want %d", n, countFiles(t, dir))
	}
	s.work(t)
	b.do(chromedp.Click(chromedp.CSS(`#drop button[type=submit]`)))
	b.arrives(`location.pathname.startsWith("/uploads/") && document.querySelector("[name=map_id]")?.selectedOptions[0].text === "Livonia"`)
	if name := b.text(`document.querySelector("[name=name]").value`); name != "My Livonia server" {
		t.Errorf("the name %q is offered", name)
	}
	b.do(chromedp.Click(chromedp.CSS(`#instance button[type=submit]`)))
	b.arrives(`document.getElementById("import-report")?.innerText.includes("files imported.")`)
	if report := b.text(`document.getElementById("import-report").innerText`); strings.Contains(report, "failed") {
		t.Errorf("the report tells of failures:\n%s", report)
	}
	b.do(chromedp.Click(chromedp.CSS(`.sections-place`)))
	b.arrives(`document.querySelector("h1")?.innerText === "My Livonia server"`)
	b.says("types.xml", "cfgeventspawns.xml")
	b.open(b.text(`location.pathname`) + "/lint")
	b.says("No problems found", "problems that the game's own files have as well")
}

// drop drops a file or a folder of the disk on an element.
func (b *tab) drop(selector, path string) {
	b.t.Helper()
	middle := evaluate[[]float64](b, `(() => { const e = document.querySelector(`+quoted(selector)+`); e.scrollIntoView({block: "center"});
		const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`)
	for _, kind := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
		_, err := chromedp.Call(b, input.DispatchDragEvent, input.DispatchDragEventParams{
			Type: kind, X: middle[0], Y: middle[1], Data: &input.DragData{Items: []*input.DragDataItem{}, Files: []string{path}, DragOperationsMask: 1},
		})
		if err != nil {
			b.t.Fatal(err)
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
