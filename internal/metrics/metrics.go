// Package metrics counts and measures what the program does, in the format of Prometheus. No label comes from what clients send.
package metrics

import (
	"context"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"quartermaster/internal/httpd"
	"quartermaster/internal/observe"
)

// Metrics are those of one process. They are safe for concurrent use.
type Metrics struct {
	registry   *prometheus.Registry
	requests   *prometheus.CounterVec
	durations  *prometheus.HistogramVec
	inFlight   prometheus.Gauge
	operations *prometheus.HistogramVec
	lookups    *prometheus.CounterVec
	limited    *prometheus.CounterVec
	messages   *prometheus.CounterVec
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

const namespace = "quartermaster"

func counter(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels)
}

func histogram(name, help string, buckets []float64, labels ...string) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(prometheus.HistogramOpts{Namespace: namespace, Name: name, Help: help, Buckets: buckets}, labels)
}

// New returns metrics of a build, with those of the process and of Go's runtime.
func New(version, commit string) *Metrics {
	m := &Metrics{
		registry:  prometheus.NewRegistry(),
		requests:  counter("http_requests_total", "Requests that were answered.", "method", "route", "status"),
		durations: histogram("http_request_duration_seconds", "How long answers took.", requestBuckets, "method", "route"),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Namespace: namespace, Name: "http_requests_in_flight", Help: "Requests that are being answered.",
		}),
		operations: histogram("operation_duration_seconds", "How long imports, generations, deliveries, jobs, statements and the like took.",
			operationBuckets, "operation", "outcome"),
		lookups:  counter("cache_lookups_total", "Look-ups in what is kept in memory.", "cache", "result"),
		limited:  counter("rate_limit_requests_total", "Requests that were counted for a rate limit.", "window", "result"),
		messages: counter("log_messages_total", "Messages in the log.", "level"),
	}
	build := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: namespace, Name: "build_info", Help: "The build, always 1.",
		ConstLabels: prometheus.Labels{"version": version, "commit": commit},
	}, func() float64 { return 1 })
	m.registry.MustRegister(m.requests, m.durations, m.inFlight, m.operations, m.lookups, m.limited, m.messages, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Handler answers with all metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry, ErrorHandling: promhttp.ContinueOnError})
}

// Request implements httpd.Observer.
func (m *Metrics) Request(ctx context.Context, _ *http.Request) (context.Context, func(httpd.Answer)) {
	m.inFlight.Inc()
	return ctx, func(a httpd.Answer) {
		m.inFlight.Dec()
		method, route := known(a.Method), a.Route
		if route == "" {
			route = "none"
		}
		m.requests.WithLabelValues(method, route, status(a.Status)).Inc()
		m.durations.WithLabelValues(method, route).Observe(a.Took.Seconds())
	}
}

// Begin implements observe.Observer.
func (m *Metrics) Begin(ctx context.Context, o observe.Operation) (context.Context, func(error)) {
	began := time.Now()
	return ctx, func(err error) {
		m.operations.WithLabelValues(o.Name, observe.Outcome(err)).Observe(time.Since(began).Seconds())
	}
}

// Looked implements observe.Observer.
func (m *Metrics) Looked(cache string, found bool) {
	result := "miss"
	if found {
		result = "hit"
	}
	m.lookups.WithLabelValues(cache, result).Inc()
}
