// Package metrics counts and measures what the program does, in the format of Prometheus. No label comes from what clients send.
package metrics

import (
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"quartermaster/internal/httpd"
	"quartermaster/internal/observe"
)

// Metrics are those of one process. They are safe for concurrent use.
type Metrics struct {
	requests   *family
	durations  *family
	inFlight   *family
	operations *family
	lookups    *family
	limited    *family
	messages   *family
	build      *family
	failures   *family // of the handler
	state      *State  // nil before Watch
}

var (
	_ httpd.Observer   = (*Metrics)(nil)
	_ observe.Observer = (*Metrics)(nil)
)

// Upper bounds of the buckets of histograms, in seconds.
var (
	requestBuckets   = []float64{.005, .02, .05, .1, .25, .5, 1, 2.5, 10}
	operationBuckets = []float64{.001, .005, .02, .1, .5, 2, 10, 60}
)

// New returns metrics of a build, with those of the process and of Go's runtime.
func New(version, commit string) *Metrics {
	m := &Metrics{
		requests:  newFamily(counter, "quartermaster_http_requests_total", "Requests that were answered.", "method", "route", "status"),
		durations: newHistogram("quartermaster_http_request_duration_seconds", "How long answers took.", requestBuckets, "method", "route"),
		inFlight:  newFamily(gauge, "quartermaster_http_requests_in_flight", "Requests that are being answered."),
		operations: newHistogram("quartermaster_operation_duration_seconds",
			"How long imports, generations, deliveries, jobs, statements and the like took.", operationBuckets, "operation", "outcome"),
		lookups: newFamily(counter, "quartermaster_cache_lookups_total", "Look-ups in what is kept in memory.", "cache", "result"),
		limited: newFamily(counter, "quartermaster_rate_limit_requests_total", "Requests that were counted for a rate limit.",
			"result", "window"),
		messages: newFamily(counter, "quartermaster_log_messages_total", "Messages in the log.", "level"),
		build:    newFamily(gauge, "quartermaster_build_info", "The build, always 1.", "commit", "version"),
		failures: newFamily(counter, "promhttp_metric_handler_errors_total",
			"Total number of internal errors encountered by the promhttp metric handler.", "cause"),
	}
	m.build.set(1, commit, version)
	m.inFlight.set(0)
	m.failures.set(0, "encoding")
	m.failures.set(0, "gathering")
	return m
}

// Handler answers with all metrics.
func (m *Metrics) Handler() http.Handler { return http.HandlerFunc(m.answer) }

func (m *Metrics) answer(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8; escaping=underscores")
	w.Header().Set("Vary", "Accept-Encoding")
	to := io.Writer(w)
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Header().Set("Content-Encoding", "gzip")
		packed := gzip.NewWriter(w)
		defer packed.Close()
		to = packed
	}
	if _, err := to.Write(m.text(r.Context())); err != nil {
		m.failures.add(1, "encoding")
	}
}

// text returns all families, in the order of their names.
func (m *Metrics) text(ctx context.Context) (text []byte) {
	families := []*family{m.requests, m.durations, m.inFlight, m.operations, m.lookups, m.limited, m.messages, m.build, m.failures}
	families = slices.Concat(families, runtimeFamilies(), processFamilies())
	if m.state != nil {
		families = append(families, m.state.families(ctx)...)
	}
	slices.SortFunc(families, func(a, b *family) int { return strings.Compare(a.name, b.name) })
	for _, f := range families {
		text = f.appendText(text)
	}
	return text
}

// Request implements httpd.Observer.
func (m *Metrics) Request(ctx context.Context, _ *http.Request) (context.Context, func(httpd.Answer)) {
	m.inFlight.add(1)
	return ctx, func(a httpd.Answer) {
		m.inFlight.add(-1)
		method, route := known(a.Method), a.Route
		if route == "" {
			route = "none"
		}
		m.requests.add(1, method, route, status(a.Status))
		m.durations.observe(a.Took.Seconds(), method, route)
	}
}

// Begin implements observe.Observer.
func (m *Metrics) Begin(ctx context.Context, o observe.Operation) (context.Context, func(error)) {
	began := time.Now()
	return ctx, func(err error) {
		m.operations.observe(time.Since(began).Seconds(), o.Name, observe.Outcome(err))
	}
}

// Looked implements observe.Observer.
func (m *Metrics) Looked(cache string, found bool) {
	result := "miss"
	if found {
		result = "hit"
	}
	m.lookups.add(1, cache, result)
}
