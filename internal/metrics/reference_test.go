package metrics_test

import (
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"quartermaster/internal/httpd"
	"quartermaster/internal/metrics"
)

// TestRuntimeIsCalledAsByPrometheus: dashboards know these names, types and labels.
func TestRuntimeIsCalledAsByPrometheus(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux says all of it about a process")
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	answer := httptest.NewRecorder()
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{Registry: registry}).ServeHTTP(answer, httptest.NewRequest("GET", "/", nil))
	want, got := withoutValues(answer.Body.String()), withoutValues(read(t, metrics.New("1", "a")))
	got = slices.DeleteFunc(got, func(line string) bool { return strings.Contains(line, "quartermaster_") })
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func withoutValues(text string) (lines []string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "#") {
			line = line[:strings.LastIndex(line, " ")]
		}
		lines = append(lines, line)
	}
	return lines
}

// TestHistogramsAreWrittenAsByPrometheus, at the bounds of buckets too.
func TestHistogramsAreWrittenAsByPrometheus(t *testing.T) {
	t.Parallel()
	const name = "quartermaster_http_request_duration_seconds"
	registry, m := prometheus.NewRegistry(), metrics.New("1", "a")
	reference := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: name, Help: "How long answers took.", Buckets: []float64{.005, .02, .05, .1, .25, .5, 1, 2.5, 10},
	}, []string{"method", "route"})
	registry.MustRegister(reference)
	for _, route := range []string{"/b", `/a"\` + "\n"} {
		for _, took := range []time.Duration{time.Millisecond, 20 * time.Millisecond, 21 * time.Millisecond, 10 * time.Second, time.Minute} {
			_, end := m.Request(t.Context(), nil)
			end(httpd.Answer{Method: "GET", Route: route, Status: 200, Took: took})
			reference.WithLabelValues("GET", route).Observe(took.Seconds())
		}
	}
	answer := httptest.NewRecorder()
	promhttp.HandlerFor(registry, promhttp.HandlerOpts{}).ServeHTTP(answer, httptest.NewRequest("GET", "/", nil))
	ours := httptest.NewRecorder()
	m.Handler().ServeHTTP(ours, httptest.NewRequest("GET", "/metrics", nil))
	if got, want := ours.Header().Get("Content-Type"), answer.Header().Get("Content-Type"); got != want {
		t.Errorf("Content-Type %q, want %q", got, want)
	}
	if got := ours.Body.String(); !strings.Contains(got, answer.Body.String()) {
		t.Errorf("got\n%s\nwant\n%s", got, answer.Body.String())
	}
}
