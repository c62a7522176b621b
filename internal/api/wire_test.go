package api_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

func TestHeadersOfEveryAnswer(t *testing.T) {
	t.Parallel()
	s := start(t, rateLimit(60))
	c, free := s.user(t), s.freeUser(t)
	instance, _ := c.instance(t)
	tests := []struct {
		name         string
		as           client
		method, path string
		status       int
	}{
		{"list", c, "GET", instance + "/events", 200},
		{"page of surface B", c, "GET", "/api/instance", 200},
		{"health", s.anonymous(), "GET", "/api/v1/health", 503},
		{"no token", s.anonymous(), "GET", instance, 401},
		{"plan", free, "GET", instance, 403},
		{"no such record", c, "GET", instance + "/events/x", 404},
		{"no such route", c, "GET", "/api/v2/maps", 404},
		{"wrong verb", c, "DELETE", "/api/v1/maps", 405},
		{"validation", c, "POST", instance + "/events", 422},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := tt.as.send(t, tt.method, tt.path, "")
			if r.status != tt.status {
				t.Errorf("status %d, want %d", r.status, tt.status)
			}
			for name, want := range map[string]string{
				"Content-Type":                "application/json",
				"Cache-Control":               "no-cache, private",
				"Access-Control-Allow-Origin": "*",
				"Set-Cookie":                  "",
				"Last-Modified":               "",
				"Vary":                        "",
				"WWW-Authenticate":            "",
				"Location":                    "",
			} {
				if got := strings.Join(r.header.Values(name), "|"); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			if r.header.Get("Date") == "" {
				t.Error("no date")
			}
		})
	}
}

// TestOddPathsAreNotThere writes request lines as they are, which Go's client would clean up.
func TestOddPathsAreNotThere(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	event, _ := c.create(t, instance+"/events", minimalEvent)
	tests := []struct {
		name, path string
		status     int
	}{
		{"plain", event, 200},
		{"slash at the end", event + "/", 200},
		{"slash at the end of a list", "/api/v1/maps/", 200},
		{"two slashes at the end", "/api/v1/maps//", 404},
		{"two slashes within", "/api/v1//maps", 404},
		{"two slashes in front", "//api/v1/maps", 404},
		{"parent folder", "/api/v1/instances/../maps", 404},
		{"parent folder, escaped", "/api/v1/instances/%2e%2e/maps", 404},
		{"parent folder at the end", "/api/v1/maps/..", 404},
		{"same folder", "/api/v1/./maps", 404},
		{"escaped slash", "/api/v1%2Fmaps", 404},
		{"escaped slash in an identifier", instance + "/events/a%2fb", 404},
		{"escaped letter", "/api/v1/%6Daps", 200},
		{"other letter case", "/API/v1/maps", 404},
		{"no UTF-8", "/api/v1/maps/%ff", 400},
		{"no UTF-8 in an identifier", instance + "/events/%c3%28", 400},
		{"NUL", instance + "/events/a%00b", 404},
		{"NUL alone", "/api/v1/instances/%00", 404},
		{"sid in another letter case", swapCaseOfLast(event), 404},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			head, _ := c.raw(t, "GET", tt.path)
			if status := statusOf(head); status != tt.status {
				t.Errorf("status %d, want %d: %s", status, tt.status, head)
			}
			if strings.Contains(strings.ToLower(head), "location:") {
				t.Errorf("a redirect: %s", head)
			}
		})
	}
}

// swapCaseOfLast changes the letter case of the last segment.
func swapCaseOfLast(path string) string {
	at := strings.LastIndexByte(path, '/')
	return path[:at] + swapCase(path[at:])
}

// raw sends one request over a connection of its own and returns the answer's head and body as they were sent.
func (c client) raw(t testing.TB, method, path string) (head, body string) {
	t.Helper()
	address := strings.TrimPrefix(c.server.url, "http://")
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", address)
	check(t, err)
	defer conn.Close()
	_, err = io.WriteString(conn, method+" "+path+" HTTP/1.1\r\nHost: "+address+"\r\nConnection: close\r\nAuthorization: Bearer "+c.token+
		"\r\n\r\n")
	check(t, err)
	data, err := io.ReadAll(bufio.NewReader(conn))
	check(t, err)
	head, body, _ = strings.Cut(string(data), "\r\n\r\n")
	return head, body
}

func statusOf(head string) int {
	res, err := http.ReadResponse(bufio.NewReader(strings.NewReader(head+"\r\n\r\n")), nil)
	if err != nil {
		return 0
	}
	_ = res.Body.Close()
	return res.StatusCode
}

func TestRateHeadersKeepTheirLetterCase(t *testing.T) {
	t.Parallel()
	s := start(t, rateLimit(1))
	c := s.user(t)
	first, _ := c.raw(t, "GET", "/api/v1/maps")
	for _, line := range []string{
		"\r\nX-RateLimit-Limit: 1\r\n", "\r\nX-RateLimit-Remaining: 0\r\n", "\r\nContent-Type: application/json\r\n",
	} {
		if !strings.Contains(first+"\r\n", line) {
			t.Errorf("no %q in %s", line, first)
		}
	}
	second, _ := c.raw(t, "GET", "/api/v1/maps")
	for _, line := range []string{"\r\nRetry-After: 60\r\n", "\r\nX-RateLimit-Reset: 1780048560\r\n"} {
		if !strings.Contains(second+"\r\n", line) {
			t.Errorf("no %q in %s", line, second)
		}
	}
}

func TestHeadIsGetWithoutBody(t *testing.T) {
	t.Parallel()
	s := start(t, rateLimit(60))
	c := s.user(t)
	instance, _ := c.instance(t)
	for _, path := range []string{
		instance + "/events", "/api/instance", "/api/v1/health", instance + "/events/x",
		instance + "/files/mpmissions/dayzOffline.chernarusplus/cfgeconomycore.xml",
	} {
		get, _ := c.raw(t, "GET", path)
		head, body := c.raw(t, "HEAD", path)
		if body != "" {
			t.Errorf("HEAD %s has the body %s", path, body)
		}
		if got, want := comparable(head), comparable(get); got != want {
			t.Errorf("HEAD %s:\n%s\nGET:\n%s", path, got, want)
		}
	}
}

// comparable leaves out the header lines that differ from one request to the next.
func comparable(head string) string {
	var kept []string
	for line := range strings.SplitSeq(head, "\r\n") {
		name, _, _ := strings.Cut(line, ":")
		if name != "X-Request-Id" && name != "Date" && name != "X-RateLimit-Remaining" && name != "RateLimit" {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

func TestOptions(t *testing.T) {
	t.Parallel()
	s := start(t)
	nobody := s.anonymous()
	tests := []struct {
		name, path string
		status     int
		allow      string
	}{
		{"list", "/api/v1/instances/x/events", 200, "GET,HEAD,POST"},
		{"record", "/api/v1/instances/x/events/y", 200, "GET,HEAD,PUT,PATCH,DELETE"},
		{"surface B", "/api/instance/x/economy-core", 200, "GET,HEAD,POST,PATCH,DELETE"},
		{"health", "/api/v1/health", 200, "GET,HEAD"},
		{"unrouted", "/api/v1/nothing", 404, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := nobody.send(t, "OPTIONS", tt.path, "")
			if r.status != tt.status || r.header.Get("Allow") != tt.allow || r.header.Get("Access-Control-Allow-Origin") != "*" {
				t.Errorf("status %d, headers %v", r.status, r.header)
			}
			if tt.status == 200 && r.body != "" {
				t.Errorf("body %s", r.body)
			}
		})
	}
}

func TestPreflight(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, path := range []string{"/api/v1/instances/x/events", "/api/instance", "/api/v1/nothing"} {
		req := s.anonymous().request(t, "OPTIONS", path, nil)
		req.Header.Set("Origin", "https://panel.example.org")
		req.Header.Set("Access-Control-Request-Method", "PUT")
		req.Header.Set("Access-Control-Request-Headers", "authorization,content-type")
		r := s.anonymous().roundTrip(t, req)
		r.exactly(t, http.StatusNoContent, "")
		for name, want := range map[string]string{
			"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "PUT",
			"Access-Control-Allow-Headers": "authorization,content-type", "Access-Control-Max-Age": "0",
			"Vary": "Access-Control-Request-Method, Access-Control-Request-Headers",
		} {
			if got := r.header.Get(name); got != want {
				t.Errorf("%s %s: %q, want %q", path, name, got, want)
			}
		}
	}
}
