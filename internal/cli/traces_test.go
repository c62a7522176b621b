package cli

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"

	"quartermaster/internal/redistest"
	"quartermaster/internal/s3/s3test"
)

// collector is a stand-in for one of OpenTelemetry.
type collector struct {
	mu    sync.Mutex
	spans []sentSpan
}

type sentSpan struct {
	TraceID, SpanID, ParentSpanID, Name string
	Kind                                int
	Attributes                          []struct {
		Key   string
		Value map[string]any
	}
}

func (c *collector) ServeHTTP(_ http.ResponseWriter, r *http.Request) {
	var sent struct {
		ResourceSpans []struct {
			ScopeSpans []struct{ Spans []sentSpan }
		}
	}
	if err := json.NewDecoder(r.Body).Decode(&sent); err != nil || r.URL.Path != "/v1/traces" || r.Header.Get("X-Tenant") != "a b" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, resource := range sent.ResourceSpans {
		for _, scope := range resource.ScopeSpans {
			c.spans = append(c.spans, scope.Spans...)
		}
	}
}

const trace, parent = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"

// newCollector starts a collector, to which servers send what their clients ask to be traced.
func newCollector(t *testing.T) *collector {
	t.Helper()
	c := new(collector)
	endpoint := httptest.NewServer(c)
	t.Cleanup(endpoint.Close)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint.URL)
	t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-tenant=a%20b")
	t.Setenv("OTEL_TRACES_SAMPLER", "parentbased_always_off")
	return c
}

// expect checks that spans of these names, among others, are below the one of the client.
func (c *collector) expect(t *testing.T, names ...string) {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	above, found := map[string]string{}, map[string]bool{}
	for _, s := range c.spans {
		above[s.SpanID], found[s.Name] = s.ParentSpanID, true
	}
	for _, s := range c.spans {
		at := s.SpanID
		for above[at] != "" {
			at = above[at]
		}
		if at != parent || s.TraceID != trace {
			t.Errorf("%s of the trace %s is below %s", s.Name, s.TraceID, at)
		}
	}
	for _, name := range names {
		if !found[name] {
			t.Errorf("there is no span %s", name)
		}
	}
}

// listeningBucket returns the address of a server of a bucket that sends the header traceparent of each request to told.
func listeningBucket(t *testing.T, told chan<- string) string {
	t.Helper()
	target, err := url.Parse(s3test.Start(t))
	if err != nil {
		t.Fatal(err)
	}
	forward := httputil.NewSingleHostReverseProxy(target)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		told <- r.Header.Get("Traceparent")
		forward.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// TestTracesContinueThoseOfClients: the standard environment variables send spans of requests and of their statements.
func TestTracesContinueThoseOfClients(t *testing.T) {
	received := newCollector(t)
	dir := t.TempDir()
	server := start(t, dir)
	c := newCustomer(t, dataFlags{Data: dir})
	url := "http://" + server.address + "/api/v1/instances/" + c.instance + "/types"
	fetch(t, http.MethodGet, url, "", "Authorization", "Bearer "+c.token, "Traceparent", "00-"+trace+"-"+parent+"-01")
	fetch(t, http.MethodGet, url, "", "Authorization", "Bearer "+c.token)
	server.stop() // which sends what waits
	received.mu.Lock()
	defer received.mu.Unlock()
	var request string
	children := 0
	for _, s := range received.spans {
		if s.Name == "GET /api/v1/instances/{instance}/types" && s.Kind == 2 && s.ParentSpanID == parent {
			request = s.SpanID
		}
		if s.TraceID != trace {
			t.Errorf("%s belongs to the trace %s", s.Name, s.TraceID)
		}
	}
	for _, s := range received.spans {
		if s.Name == "database query" && s.Kind == 3 && s.ParentSpanID == request {
			children++
		}
	}
	if request == "" || children == 0 {
		t.Errorf("%d statements of the request %q: %+v", children, request, received.spans)
	}
}

// TestTracesGoOnInJobsAndElsewhere: what a job does belongs to the trace of the request that queued it, and so do requests to Redis and the
// bucket, which is told.
func TestTracesGoOnInJobsAndElsewhere(t *testing.T) {
	received, told := newCollector(t), make(chan string, 100)
	dir := t.TempDir()
	server := start(t, dir, "--redis-url", redistest.Start(t).URL, "--storage-url", s3test.Address(listeningBucket(t, told), "files"),
		"--storage-key", s3test.Key, "--storage-secret", s3test.Secret)
	c := newCustomer(t, dataFlags{Data: dir})
	form := "--x\r\nContent-Disposition: form-data; name=\"files[]\"; filename=\"types.xml\"\r\n\r\n<types><type " +
		"name=\"Apple\"/></types>\r\n--x--\r\n"
	status, text := fetch(t, http.MethodPost, "http://"+server.address+"/api/v1/instances/"+c.instance+"/files?async=1", form,
		"Authorization", "Bearer "+c.token, "Content-Type", "multipart/form-data; boundary=x", "Traceparent", "00-"+trace+"-"+parent+"-01")
	var answer struct {
		Data struct{ Job struct{ SID string } }
	}
	if err := json.Unmarshal([]byte(text), &answer); err != nil || status != http.StatusAccepted {
		t.Fatalf("the upload is answered with %d %s", status, text)
	}
	// until it has ended
	fetch(t, http.MethodGet, "http://"+server.address+"/api/v1/jobs/"+answer.Data.Job.SID+"/events", "", "Authorization", "Bearer "+c.token)
	server.stop()
	headers := 0
	for len(told) > 0 {
		if strings.HasPrefix(<-told, "00-"+trace+"-") {
			headers++
		}
	}
	if headers < 2 {
		t.Errorf("%d requests to the bucket name the trace", headers)
	}
	received.expect(t, "POST /api/v1/instances/{instance}/files", "redis", "storage put", "job import", "import", "storage open",
		"database transaction")
}

// TestTracesAreOffOrUnderstood: nothing is sent unless it is asked for, and what is not understood is refused at the start.
func TestTracesAreOffOrUnderstood(t *testing.T) {
	for _, test := range []struct {
		name, value string
		traces, ok  bool
	}{
		{"OTEL_SERVICE_NAME", "qm", false, true},
		{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1", true, true},
		{"OTEL_SDK_DISABLED", "true", false, true},
		{"OTEL_SDK_DISABLED", "", true, true},
		{"OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", false, false},
		{"OTEL_EXPORTER_OTLP_PROTOCOL", "http/json", true, true},
		{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "127.0.0.1:4317", false, false},
	} {
		t.Setenv(test.name, test.value)
		watch, err := telemetryFlags{}.telemetry(io.Discard)
		if traces := watch.traces != nil; traces != test.traces || (err == nil) != test.ok {
			t.Errorf("%s=%s: traces %v, %v", test.name, test.value, traces, err)
		}
		watch.close()
	}
}
