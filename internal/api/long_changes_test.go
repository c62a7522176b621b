package api_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/bulk"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// long is how many messages make a change long.
const long = 10_050

// manyMessages makes an instance with as many messages.
func (c client) manyMessages(t *testing.T) (instance string) {
	t.Helper()
	instance, _ = c.instance(t)
	scope, err := c.server.db.InstanceScope(t.Context(), c.userID, sidOf(instance))
	check(t, err)
	rows, none := make([]record.Row, long), int64(0)
	for i := range rows {
		rows[i] = record.Messages.Encode(&record.Message{Text: fmt.Sprintf("Message %d", i), Delay: &none, Repeat: &none})
	}
	check(t, c.server.db.Edit(t.Context(), scope, "import", func(e *store.Edit) error {
		return e.InsertAll(t.Context(), record.Messages, rows)
	}))
	return instance
}

// runChanges runs a worker that makes long changes.
func (s *server) runChanges(t *testing.T, h queue.Handler) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	w := queue.New(s.db, slog.New(slog.DiscardHandler), "default")
	for _, kind := range bulk.Kinds() {
		w.Handle(s.jobs, kind, access.Read, h)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		w.Run(ctx)
	}()
	stop = func() { cancel(); <-done }
	t.Cleanup(stop)
	return stop
}

func (s *server) changes() *bulk.Service {
	return bulk.New(s.db, lint.New(s.db), mission.New(s.db), s.jobs, time.Now)
}

// accepted checks that a request has become a job, and returns its address below the instance.
func (r reply) accepted(t *testing.T, c client, instance, kind string) string {
	t.Helper()
	// a worker may have begun it
	r.expect(t, http.StatusAccepted, "data.kind", `"`+kind+`"`, "data.status", r.at("data.state"), "data.job.sid", r.at("data.sid"))
	job := instance + "/jobs/" + strings.Trim(r.at("data.sid"), `"`)
	if got := r.header.Get("Location"); got != c.server.url+job {
		t.Errorf("Location %s, want %s", got, job)
	}
	return job
}

func (c client) delays(t *testing.T, instance string) string {
	t.Helper()
	return c.get(t, instance+"/messages?q=delay:7").at("meta.total")
}

// TestLongChangesAreJobs: a bulk change of many records, its undo, a recipe and a revert, each made once and as one revision.
func TestLongChangesAreJobs(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance := c.manyMessages(t)
		s.runChanges(t, s.changes())
		const set = `{"op":"set","field":"delay","value":7}`
		c.bulk(t, instance+"/messages", `"q":"*","dry_run":true`, set).expect(t, 200, "data.changed", fmt.Sprint(long))
		job := c.bulk(t, instance+"/messages", `"q":"*"`, set).accepted(t, c, instance, "bulk")
		done := c.ended(t, job)
		done.expect(t, 200, "data.status", `"done"`, "data.state", `"done"`, "data.progress", "100", "data.result.changed", fmt.Sprint(long),
			"data.result.rows.999.changes", `{"delay":[0,7]}`, "data.result.revision", done.at("data.revision"), "data.first_revision",
			done.at("data.revision"))
		revision := done.at("data.revision")
		c.get(t, instance+"/revisions/"+revision).expect(t, 200, "data.summary", `"messages: set delay"`, "meta.total", fmt.Sprint(long))
		if got := c.delays(t, instance); got != fmt.Sprint(long) {
			t.Errorf("%s messages were changed", got)
		}
		c.bulk(t, instance+"/messages", `"q":"*"`, set).expect(t, 200, "data.changed", "0", "data.revision", "null") // nothing differs
		back := c.ended(t, c.send(t, "POST", instance+"/revisions/"+revision+"/undo", `{}`).accepted(t, c, instance, "undo"))
		back.expect(t, 200, "data.status", `"done"`, "data.result.updated", fmt.Sprint(long), "data.result.revision", back.at("data.revision"))
		if got := c.delays(t, instance); got != "0" {
			t.Errorf("%s messages are still changed", got)
		}
		recipe, _ := c.create(t, instance+"/recipes", `{"name":"All","steps":[{"resource":"messages","q":"*","operations":[`+set+
			`]},{"resource":"messages","q":"text:message*","operations":[{"op":"set","field":"repeat","value":3}]}]}`)
		run := c.ended(t, c.send(t, "POST", recipe+"/run", `{}`).accepted(t, c, instance, "recipe"))
		run.expect(t, 200, "data.result.0.changed", fmt.Sprint(long), "data.result.1.rows.0.changes", `{"repeat":[0,3]}`)
		if got := c.delays(t, instance); got != fmt.Sprint(long) { // the second step has kept what the first one did
			t.Errorf("%s messages were changed by the recipe", got)
		}
		c.ended(t, c.send(t, "POST", instance+"/revisions/"+revision+"/revert", `{}`).accepted(t, c, instance, "revert")).expect(t, 200,
			"data.status", `"done"`)
		c.get(t, instance+"/jobs").expect(t, 200, "meta.total", "4", "data.3.kind", `"revert"`, "data.0.result", "absent")
		c.get(t, instance+"/jobs?kind=undo").expect(t, 200, "meta.total", "1")
		c.must(t, 200, "PATCH", surfaceB(instance), `{"review":"required"}`)
		for _, way := range []string{"/undo", "/revert"} { // at once, and not by the job
			c.send(t, "POST", instance+"/revisions/"+revision+way, `{}`).exactly(t, 403, bodyReviewed)
		}
		other, _ := c.instance(t)
		c.get(t, other+"/jobs").expect(t, 200, "meta.total", "0")
		for _, path := range []string{strings.Replace(job, instance, other, 1), strings.Replace(job, instance, other, 1) + "/events"} {
			c.get(t, path).exactly(t, 404, body404)
		}
		c.send(t, "DELETE", strings.Replace(job, instance, other, 1), "").exactly(t, 404, body404)
		c.send(t, "DELETE", job, "").expect(t, 409)
		stranger := s.user(t)
		stranger.get(t, job).exactly(t, 404, body404)
		stranger.get(t, instance+"/jobs").exactly(t, 404, body404)
	})
}

// repeating does each job twice, as after a crash between the change and the note that the job has ended.
type repeating struct {
	*bulk.Service
	t *testing.T
}

func (r repeating) Run(ctx context.Context, job queue.Job, progress func(int, int, say.Message)) ([]byte, error) {
	first, err := r.Service.Run(ctx, job, progress)
	if err != nil {
		return nil, err
	}
	again, err := r.Service.Run(ctx, job, progress)
	if string(again) != string(first) {
		r.t.Errorf("the second time it is %.200s, the first time %.200s", again, first)
	}
	return again, err
}

// TestALongChangeIsMadeOnce: it adds, so that a second time would show; what was asked for on one revision is not made on another.
func TestALongChangeIsMadeOnce(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance := c.manyMessages(t)
		const add = `{"q":"*","operations":[{"op":"add","field":"delay","value":7}]}`
		tag := c.send(t, "POST", instance+"/messages/bulk", strings.Replace(add, "{", `{"dry_run":true,`, 1)).header.Get("ETag")
		req := c.request(t, "POST", instance+"/messages/bulk", strings.NewReader(add))
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("If-Match", tag)
		conditional := c.roundTrip(t, req).accepted(t, c, instance, "bulk")
		waiting := c.send(t, "POST", instance+"/messages/bulk", add).accepted(t, c, instance, "bulk")
		cancelled := c.send(t, "POST", instance+"/messages/bulk", add).accepted(t, c, instance, "bulk")
		c.send(t, "DELETE", cancelled, "").exactly(t, 200, `{"result":true}`)
		c.create(t, instance+"/messages", `{"text":"Hello","delay":1}`)
		s.runChanges(t, repeating{s.changes(), t})
		c.ended(t, conditional).expect(t, 200, "data.status", `"failed"`, "data.error",
			`"The instance has changed in the meantime. Nothing was changed."`, "data.revision", "null")
		c.ended(t, waiting).expect(t, 200, "data.status", `"done"`, "data.result.changed", fmt.Sprint(long+1))
		c.ended(t, cancelled).expect(t, 200, "data.status", `"cancelled"`)
		if got := c.delays(t, instance); got != fmt.Sprint(long) {
			t.Errorf("%s messages were changed once", got)
		}
	})
}
