package api

import (
	"context"
	"errors"
	"io"
	"math"
	"net/http"
	"strings"
	"time"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/parallel"
	"quartermaster/internal/problem"
	"quartermaster/internal/queue"
	"quartermaster/internal/store"
)

const probeTimeout = 3 * time.Second

// health runs all probes at once, each with a time of its own, and answers 503 when one fails.
func (a *API) health(ctx context.Context, _ *http.Request) (response, error) {
	probes := []struct {
		name string
		run  func(context.Context) error
	}{{"database", a.DB.Ping}, {"cache", a.probeCache}, {"storage", a.probeStorage}, {"queue", a.probeQueue}}
	results := make([]<-chan error, len(probes))
	for i, p := range probes {
		results[i] = probe(ctx, p.run)
	}
	checks, failed := new(jsontree.Object), []string{}
	for i, p := range probes {
		text := "ok"
		if err := <-results[i]; err != nil {
			text, failed = "failed", append(failed, p.name)
			a.Logger.WarnContext(ctx, "health probe failed", "check", p.name, "error", err)
		}
		checks.Set(p.name, status(text))
		if p.name == "queue" {
			checks.Set(p.name, a.queueReport(text))
		}
	}
	return healthReport(checks, failed, a.Clock())
}

// healthReport answers with the checks, of which some have failed. As a problem, the report has the status of the answer.
func healthReport(checks *jsontree.Object, failed []string, now time.Time) (response, error) {
	report := new(jsontree.Object)
	report.Set("status", "healthy")
	report.Set("checks", checks)
	report.Set("timestamp", now.UTC().Format("2006-01-02T15:04:05-07:00"))
	if len(failed) == 0 {
		return ok(jsontree.AppendValue(nil, report)), nil
	}
	report.Set("status", "unhealthy")
	plain := jsontree.AppendValue(nil, report)
	report.Delete("status")
	report.Set("message", "These checks have failed: "+strings.Join(failed, ", ")+".")
	whole := newFailure(problem.Unhealthy, report.Text("message"), jsontree.AppendValue(nil, report))
	whole.plain = plain
	return response{}, whole
}

// probe runs a probe and returns where its result comes: after probeTimeout at the latest, even where a disk hangs, which no
// context interrupts.
func probe(ctx context.Context, run func(context.Context) error) <-chan error {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	ended, result := make(chan error, 1), make(chan error, 1)
	go func() { ended <- parallel.Caught(func() error { return run(ctx) }) }()
	go func() {
		defer cancel()
		select {
		case err := <-ended:
			result <- err
		case <-ctx.Done():
			result <- ctx.Err()
		}
	}()
	return result
}

func status(text string) *jsontree.Object {
	o := new(jsontree.Object)
	o.Set("status", text)
	return o
}

func (a *API) queueReport(text string) *jsontree.Object {
	o := status(text)
	o.Set("connection", "database")
	o.Set("driver", a.DB.Driver())
	o.Set("queue", a.Queue)
	o.Set("verification", "heartbeat")
	return o
}

// probeCache checks that what counts requests remembers a hit, unless its window has just ended. Ended windows fall out of it by
// themselves.
func (a *API) probeCache(ctx context.Context) error {
	first, err := a.Cache.Hit(ctx, "health", math.MaxInt, time.Minute)
	if err != nil {
		return err
	}
	next, err := a.Cache.Hit(ctx, "health", math.MaxInt, time.Minute)
	if err == nil && next.Reset.Sub(first.Reset) < time.Second && next.Remaining >= first.Remaining {
		err = errors.New("the memory for counting requests forgets them")
	}
	return err
}

// probeStorage writes a file of its own, reads it back and deletes it.
func (a *API) probeStorage(ctx context.Context) error {
	key, value := "health/"+store.NewSID(), store.NewSID()
	if _, err := a.Blobs.Put(ctx, key, strings.NewReader(value)); err != nil {
		return err
	}
	err := a.readBack(ctx, key, value)
	return errors.Join(err, a.Blobs.Delete(ctx, key))
}

func (a *API) readBack(ctx context.Context, key, value string) error {
	file, err := a.Blobs.Open(ctx, key)
	if err != nil {
		return err
	}
	defer file.Close()
	got, err := io.ReadAll(file)
	if err == nil && string(got) != value {
		err = errors.New("the storage does not give back what was written")
	}
	return err
}

// probeQueue asks how long ago the worker of this process gave a sign of life: that of another one says nothing about it.
func (a *API) probeQueue(ctx context.Context) error {
	age, err := queue.Age(ctx, a.DB, a.Worker)
	if err == nil && age >= queue.MaxAge {
		err = errors.New("no heartbeat for " + age.String())
	}
	return err
}
