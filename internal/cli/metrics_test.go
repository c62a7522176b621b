package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"

	"quartermaster/internal/observe"
)

// fetch sends a request and returns the status and the body.
func fetch(t *testing.T, method, url, body string, header ...string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

// TestMetricsSayWhatHappens and nothing that clients have made up; the dashboard and the alerts use no others.
func TestMetricsSayWhatHappens(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server := start(t, dir, "--metrics-addr", "127.0.0.1:0", "--rate-limit", "1")
	c := newCustomer(t, dataFlags{Data: dir})
	const job = `INSERT INTO jobs (sid, user_id, instance_id, kind, state, payload, lease_until, created_at, finished_at) SELECT 'x', ` +
		`user_id, id, 'import', 'failed', '{}', 0, 0, $1 FROM instances`
	if _, err := c.db.Exec(t.Context(), job, c.db.Now()); err != nil { // the upkeep forgets old ones, and those without an instance
		t.Fatal(err)
	}
	base := "http://" + server.address
	for _, path := range []string{
		"/api/v1/instances/" + c.instance + "/types", "/api/v1/instances/" + c.instance + "/types", "/api/v1/made-up", "/login", "/healthz",
	} {
		fetch(t, http.MethodGet, base+path, "", "Authorization", "Bearer "+c.token)
	}
	fetch(t, "INVENTED", base+"/made-up", "")
	_, text := fetch(t, http.MethodGet, server.metrics+"/metrics", "")
	for _, want := range []string{
		`quartermaster_http_requests_total{method="GET",route="/api/v1/instances/{instance}/types",status="200"} 1`,
		`quartermaster_http_requests_total{method="GET",route="/api/v1/instances/{instance}/types",status="429"} 1`,
		`quartermaster_http_requests_total{method="GET",route="/login",status="200"} 1`,
		`quartermaster_http_requests_total{method="GET",route="none",status="404"} 1`,
		`quartermaster_http_requests_total{method="other",route="none",status="404"} 1`,
		`quartermaster_http_request_duration_seconds_count{method="GET",route="/login"} 1`,
		`quartermaster_rate_limit_requests_total{result="refused",window="api"} 1`,
		`quartermaster_cache_lookups_total{cache="answers",result="miss"} 1`,
		`quartermaster_up{part="database"} 1`,
		`quartermaster_jobs{kind="import",state="failed"} 1`,
		`quartermaster_jobs_oldest_seconds{state="queued"} 0`,
		`quartermaster_database_connections{pool="reading",state="in use"}`,
		`quartermaster_operation_duration_seconds_count{operation="database query",outcome="ok"}`,
		`quartermaster_build_info{commit="unknown",version="dev"} 1`,
	} {
		if !strings.Contains(text, "\n"+want) {
			t.Errorf("%s is missing", want)
		}
	}
	for _, never := range []string{"made-up", "INVENTED", c.instance, c.token} {
		if strings.Contains(text, never) {
			t.Errorf("the metrics contain %s", never)
		}
	}
	expectKnown(t, text)
	expectOperators(t, server)
}

var metricName = regexp.MustCompile(`\b(quartermaster|go|process)_[a-z0-9_]+`)

// expectKnown checks that the dashboard and the alerts use metrics that exist, and that each alert is explained.
func expectKnown(t *testing.T, metrics string) {
	t.Helper()
	suffix := regexp.MustCompile(`_(bucket|sum|count)$`)
	for _, file := range []string{"../../docs/grafana-dashboard.json", "../../docs/alerts.yml"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		names := metricName.FindAllString(string(text), -1)
		for _, name := range names {
			if !strings.Contains(metrics, "# TYPE "+name+" ") && !strings.Contains(metrics, "# TYPE "+suffix.ReplaceAllString(name, "")+" ") {
				t.Errorf("%s mentions %s, which does not exist", file, name)
			}
		}
		if len(names) < 5 || strings.HasSuffix(file, ".json") && !json.Valid(text) {
			t.Errorf("%s is not what it should be", file)
		}
	}
	alerts, _ := os.ReadFile("../../docs/alerts.yml")
	guide, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, alert := range regexp.MustCompile(`alert: (\w+)`).FindAllStringSubmatch(string(alerts), -1) {
		if !regexp.MustCompile(`\n### ` + alert[1] + `\n\n\w.{80}`).Match(guide) {
			t.Errorf("operations.md does not say what to do for %s", alert[1])
		}
	}
}

// expectOperators checks the level of the log and the profiles, which the public address does not have.
func expectOperators(t *testing.T, server started) {
	t.Helper()
	level := server.metrics + "/log-level"
	for _, test := range []struct {
		method, body, want string
		status             int
	}{
		{http.MethodGet, "", "info\n", 200},
		{http.MethodPut, "debug\n", "debug\n", 200},
		{http.MethodPut, "loud", "the level is debug, info, warn or error\n", 400},
		{http.MethodGet, "", "debug\n", 200},
		{http.MethodPost, "info", "Method Not Allowed\n", 405},
	} {
		if status, text := fetch(t, test.method, level, test.body); status != test.status || text != test.want {
			t.Errorf("%s %s answers %d %q", test.method, test.body, status, text)
		}
	}
	for url, want := range map[string]int{
		server.metrics + "/debug/pprof/goroutine?debug=1": 200,
		server.metrics + "/debug/pprof/cmdline":           404,
		server.metrics + "/":                              404,
		"http://" + server.address + "/metrics":           404,
		"http://" + server.address + "/debug/pprof/":      404,
		"http://" + server.address + "/log-level":         404,
	} {
		if got := status(t, url); got != want {
			t.Errorf("%s answers %d, want %d", url, got, want)
		}
	}
}

// TestLogsNameTheTrace in both formats, at the level that is set last.
func TestLogsNameTheTrace(t *testing.T) {
	t.Parallel()
	for format, want := range map[string]string{
		"text": "level=WARN msg=careful n=1 trace_id=abc\n", "json": `"level":"WARN","msg":"careful","n":1,"trace_id":"abc"}` + "\n",
	} {
		var out bytes.Buffer
		watch, err := telemetryFlags{LogFormat: format}.telemetry(&out)
		if err != nil {
			t.Fatal(err)
		}
		watch.level.Set(slog.LevelWarn)
		ctx := observe.InTrace(context.Background(), observe.Trace{ID: "abc"})
		watch.logger.InfoContext(ctx, "unimportant")
		watch.logger.WarnContext(ctx, "careful", "n", 1)
		if got := out.String(); !strings.HasSuffix(got, want) || strings.Contains(got, "unimportant") {
			t.Errorf("%s: %s", format, got)
		}
	}
}
