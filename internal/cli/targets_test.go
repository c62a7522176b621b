package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// reply is an answer, read to its end.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// raw sends bytes as they are over a connection of their own and returns the answer to them.
func raw(t *testing.T, address, method, text string) reply {
	t.Helper()
	connection, err := new(net.Dialer).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	if err := connection.SetDeadline(time.Now().Add(2 * time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(connection, text); err != nil {
		t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(connection), &http.Request{Method: method})
	if err != nil {
		t.Fatalf("no answer to %q: %v", text, err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatalf("half an answer to %q: %v", text, err)
	}
	return reply{answer.StatusCode, answer.Header, body}
}

// TestEveryMethodOnEveryTarget: whatever a request line says, it is answered, and never as a failure of ours.
func TestEveryMethodOnEveryTarget(t *testing.T) {
	t.Parallel()
	server := start(t, t.TempDir(), "--rate-limit", "0")
	methods := []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PROPFIND", "get", "M-SEARCH"}
	targets := []string{
		"/", "//", "/.", "/..", "/%2F", "/%00", "/%ff", "/?", "/#", "*", "*/", "http://host", "http://host/", "http://host?q=1", "https://host:1",
		"HTTP://host",
		"http:", "http:x", "mailto:x", "host:80", "[::1]:80", ":80", "/login", "/login/", "/nowhere", "/instances/x", "/static/", "/static",
		"/docs/openapi.json", "/docs/api",
		"/api", "/api/", "/api/v1", "/api/v1/", "/api/v1//", "/api/v1/health", "/api/v1/instances", "/api/v1/instances/", "/api/v1/%ff",
		"/api/instance", "/api/nowhere",
		"http://host/api", "http://host/api/v1/health", "http://host/api/v1/instances/x/types", "http://host//api", "api", "/apix",
	}
	for _, method := range methods {
		for _, target := range targets {
			answer := raw(t, server.address, method, fmt.Sprintf("%s %s HTTP/1.1\r\nHost: host\r\nConnection: close\r\n\r\n", method, target))
			if answer.status >= http.StatusInternalServerError {
				t.Errorf("%s %s: %d %s", method, target, answer.status, answer.body)
			}
			path := target
			if method != http.MethodConnect { // whose target is no address
				path = strings.TrimPrefix(target, "http://host")
			}
			if below(path, "/api") && len(answer.body) > 0 && !json.Valid(answer.body) {
				t.Errorf("%s %s: not JSON: %d %s", method, target, answer.status, answer.body)
			}
			if answer.header.Get("X-Request-Id") != "" && answer.status == http.StatusMethodNotAllowed && answer.header.Get("Allow") == "" {
				t.Errorf("%s %s: a 405 without Allow", method, target)
			}
		}
	}
}

// TestTargetsWithoutAPath are answered in the form of the pages.
func TestTargetsWithoutAPath(t *testing.T) {
	t.Parallel()
	server := start(t, t.TempDir())
	for line, want := range map[string]int{
		"CONNECT host:80":        http.StatusMethodNotAllowed,
		"CONNECT /":              http.StatusMethodNotAllowed,
		"GET http://host":        http.StatusOK,
		"HEAD http://host":       http.StatusOK,
		"PUT http://host":        http.StatusMethodNotAllowed,
		"OPTIONS *":              http.StatusOK,
		"GET *":                  http.StatusNotFound,
		"POST *":                 http.StatusNotFound,
		"GET http:x":             http.StatusNotFound,
		"GET mailto:x":           http.StatusNotFound,
		"GET /api/v1/../health":  http.StatusNotFound,
		"CONNECT /api/v1/health": http.StatusMethodNotAllowed,
		"TRACE /api/v1/health":   http.StatusMethodNotAllowed,
	} {
		method, _, _ := strings.Cut(line, " ")
		answer := raw(t, server.address, method, line+" HTTP/1.1\r\nHost: host\r\nConnection: close\r\n\r\n")
		if answer.status != want {
			t.Errorf("%s: %d, want %d: %s", line, answer.status, want, answer.body)
		}
		if html := bytes.Contains(answer.body, []byte("<!DOCTYPE html>")); want != http.StatusOK && !html && !strings.Contains(line, "/api") {
			t.Errorf("%s: no page: %s", line, answer.body)
		}
	}
}
