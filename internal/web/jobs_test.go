package web

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"quartermaster/internal/bulk"
	"quartermaster/internal/imports"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
)

// work runs a worker that does imports, pulls and bulk changes until the test ends.
func (s *testSite) work(t testing.TB) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	w := queue.New(s.db, slog.New(slog.DiscardHandler), "default")
	w.Handle(s.web.Jobs, imports.Kind, s.imports)
	w.Handle(s.web.Jobs, pull.Kind, s.web.Pulls)
	for _, kind := range bulk.Kinds() {
		w.Handle(s.web.Jobs, kind, bulk.New(s.db, s.web.Lint, s.web.Missions, s.web.Jobs, time.Now))
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.Run(ctx)
	}()
	t.Cleanup(func() { cancel(); <-done })
}

// manyNotes are more files than are imported at once.
func manyNotes() []uploaded {
	files := make([]uploaded, 60)
	for i := range files {
		files[i] = uploaded{fmt.Sprintf("notes%d.txt", i), "x"}
	}
	return files
}

func TestALargeImportHasAPage(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b, other := s.user("Ada", false), s.user("Eve", false)
	instance, elsewhere := b.instance("A"), b.instance("B")
	answer := b.importing(instance, nil, append(manyNotes(), uploaded{"types.xml", typesXML})...).status(302)
	job := strings.TrimPrefix(answer.Header().Get("Location"), "http://qm.test")
	if !strings.HasPrefix(job, instance+"/jobs/") {
		t.Fatalf("leads to %s", job)
	}
	b.get(job).status(200).says("Waiting for other imports to finish", `<noscript><meta http-equiv="refresh" content="3"></noscript>`, `data-job-events="`+job+`/events"`)
	s.work(t)
	events := b.get(job + "/events").status(200)
	if body := events.Body.String(); !strings.Contains(body, "event: end\ndata: {\"state\":\"done\",\"done\":61,\"total\":61,") || events.Header().Get("Content-Type") != "text/event-stream" {
		t.Errorf("%v %s", events.Header(), body)
	}
	b.get(job).status(200).says("Import report", "61 files imported.", "types.xml").saysNot("refresh", "data-job")
	for _, path := range []string{"", "/events"} {
		sid := job[strings.LastIndex(job, "/"):]
		b.get(elsewhere + "/jobs" + sid + path).status(404)
		b.get(instance + "/jobs/0000000000" + path).status(404)
		other.get(job + path).status(403)
		other.get(other.instance("C") + "/jobs" + sid + path).status(404)
		s.visitor().get(job + path).leadsTo("/login")
	}
}

func TestAFailedJobTellsWhy(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	job := strings.TrimPrefix(b.importing(instance, nil, manyNotes()...).Header().Get("Location"), "http://qm.test")
	if _, err := s.db.Exec(t.Context(), `UPDATE jobs SET state = 'failed', error = 'It <broke>.', finished_at = 1`); err != nil {
		t.Fatal(err)
	}
	b.get(job).status(200).says("It &lt;broke&gt;.").saysNot("refresh", "data-job")
}

func TestTooManyJobs(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	for range queue.MaxWaiting {
		b.importing(instance, nil, manyNotes()...).status(302)
	}
	refused := b.importing(instance, nil, manyNotes()...).status(429).says("You have 5 jobs waiting.", "Server files")
	if wait := refused.Header().Get("Retry-After"); wait != "10" {
		t.Errorf("Retry-After %q", wait)
	}
}

func TestAnImportIsCancelledInTheBrowser(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b, other := s.user("Ada", false), s.user("Eve", false)
	instance := b.instance("A")
	job := strings.TrimPrefix(b.importing(instance, nil, manyNotes()...).Header().Get("Location"), "http://qm.test")
	b.get(job).says("Cancel this import?", `name="_method" value="DELETE"`, `data-confirm="Continue importing"`).saysNot("<fieldset")
	other.delete(other.instance("B"), job, nil).status(403)
	b.delete(job, job, nil).leadsTo(job)
	b.get(job).status(200).says("The import was cancelled before it began. Nothing was imported.").saysNot("Cancel import", "refresh", "data-job")
	b.delete(job, job, nil).leadsTo(job)
	b.get(job).saysNot("had ended")

	done := strings.TrimPrefix(b.importing(instance, nil, manyNotes()...).Header().Get("Location"), "http://qm.test")
	s.work(t)
	b.get(done + "/events")
	b.delete(instance, done, nil).leadsTo(done)
	b.get(done).says("The import finished before it could be cancelled.", "Import report")
	for _, states := range []struct{ result, says string }{
		{`{"files":[]}`, "What had already been imported is kept"},
		{`{"files":[{"path":"a.txt","status":"imported","created":1},{"path":"b.txt","status":"cancelled"}]}`, "1 file imported, 1 file not imported because the import was cancelled."},
	} {
		if _, err := s.db.Exec(t.Context(), `UPDATE jobs SET state = 'cancelled', result = $1`, states.result); err != nil {
			t.Fatal(err)
		}
		b.get(done).status(200).says(states.says)
	}
}

func TestDryRunInTheBrowser(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	b.importing(instance, nil, uploaded{"types.xml", typesXML}).status(200)
	changed := strings.Replace(strings.Replace(typesXML, "<nominal>20", "<nominal>30", 1), "Apple", "Pear<", 1)
	changed = strings.Replace(changed, "Pear<", "Pear&lt;", 1)
	b.importing(instance, map[string]string{"dry_run": "1", "mode": "replace"}, uploaded{"types.xml", changed}).status(200).says(
		"Preview of the import", "This was a preview: nothing was changed.", "Records that would change",
		`<td class="before">20</td><td class="after">30</td>`, "Pear&lt;", `deleted</span> type <span class="code">Apple`,
	)
	if n := s.count(`SELECT count(*) FROM types WHERE nominal = 20`); n != 1 {
		t.Errorf("%d types as they were, want 1", n)
	}
	if n := s.count(`SELECT count(*) FROM stored_files`); n != 1 {
		t.Errorf("%d stored files, want the first import's only", n)
	}
}

// arrives waits for a condition that only another page meets, to which this one leads by itself.
func (b *tab) arrives(condition string) {
	b.t.Helper()
	var err error
	for range 5 { // each page on the way ends one poll
		if _, err = chromedp.Run(b, chromedp.Poll[bool](condition, chromedp.WithPollingTimeout(patience))); err == nil {
			return
		}
	}
	b.t.Fatalf("%s: %v", condition, err)
}

// folder imports a folder as a job that the page follows to its report.
func folder(t *testing.T, s *testSite, b *tab) {
	user := s.user("Fay", false)
	instance := user.instance("Folders")
	b.signIn("fay@example.org")
	dir := filepath.Join(t.TempDir(), "mission")
	if err := os.MkdirAll(filepath.Join(dir, "db"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"db/types.xml": typesXML, "db/events.xml": eventsXML} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 60 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("note%d.txt", i)), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b.open(instance)
	b.do(chromedp.SetUploadFiles(chromedp.ID("import-folder"), []string{dir}))
	b.until(`document.querySelector("[data-drop-list]").innerText.includes("mission/db/types.xml")`)
	if path := b.follow(chromedp.Click(chromedp.CSS(`#import button[type=submit]`))); !strings.HasPrefix(path, instance+"/jobs/") {
		t.Errorf("the import leads to %s", path)
	}
	b.says("Waiting for other imports to finish")
	s.work(t)
	b.arrives(`document.getElementById("import-report")?.innerText.includes("62 files imported.")`)
	if n := s.count(`SELECT count(*) FROM types`); n == 0 {
		t.Error("no types were imported")
	}
}
