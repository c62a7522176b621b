package cli

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
)

var (
	readyLine   = regexp.MustCompile(`address=http://(\S+)`)
	metricsLine = regexp.MustCompile(`url=(http://\S+)/metrics`)
)

// started is a running server.
type started struct {
	address string
	metrics string     // where the metrics are, of one that has any
	stop    func() int // ends it and returns the exit code
	pid     int        // of one in a process of its own
}

// start serves the data in dir and waits until it is ready.
func start(t *testing.T, dir string, flags ...string) started {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	reader, writer := io.Pipe()
	code := make(chan int, 1)
	args := append([]string{"serve", "--data", dir, "--addr", "127.0.0.1:0"}, flags...)
	go func() {
		code <- run(ctx, args, streams{in: strings.NewReader(""), out: io.Discard, err: writer})
		_ = writer.Close()
	}()
	lines, metrics := bufio.NewScanner(reader), ""
	for lines.Scan() {
		if found := metricsLine.FindStringSubmatch(lines.Text()); found != nil {
			metrics = found[1]
		}
		if found := readyLine.FindStringSubmatch(lines.Text()); found != nil {
			go func() { _, _ = io.Copy(io.Discard, reader) }()
			stop := func() int { cancel(); return <-code }
			t.Cleanup(cancel)
			return started{address: found[1], metrics: metrics, stop: stop}
		}
	}
	cancel()
	t.Fatalf("the server ended with %d before it was ready", <-code)
	return started{}
}

func status(t *testing.T, url string) int {
	t.Helper()
	req, err := http.NewRequestWithContext(context.Background(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	return resp.StatusCode
}

func TestServeAnswersUntilItIsStopped(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for range 2 { // a second start keeps the data
		server := start(t, dir)
		for path, want := range map[string]int{
			"/api/v1/health":     200,
			"/":                  200,
			"/api/v1/instances":  401,
			"/docs/openapi.json": 200,
			"/nowhere":           404,
			"/api/nowhere":       404,
		} {
			if got := status(t, "http://"+server.address+path); got != want {
				t.Errorf("%s answers %d, want %d", path, got, want)
			}
		}
		if code := server.stop(); code != exitOK {
			t.Errorf("exit code %d", code)
		}
	}
}

func TestASecondServerOnTheSameDataOrAddressIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	server := start(t, dir)
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"data":    {[]string{"serve", "--data", dir, "--addr", "127.0.0.1:0"}, "another Quartermaster is using the data"},
		"address": {[]string{"serve", "--data", t.TempDir(), "--addr", server.address}, "is Quartermaster running already?"},
	} {
		var log bytes.Buffer
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
		code := run(ctx, c.args, streams{in: strings.NewReader(""), out: io.Discard, err: &log})
		cancel()
		if code != exitFailure || !strings.Contains(log.String(), c.want) {
			t.Errorf("same %s: exit %d, %s", name, code, log.String())
		}
	}
	if got := status(t, "http://"+server.address+"/api/v1/health"); got != 200 {
		t.Errorf("the first server answers %d", got)
	}
	if code := server.stop(); code != exitOK {
		t.Errorf("exit code %d", code)
	}
}
