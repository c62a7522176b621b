package api_test

import (
	"archive/zip"
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/access"
	"quartermaster/internal/api"
	"quartermaster/internal/blob"
	"quartermaster/internal/imports"
	"quartermaster/internal/queue"
	"quartermaster/internal/say"
	"quartermaster/internal/storetest"
)

// runJobs runs a worker as a server of its own would, until the returned function is called or the test ends.
func (s *server) runJobs(t testing.TB, h queue.Handler) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	w := queue.New(s.db, slog.New(slog.DiscardHandler), "default")
	w.Handle(s.jobs, imports.Kind, access.Read, h)
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.Run(ctx)
	}()
	stop = func() { cancel(); <-done }
	t.Cleanup(stop)
	return stop
}

// async uploads files as a job and returns its address.
func (c client) async(t testing.TB, path string, files ...upload) string {
	t.Helper()
	r := c.upload(t, path, files...)
	r.expect(t, http.StatusAccepted, "data.job.kind", `"import"`, "data.job.result", "{}")
	sid := strings.Trim(r.at("data.job.sid"), `"`)
	url := strings.Trim(strings.ReplaceAll(r.at("data.url"), `\/`, "/"), `"`)
	instance, _, _ := strings.Cut(path, "/files")
	if got := r.header.Get("Location"); got != c.server.url+instance+"/jobs/"+sid || url != c.server.url+"/api/v1/jobs/"+sid {
		t.Fatalf("Location %q, url %q", got, url)
	}
	r.expect(t, http.StatusAccepted, "data.sid", r.at("data.job.sid"), "data.status", `"queued"`, "data.progress", "0")
	return strings.TrimPrefix(url, c.server.url)
}

// ended waits for the end of a job by following its events, and returns the job.
func (c client) ended(t testing.TB, job string) reply {
	t.Helper()
	if r := c.get(t, job+"/events"); !strings.Contains(r.body, "event: end\n") {
		t.Fatalf("the events end without an end: %s", r.body)
	}
	return c.get(t, job)
}

// jobFiles tells by an error when nothing lies in the blob store for a job.
func (s *server) jobFiles(t testing.TB, job string) error {
	t.Helper()
	r, err := s.blobs.Open(t.Context(), "jobs/"+sidOf(job)+"/uploads")
	if err == nil {
		_ = r.Close()
	}
	return err
}

func numberedTypes(n int) string {
	var b strings.Builder
	b.WriteString("<types>\n")
	for i := range n {
		fmt.Fprintf(&b, "    <type name=\"Item%d\">\n        <nominal>%d</nominal>\n    </type>\n", i, i)
	}
	return b.String() + "</types>\n"
}

func TestLargeImportsAreJobs(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		many := make([]upload, 51)
		for i := range many {
			many[i] = upload{fmt.Sprintf("notes/%d.txt", i), "x"}
		}
		large := upload{"mods/x_types.xml", "<types>" + strings.Repeat(" ", 2<<20) + "</types>"}
		for name, files := range map[string][]upload{
			"many": many, "large": {large}, "many in an archive": {{"a.zip", zipOf(t, many...)}},
			"large in an archive": {{"a.zip", uncompressed(t, large)}},
		} {
			if job := c.async(t, instance+"/files", files...); s.jobFiles(t, job) != nil {
				t.Errorf("%s: the files are not kept: %v", name, s.jobFiles(t, job))
			}
		}
		c.upload(t, instance+"/files", many[:50]...).expect(t, 200)
		c.upload(t, instance+"/files?async=1", upload{"types.xml", oneType}).expect(t, 202, "data.job.state", `"queued"`)
		c.upload(t, instance+"/files?async=1", upload{"types.xml", oneType}).exactly(t, 429,
			`{"message":"You have 5 jobs waiting. Try again when one of them has finished."}`)
		c.upload(t, instance+"/files", upload{"types.xml", oneType}).expect(t, 200)
	})
}

// uncompressed makes a ZIP that does not compress.
func uncompressed(t testing.TB, f upload) string {
	t.Helper()
	var out strings.Builder
	w := zip.NewWriter(&out)
	entry, err := w.CreateHeader(&zip.FileHeader{Name: f.name})
	check(t, err)
	_, err = io.WriteString(entry, f.content)
	check(t, err)
	check(t, w.Close())
	return out.String()
}

func TestAJobImports(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c, other := s.user(t), s.user(t)
		instance, _ := c.instance(t)
		direct, _ := c.instance(t)
		files := []upload{
			{"types.xml", oneType},
			{"a.zip", zipOf(t, upload{"db/events.xml", oneEvent}, upload{"x\xff.txt", "x"})},
			{"broken_types.xml", "<types><"},
		}
		job := c.async(t, instance+"/files?async=1&mode=replace", files...)
		c.get(t, job).expect(t, 200, "data.state", `"queued"`, "data.result", "{}", "data.error", "null", "data.started_at", "null")
		s.runJobs(t, s.imports)
		r := c.ended(t, job)
		r.expect(t, 200, "data.state", `"done"`, "data.done", "4", "data.total", "4", "data.error", "null",
			"data.result.files.0.status", `"imported"`, "data.result.files.0.created", "1", "data.result.files.3.status", `"failed"`)
		want := c.upload(t, direct+"/files", files...).at("data")
		if diff := cmp.Diff(want, r.at("data.result")); diff != "" {
			t.Errorf("at once (-) and as a job (+):\n%s", diff)
		}
		c.get(t, instance+"/types").expect(t, 200, "meta.total", "1", "data.0.name", `"AK101"`)
		if err := s.jobFiles(t, job); err == nil {
			t.Error("the files are still there")
		}
		c.get(t, "/api/v1/jobs?state=done").expect(t, 200, "meta.total", "1", "data.0.result", "absent")
		for _, path := range []string{job, job + "/events", "/api/v1/jobs/0000000000/events"} {
			other.get(t, path).exactly(t, 404, body404)
		}
	})
}

// pausing stops an import in the middle: at its second file.
type pausing struct {
	queue.Handler
	reached chan struct{}
}

func (p pausing) Run(ctx context.Context, job queue.Job, progress func(done, total int, what say.Message)) ([]byte, error) {
	return p.Handler.Run(ctx, job, func(done, total int, what say.Message) {
		progress(done, total, what)
		if done == 1 {
			close(p.reached)
			<-ctx.Done()
		}
	})
}

// TestAnImportSurvivesARestart stops the worker behind the first of two files. What it has imported is found unchanged then.
func TestAnImportSurvivesARestart(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		job := c.async(t, instance+"/files?async=1", upload{"types.xml", numberedTypes(3)}, upload{"events.xml", oneEvent})
		p := pausing{s.imports, make(chan struct{})}
		stop := s.runJobs(t, p)
		<-p.reached
		c.get(t, job).expect(t, 200, "data.state", `"running"`)
		stop()
		c.get(t, job).expect(t, 200, "data.state", `"queued"`)
		first := c.get(t, instance+"/types").at("meta.total") + c.get(t, instance+"/events").at("meta.total")
		if first != "30" && first != "01" {
			t.Errorf("types and events after the first half: %s", first)
		}
		s.runJobs(t, s.imports)
		c.ended(t, job).expect(t, 200, "data.state", `"done"`, "data.result.files.0.status", `"imported"`, "data.result.files.1.status",
			`"imported"`)
		c.get(t, instance+"/types").expect(t, 200, "meta.total", "3")
		c.get(t, instance+"/events").expect(t, 200, "meta.total", "1")
	})
}

func TestAJobWithoutItsFilesFails(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		job := c.async(t, instance+"/files?async=1", upload{"types.xml", oneType})
		check(t, s.blobs.Delete(t.Context(), "jobs/"+sidOf(job)+"/uploads"))
		s.runJobs(t, s.imports)
		c.ended(t, job).expect(t, 200, "data.state", `"failed"`, "data.error", `"The upload was interrupted. Please send the files again."`,
			"data.result", "{}")
	})
}

func TestJobsOfADeletedInstance(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		job := c.async(t, instance+"/files?async=1", upload{"types.xml", oneType})
		c.must(t, 200, "DELETE", surfaceB(instance), "")
		c.get(t, job).expect(t, 200, "data.state", `"queued"`, "data.instance_id", "null")
		s.runJobs(t, s.imports)
		for deadline := time.Now().Add(time.Minute); s.jobFiles(t, job) == nil && time.Now().Before(deadline); {
			time.Sleep(10 * time.Millisecond)
		}
		if err := s.jobFiles(t, job); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("the files of the job are still there: %v", err)
		}
	})
}

func TestDryRun(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		c.upload(t, instance+"/files", upload{"types.xml", numberedTypes(2)}).expect(t, 200)
		before := c.get(t, instance).body + c.get(t, instance+"/types").body + c.get(t, instance+"/files").body + c.get(t, storedFiles).body
		changed := upload{"types.xml", strings.Replace(strings.Replace(numberedTypes(3), "<nominal>1<", "<nominal>7<", 1), "Item0", "Item9", 1)}
		r := c.upload(t, instance+"/files?dry_run=1&mode=replace", changed)
		r.expect(t, 200, "data.dry_run", "true", "data.files.0.status", `"imported"`, "data.files.0.created", "2", "data.files.0.updated", "1",
			"data.files.0.deleted", "1",
			"data.changes_omitted", "0")
		told := map[string]bool{}
		for i := 0; r.at(fmt.Sprintf("data.changes.%d", i)) != "absent"; i++ {
			at := fmt.Sprintf("data.changes.%d.", i)
			told[strings.Join([]string{
				r.at(at + "change"), r.at(at + "resource"), r.at(at + "title"), r.at(at + "before.nominal"), r.at(at + "after.nominal"),
			},
				" ")] = true
		}
		for _, want := range []string{
			`"added" "types" "Item9" absent 0`, `"added" "types" "Item2" absent 2`, `"changed" "types" "Item1" 1 7`,
			`"removed" "types" "Item0" 0 absent`,
		} {
			if !told[want] {
				t.Errorf("%s is missing in %v", want, told)
			}
		}
		job := c.async(t, instance+"/files?dry_run=1&async=1&mode=replace", changed)
		s.runJobs(t, s.imports)
		queued := c.ended(t, job)
		if got := queued.at("data.result.files"); got != r.at("data.files") || queued.at("data.result.changes.0.change") == "absent" {
			t.Errorf("as a job: %s", queued.body)
		}
		if after := c.get(t, instance).body + c.get(t, instance+"/types").body + c.get(t, instance+"/files").body +
			c.get(t, storedFiles).body; after != before {
			t.Errorf("something was changed:\n%s", cmp.Diff(before, after))
		}
		c.uploadForm(t, instance+"/files?mode=replace", "", changed).expect(t, 200, "data.files.0.created", "2", "data.dry_run", "absent")
	})
}

func TestALongDifferenceIsCut(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	r := c.upload(t, instance+"/files?dry_run=1", upload{"types.xml", numberedTypes(700)})
	r.expect(t, 200, "data.files.0.created", "700", "data.changes.999.change", `"added"`, "data.changes.1000", "absent")
	if r.at("data.changes_omitted") != "401" { // class names and types, and the file
		t.Errorf("%s are omitted", r.at("data.changes_omitted"))
	}
}

// TestEvents reads a stream while the job runs, as a browser would.
func TestEvents(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	job := c.async(t, instance+"/files?async=1", upload{"types.xml", oneType}, upload{"events.xml", oneEvent})
	res, err := http.DefaultTransport.RoundTrip(c.request(t, "GET", job+"/events", nil))
	check(t, err)
	defer res.Body.Close()
	if got := res.Header.Get("Content-Type") + ", " + res.Header.Get("Cache-Control"); res.StatusCode != 200 ||
		got != "text/event-stream, no-cache, private" {
		t.Fatalf("%d %s", res.StatusCode, got)
	}
	lines := bufio.NewScanner(res.Body)
	expect := func(want ...string) {
		t.Helper()
		for _, line := range append(want, "") {
			if !lines.Scan() || lines.Text() != line {
				t.Fatalf("%q (%v), want %q", lines.Text(), lines.Err(), line)
			}
		}
	}
	expect("event: progress", `data: {"state":"queued","done":0,"total":0,"what":""}`)
	p := pausing{s.imports, make(chan struct{})}
	stop := s.runJobs(t, p)
	<-p.reached
	stop()
	s.runJobs(t, s.imports)
	var rest []string
	for lines.Scan() {
		rest = append(rest, lines.Text())
	}
	const end = "event: end\n" + `data: {"state":"done","done":2,"total":2,"what":""}` + "\n"
	if text := strings.Join(rest, "\n"); lines.Err() != nil || !strings.HasSuffix(text, end) || strings.Count(text, "event: end") != 1 {
		t.Errorf("the stream ends with %q (%v)", text, lines.Err())
	}
}

// TestEventsHeedTheShutdown: a server that stops does not wait for a job to end.
func TestEventsHeedTheShutdown(t *testing.T) {
	t.Parallel()
	stopping := make(chan struct{})
	s := start(t, func(c *api.Config) { c.Jobs = queue.NewJobs(c.DB, stopping) })
	c := s.user(t)
	instance, _ := c.instance(t)
	job := c.async(t, instance+"/files?async=1", upload{"types.xml", oneType})
	res, err := http.DefaultTransport.RoundTrip(c.request(t, "GET", job+"/events", nil))
	check(t, err)
	defer res.Body.Close()
	close(stopping)
	if _, err := io.ReadAll(res.Body); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
}

func TestStreamsOfAUserAreBounded(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	job := c.async(t, instance+"/files?async=1", upload{"types.xml", oneType})
	for range 8 {
		ctx, leave := context.WithCancel(t.Context())
		defer leave()
		res, err := http.DefaultTransport.RoundTrip(c.request(t, "GET", job+"/events", nil).WithContext(ctx))
		check(t, err)
		defer res.Body.Close()
	}
	c.get(t, job+"/events").exactly(t, 429, `{"message":"Too Many Attempts."}`)
}
