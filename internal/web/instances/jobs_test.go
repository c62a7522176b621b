package instances_test

import (
	"strings"
	"testing"

	"quartermaster/internal/queue"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

func TestALargeImportHasAPage(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b, other := s.User("Ada", false), s.User("Eve", false)
	instance, elsewhere := b.Instance("A"), b.Instance("B")
	answer := b.Import(instance, nil, append(webtest.ManyNotes(), webtest.File{Name: "types.xml", Text: webtest.TypesXML})...).Status(302)
	job := strings.TrimPrefix(answer.Header().Get("Location"), "http://qm.test")
	if !strings.HasPrefix(job, instance+"/jobs/") {
		t.Fatalf("leads to %s", job)
	}
	b.Get(job).Status(200).Says("Waiting for other imports to finish", `<noscript><meta http-equiv="refresh" content="3"></noscript>`,
		`data-job-events="`+job+`/events"`)
	s.Work(t)
	events := b.Get(job + "/events").Status(200)
	if body := events.Body.String(); !strings.Contains(body, "event: end\ndata: {\"state\":\"done\",\"done\":61,\"total\":61,") ||
		events.Header().Get("Content-Type") != "text/event-stream" {
		t.Errorf("%v %s", events.Header(), body)
	}
	b.Get(job).Status(200).Says("Import report", "61 files imported.", "types.xml").SaysNot("refresh", "data-job")
	for _, path := range []string{"", "/events"} {
		sid := job[strings.LastIndex(job, "/"):]
		b.Get(elsewhere + "/jobs" + sid + path).Status(404)
		b.Get(instance + "/jobs/0000000000" + path).Status(404)
		other.Get(job + path).Status(403)
		other.Get(other.Instance("C") + "/jobs" + sid + path).Status(404)
		s.Visitor().Get(job + path).LeadsTo("/login")
	}
}

func TestAFailedJobTellsWhy(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	job := strings.TrimPrefix(b.Import(instance, nil, webtest.ManyNotes()...).Header().Get("Location"), "http://qm.test")
	if _, err := s.DB.Exec(t.Context(), `UPDATE jobs SET state = 'failed', error = 'It <broke>.', finished_at = 1`); err != nil {
		t.Fatal(err)
	}
	b.Get(job).Status(200).Says("It &lt;broke&gt;.").SaysNot("refresh", "data-job")
}

func TestTooManyJobs(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		instance := b.Instance("A")
		for range queue.MaxWaiting {
			b.Import(instance, nil, webtest.ManyNotes()...).Status(302)
		}
		refused := b.Import(instance, nil, webtest.ManyNotes()...).Status(429).Says("You have 5 jobs waiting.", "Server files")
		if wait := refused.Header().Get("Retry-After"); wait != "10" {
			t.Errorf("Retry-After %q", wait)
		}
	})
}

func TestAnImportIsCancelledInTheBrowser(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b, other := s.User("Ada", false), s.User("Eve", false)
	instance := b.Instance("A")
	job := strings.TrimPrefix(b.Import(instance, nil, webtest.ManyNotes()...).Header().Get("Location"), "http://qm.test")
	b.Get(job).Says("Cancel this import?", `name="_method" value="DELETE"`, `data-confirm="Continue importing"`).SaysNot("<fieldset")
	other.Delete(other.Instance("B"), job, nil).Status(403)
	b.Delete(job, job, nil).LeadsTo(job)
	b.Get(job).Status(200).Says("The import was cancelled before it began. Nothing was imported.").SaysNot("Cancel import", "refresh",
		"data-job")
	b.Delete(job, job, nil).LeadsTo(job)
	b.Get(job).SaysNot("had ended")

	done := strings.TrimPrefix(b.Import(instance, nil, webtest.ManyNotes()...).Header().Get("Location"), "http://qm.test")
	s.Work(t)
	b.Get(done + "/events")
	b.Delete(instance, done, nil).LeadsTo(done)
	b.Get(done).Says("The import finished before it could be cancelled.", "Import report")
	for _, states := range []struct{ result, says string }{
		{`{"files":[]}`, "What had already been imported is kept"},
		{
			`{"files":[{"path":"a.txt","status":"imported","created":1},{"path":"b.txt","status":"cancelled"}]}`,
			"1 file imported, 1 file not imported because the import was cancelled.",
		},
	} {
		if _, err := s.DB.Exec(t.Context(), `UPDATE jobs SET state = 'cancelled', result = $1`, states.result); err != nil {
			t.Fatal(err)
		}
		b.Get(done).Status(200).Says(states.says)
	}
}

func TestDryRunInTheBrowser(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	b.Import(instance, nil, webtest.File{Name: "types.xml", Text: webtest.TypesXML}).Status(200)
	changed := strings.Replace(strings.Replace(webtest.TypesXML, "<nominal>20", "<nominal>30", 1), "Apple", "Pear<", 1)
	changed = strings.Replace(changed, "Pear<", "Pear&lt;", 1)
	b.Import(instance, map[string]string{"dry_run": "1", "mode": "replace"}, webtest.File{Name: "types.xml", Text: changed}).Status(200).Says(
		"Preview of the import", "This is a preview: nothing was changed.", "Records that would change",
		webtest.Becomes("20", "30"), "Pear&lt;", `Apple</span><span class="badge tone-bad">deleted</span>`,
	)
	if n := s.Count(`SELECT count(*) FROM types WHERE nominal = 20`); n != 1 {
		t.Errorf("%d types as they were, want 1", n)
	}
	if n := s.Count(`SELECT count(*) FROM stored_files`); n != 1 {
		t.Errorf("%d stored files, want the first import's only", n)
	}
}
