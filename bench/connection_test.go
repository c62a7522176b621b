package main

import (
	"bufio"
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestSkipAnswer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		answer string
		status int
		fails  bool
	}{
		"with a body":      {"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}", 200, false},
		"without a body":   {"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", 404, false},
		"cut off":          {"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{}", 0, true},
		"in chunks":        {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\na\r\n{\"a\":true}\r\n1\r\n\n\r\n0\r\n\r\n", 200, false},
		"a cut off chunk":  {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\na\r\n{\"a\"", 0, true},
		"no length":        {"HTTP/1.1 200 OK\r\n\r\n", 0, true},
		"a wrong length":   {"HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\n{}", 0, true},
		"another protocol": {"SSH-2.0-OpenSSH_9.9\r\n", 0, true},
		"nothing":          {"", 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			status, err := skipAnswer(bufio.NewReader(strings.NewReader(c.answer)))
			if (err != nil) != c.fails {
				t.Fatalf("error %v", err)
			}
			if !c.fails && status != c.status {
				t.Errorf("status %d, want %d", status, c.status)
			}
		})
	}
}

func TestSkipAnswerStopsBeforeTheNext(t *testing.T) {
	t.Parallel()
	in := bufio.NewReader(strings.NewReader("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{ }HTTP/1.1 202 Accepted\r\nTransfer-Encoding: " +
		"chunked\r\n\r\n1\r\nx\r\n0\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"))
	for _, want := range []int{200, 202, 201} {
		status, err := skipAnswer(in)
		if err != nil || status != want {
			t.Fatalf("status %d, %v; want %d", status, err, want)
		}
	}
}

func TestEncodeWritesWhatServersRead(t *testing.T) {
	t.Parallel()
	r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(string(encode(http.MethodPost, "/a?b=1", "secret", `{"c":2}`)))))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil || string(body) != `{"c":2}` {
		t.Errorf("body %q, %v", body, err)
	}
	if r.Method != http.MethodPost || r.URL.String() != "/a?b=1" || r.Host != host || r.Header.Get("Authorization") != "Bearer secret" {
		t.Errorf("request %s %s, host %s, header %v", r.Method, r.URL, r.Host, r.Header)
	}
}
