package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/pgtest"
)

// stopsWithin is what a service manager gives a service before it kills it.
const stopsWithin = 30 * time.Second

// connect opens a connection and sends the beginning of a request.
func (s started) connect(t *testing.T, text string) net.Conn {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", s.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, text); err != nil {
		t.Fatal(err)
	}
	return conn
}

// TestAServerStopsInTime with clients that neither send nor read on, and with a database that hangs.
func TestAServerStopsInTime(t *testing.T) {
	t.Parallel()
	t.Run("slow clients", func(t *testing.T) {
		t.Parallel()
		server := start(t, t.TempDir())
		server.connect(t, "GET / HTTP/1.1\r\nHost: x\r\n")
		server.connect(t, "POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\na")
		server.connect(t, "GET /docs/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"+
			strings.Repeat("GET /docs/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n", 50))
		expectStop(t, server)
	})
	t.Run("a database that hangs", func(t *testing.T) {
		t.Parallel()
		p := pgtest.NewProxy(t, pgtest.URL(t))
		server := start(t, t.TempDir(), "--database-url", p.URL)
		p.Stall()
		for range 20 { // more than there are connections
			server.connect(t, "GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n")
			server.connect(t, "GET /api/v1/maps HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\n\r\n")
			server.connect(t, "GET /instances HTTP/1.1\r\nHost: x\r\nCookie: quartermaster_session=x\r\n\r\n")
		}
		expectStop(t, server)
	})
}

// TestAServerDrains: one that is told to stop goes on answering for as long as its balancer needs to notice.
func TestAServerDrains(t *testing.T) {
	t.Parallel()
	server := start(t, t.TempDir(), "--drain", "8s")
	if got := status(t, "http://"+server.address+"/readyz"); got != http.StatusOK {
		t.Fatalf("/readyz answers %d", got)
	}
	began, ended := time.Now(), make(chan int, 1)
	go func() { ended <- server.stop() }()
	for status(t, "http://"+server.address+"/readyz") != http.StatusServiceUnavailable {
		if time.Since(began) > 8*time.Second {
			t.Fatal("/readyz says that it may be sent requests")
		}
	}
	code, text := fetch(t, http.MethodGet, "http://"+server.address+"/login", "")
	if code != http.StatusOK || !strings.Contains(text, "</html>") {
		t.Errorf("/login answers %d", code)
	}
	if code, took := <-ended, time.Since(began); code != exitOK || took < 8*time.Second || took > stopsWithin {
		t.Errorf("exit code %d after %v", code, took)
	}
}

func expectStop(t *testing.T, server started) {
	t.Helper()
	began := time.Now()
	if code := server.stop(); code != exitOK || time.Since(began) > stopsWithin {
		t.Errorf("exit code %d after %v", code, time.Since(began))
	}
}

// TestHealthTellsWhatHangs: each check has its own time, so that one that hangs fails alone.
func TestHealthTellsWhatHangs(t *testing.T) {
	t.Parallel()
	p := pgtest.NewProxy(t, pgtest.URL(t))
	server := start(t, t.TempDir(), "--database-url", p.URL)
	for _, test := range []struct {
		change func()
		want   string
		within time.Duration
	}{
		{func() {}, "ok ok ok ok", noticed},
		{p.Stall, "failed ok ok failed", noticed},
		{p.Mend, "ok ok ok ok", noticed},
		{p.Cut, "failed ok ok failed", noticed},
		{p.Mend, "ok ok ok ok", noticed},
	} {
		test.change()
		began := time.Now()
		got := server.health(t)
		for got != test.want && time.Since(began) < test.within {
			got = server.health(t)
		}
		if took := time.Since(began); got != test.want || took > test.within {
			t.Errorf("health is %s after %v, want %s", got, took, test.want)
		}
	}
}

// noticed is how long a service may take until it works again.
const noticed = 40 * time.Second

// health returns the states of database, cache, storage and queue.
func (s started) health(t *testing.T) string {
	t.Helper()
	_, body := s.look(t, "/api/v1/health")
	var report struct {
		Checks map[string]struct{ Status string }
	}
	if err := json.NewDecoder(strings.NewReader(body)).Decode(&report); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
	c := report.Checks
	return fmt.Sprint(c["database"].Status, " ", c["cache"].Status, " ", c["storage"].Status, " ", c["queue"].Status)
}

// readiness returns what the server says at /readyz.
func (s started) readiness(t *testing.T) (status int, text string) {
	t.Helper()
	return s.look(t, "/readyz")
}

// look asks for a path without signing in.
func (s started) look(t *testing.T, path string) (status int, text string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+s.address+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}
