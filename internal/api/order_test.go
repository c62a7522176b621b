package api_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/api"
	"quartermaster/internal/storetest"
	"quartermaster/internal/throttle"
)

// The exact bodies of refusals.
const (
	body401 = `{"message":"Unauthenticated."}`
	body403 = `{"message":"This action is unauthorized."}`
	body404 = `{"message":"Not Found."}`
	body413 = `{"message":"The POST data is too large."}`
	body429 = `{"message":"Too Many Attempts."}`
	body500 = `{"message":"Server Error"}`
)

// TestChecksComeInOrder sends requests in which several things are wrong at once: the first check decides.
func TestChecksComeInOrder(t *testing.T) {
	t.Parallel()
	s := start(t, rateLimit(60))
	owner, free, nobody := s.user(t), s.freeUser(t), s.anonymous()
	instance, _ := owner.instance(t)
	badToken := client{server: s, token: strings.Repeat("x", 48)}
	const allowed = "GET, HEAD, POST"
	tests := []struct {
		name         string
		as           client
		method, path string
		status       int
		body         string
		counted      bool // carries rate headers
	}{
		{"unrouted before token", nobody, "GET", "/api/v1/nothing", 404, body404, false},
		{"unrouted root", nobody, "GET", "/api", 404, body404, false},
		{"unrouted with an unknown verb", nobody, "PROPFIND", "/api/v1/nothing", 404, body404, false},
		{"verb before token", nobody, "PATCH", instance + "/events", 405, notAllowed("PATCH", instance+"/events", allowed), false},
		{"unknown verb", nobody, "PROPFIND", "/api/v1/instances", 405, notAllowed("PROPFIND", "/api/v1/instances", "GET, HEAD"), false},
		{
			"verb on a record", nobody, "POST", instance + "/events/x", 405,
			notAllowed("POST", instance+"/events/x", "GET, HEAD, PUT, PATCH, DELETE"), false,
		},
		{"verb on the health report", nobody, "POST", "/api/v1/health", 405, notAllowed("POST", "/api/v1/health", "GET, HEAD"), false},
		{"verb on surface B", nobody, "PUT", "/api/instance/x", 405, notAllowed("PUT", "/api/instance/x", "GET, HEAD, PATCH, DELETE"), false},
		{"token before instance", nobody, "GET", "/api/v1/instances/x/events", 401, body401, false},
		{"unknown token", badToken, "POST", instance + "/events", 401, body401, false},
		{"unknown token on surface B", badToken, "GET", "/api/instance/x", 401, body401, false},
		{"plan before instance", free, "GET", "/api/v1/instances/x", 403, body403, true},
		{"plan before validation", free, "POST", instance + "/events", 403, body403, true},
		{"plan on surface B", free, "GET", "/api/instance", 403, body403, true},
		{"instance before validation", owner, "POST", "/api/v1/instances/x/events", 404, body404, true},
		{"record before validation", owner, "PUT", instance + "/events/x", 404, body404, true},
		{"instance of surface B before validation", owner, "PATCH", "/api/instance/x/economy-core", 404, body404, true},
		{"validation", owner, "POST", instance + "/classnames", 422, invalid("name", "The name field is required."), true},
		{"success", owner, "GET", instance + "/events/", 200, "", true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := tt.as.send(t, tt.method, tt.path, "")
			if tt.body == "" {
				tt.body = r.body
			}
			r.exactly(t, tt.status, tt.body)
			if got := r.header.Get("X-RateLimit-Limit") == "60"; got != tt.counted {
				t.Errorf("rate headers: %v, want %v", got, tt.counted)
			}
			if tt.status == 405 && !strings.Contains(tt.body, "methods: "+r.header.Get("Allow")+".") {
				t.Errorf("Allow: %q", r.header.Get("Allow"))
			}
		})
	}
}

func notAllowed(method, path, allowed string) string {
	path = strings.ReplaceAll(strings.TrimPrefix(path, "/"), "/", `\/`)
	return `{"message":"The ` + method + ` method is not supported for route ` + path + `. Supported methods: ` + allowed + `."}`
}

func TestBearerToken(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	tests := []struct {
		name, header string
		status       int
	}{
		{"as documented", "Bearer " + c.token, 200},
		{"in lower case", "bearer " + c.token, 200},
		{"in upper case", "BEARER " + c.token, 200},
		{"behind another scheme", "Basic abc, Bearer " + c.token, 200},
		{"up to a comma", "Bearer " + c.token + ", more", 200},
		{"behind letters that grow in lower case", strings.Repeat("Ⱥ", 100) + "Bearer " + c.token, 200},
		{"behind letters that shrink in lower case", strings.Repeat("\u212A", 100) + "Bearer " + c.token, 200},
		{"behind bytes that are no text", "\xff\xfe Bearer " + c.token, 200},
		{"without the scheme", c.token, 401},
		{"with nothing behind the scheme", "Bearer ", 401},
		{"cut short", "Bearer " + c.token[1:], 401},
		{"in another letter case", "Bearer " + swapCase(c.token), 401},
		{"empty", "", 401},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			req := s.anonymous().request(t, "GET", "/api/v1/maps", nil)
			req.Header.Set("Authorization", tt.header)
			if r := c.roundTrip(t, req); r.status != tt.status {
				t.Errorf("status %d, want %d: %s", r.status, tt.status, r.body)
			}
		})
	}
}

func swapCase(text string) string {
	if upper := strings.ToUpper(text); upper != text {
		return upper
	}
	return strings.ToLower(text)
}

func TestTokenInTheQueryIsNoToken(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	s.anonymous().get(t, "/api/v1/maps?api_token="+c.token).exactly(t, 401, body401)
}

func TestOldTokenEnds(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		_, err := s.accounts.NewToken(t.Context(), c.userID)
		check(t, err)
		c.get(t, "/api/v1/maps").exactly(t, 401, body401)
	})
}

// brokenLimiter cannot count.
type brokenLimiter struct{}

func (brokenLimiter) Hit(context.Context, string, int, time.Duration) (throttle.Result, error) {
	return throttle.Result{}, errors.New("no connection to 192.0.2.1")
}

func TestFailuresAreNotExplained(t *testing.T) {
	t.Parallel()
	const away = `{"message":"The service is not available at the moment. Please try again in a few seconds."}`
	tests := []struct {
		name, path string
		change     func(*api.Config)
		closed     bool // the database
		status     int
		body       string
	}{
		{"no database", "/api/v1/maps", rateLimit(0), true, http.StatusServiceUnavailable, away},
		{
			"no limiter", "/api/v1/maps", func(c *api.Config) { c.RateLimit, c.Limiter = 60, brokenLimiter{} }, false,
			http.StatusInternalServerError, body500,
		},
		{"a panic", "/files", func(c *api.Config) { c.Missions = nil }, false, http.StatusInternalServerError, body500},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, tt.change)
			c := s.user(t)
			if tt.path == "/files" {
				instance, _ := c.instance(t)
				tt.path = instance + tt.path
			}
			if tt.closed {
				check(t, s.db.Close())
			}
			r := c.get(t, tt.path)
			r.exactly(t, tt.status, tt.body)
			if r.header.Get("Access-Control-Allow-Origin") != "*" || r.header.Get("Content-Type") != "application/json" {
				t.Errorf("headers %v", r.header)
			}
		})
	}
}
