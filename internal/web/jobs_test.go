package web_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"quartermaster/internal/web/webtest"
)

// folder imports a folder as a job that the page follows to its report.
func folder(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	user := s.User("Fay", false)
	instance := user.Instance("Folders")
	b.SignIn("fay@example.org")
	dir := filepath.Join(t.TempDir(), "mission")
	if err := os.MkdirAll(filepath.Join(dir, "db"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"db/types.xml": webtest.TypesXML, "db/events.xml": webtest.EventsXML} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 60 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("note%d.txt", i)), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b.Open(instance)
	b.Do(chromedp.SetUploadFiles(chromedp.ID("import-folder"), []string{dir}))
	b.Until(`document.querySelector("[data-drop-list]").innerText.includes("mission/db/types.xml")`)
	if path := b.Follow(chromedp.Click(chromedp.CSS(`#import button[type=submit]`))); !strings.HasPrefix(path, instance+"/jobs/") {
		t.Errorf("the import leads to %s", path)
	}
	b.Says("Waiting for other imports to finish")
	s.Work(t)
	b.Arrives(`document.getElementById("import-report")?.innerText.includes("62 files imported.")`)
	if n := s.Count(`SELECT count(*) FROM types`); n == 0 {
		t.Error("no types were imported")
	}
}
