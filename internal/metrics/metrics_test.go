package metrics_test

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/httpd"
	"quartermaster/internal/metrics"
	"quartermaster/internal/observe"
	"quartermaster/internal/queue"
	"quartermaster/internal/throttle"
)

// decided is a limiter that has made up its mind.
type decided struct {
	result throttle.Result
	err    error
}

func (d decided) Hit(context.Context, string, int, time.Duration) (throttle.Result, error) {
	return d.result, d.err
}

// TestMetricsCount what was observed. Labels have few values: no word of a client, no user and no address is one.
func TestMetricsCount(t *testing.T) {
	t.Parallel()
	m := metrics.New("1.2.3", "abc")
	_, end := m.Request(t.Context(), nil)
	end(httpd.Answer{Method: "BREW", Status: 404})
	_, done := m.Begin(t.Context(), observe.Operation{Name: "work"})
	done(errors.New("failed"))
	m.Looked("sessions", true)
	for _, d := range []decided{{throttle.Result{Allowed: true}, nil}, {throttle.Result{}, nil}, {throttle.Result{}, errors.New("lost")}} {
		_, _ = m.Limiter(d).Hit(t.Context(), "login:user@example.org", 5, time.Minute)
	}
	slog.New(m.LogHandler(slog.NewTextHandler(io.Discard, nil))).With("a", 1).WithGroup("g").Error("Something failed.")
	text := read(t, m)
	for _, want := range []string{
		`quartermaster_build_info{commit="abc",version="1.2.3"} 1`,
		`method="other",route="none",status="404"} 1`,
		`outcome="failed"`,
		`{cache="sessions",result="hit"} 1`,
		`{result="allowed",window="login"} 1`,
		`{result="failed",window="login"} 1`,
		`{result="refused",window="login"} 1`,
		`quartermaster_log_messages_total{level="error"} 1`,
		`quartermaster_log_messages_total{level="warn"} 0`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, ours(text))
		}
	}
	if strings.Contains(text, "example.org") || strings.Contains(text, "BREW") {
		t.Errorf("a label has what a client has sent:\n%s", ours(text))
	}
}

// TestStateIsLeftOutWhereItFails, and the rest stays.
func TestStateIsLeftOutWhereItFails(t *testing.T) {
	t.Parallel()
	m := metrics.New("1", "a")
	m.Watch(metrics.State{
		Pools:     func() map[string]sql.DBStats { return map[string]sql.DBStats{"readers": {InUse: 2}} },
		Jobs:      func(context.Context) ([]queue.Count, error) { return nil, errors.New("lost") },
		Heartbeat: func(context.Context) (time.Duration, error) { return 3 * time.Second, nil },
		Parts: map[string]func(context.Context) error{
			"database": func(context.Context) error { return nil },
			"files":    func(context.Context) error { return errors.New("lost") },
		},
	})
	text := read(t, m)
	for _, want := range []string{
		`quartermaster_up{part="database"} 1`, `quartermaster_up{part="files"} 0`, `quartermaster_worker_heartbeat_seconds 3`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, ours(text))
		}
	}
	if strings.Contains(text, "quartermaster_jobs{") {
		t.Errorf("jobs that are not known are counted:\n%s", ours(text))
	}
}

func read(t *testing.T, m *metrics.Metrics) string {
	t.Helper()
	answer := httptest.NewRecorder()
	m.Handler().ServeHTTP(answer, httptest.NewRequest("GET", "/metrics", nil))
	if answer.Code != 200 {
		t.Fatalf("status %d", answer.Code)
	}
	return answer.Body.String()
}

// ours returns the lines that the program has declared.
func ours(text string) string {
	var list []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "quartermaster_") {
			list = append(list, line)
		}
	}
	return strings.Join(list, "")
}
