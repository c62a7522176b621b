package api_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/storetest"
)

// rates compares the rate headers; an empty text is a missing header.
func (r reply) rates(t testing.TB, limit, remaining, retry, reset string) {
	t.Helper()
	for name, want := range map[string]string{
		"X-RateLimit-Limit": limit, "X-RateLimit-Remaining": remaining, "Retry-After": retry, "X-RateLimit-Reset": reset,
	} {
		// The client makes the letter case of names its own.
		if got := r.header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func TestSixtyRequestsAMinute(t *testing.T) {
	t.Parallel()
	s := start(t, rateLimit(60))
	c := s.user(t)
	for left := 59; left >= 0; left-- {
		r := c.get(t, "/api/v1/maps")
		r.expect(t, 200)
		r.rates(t, "60", strconv.Itoa(left), "", "")
		s.clock.forward(500 * time.Millisecond)
	}
	reset := strconv.FormatInt(s.clock.Now().Unix()+30, 10)
	r := c.get(t, "/api/v1/maps")
	r.exactly(t, 429, body429)
	r.rates(t, "60", "0", "30", reset)

	s.clock.forward(29*time.Second + 500*time.Millisecond)
	r = c.get(t, "/api/v1/instances/none")
	r.exactly(t, 429, body429)
	r.rates(t, "60", "0", "1", reset)

	s.clock.forward(500 * time.Millisecond)
	r = c.get(t, "/api/v1/maps")
	r.expect(t, 200)
	r.rates(t, "60", "59", "", "")
}

func TestWhatCounts(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t, rateLimit(60))
		c := s.user(t)
		instance, _ := c.instance(t)
		steps := []struct {
			name, method, path string
			status, remaining  int
		}{
			{"success", "GET", "/api/v1/maps", 200, 59},
			{"no such record", "GET", instance + "/events/x", 404, 58},
			{"validation", "POST", instance + "/events", 422, 57},
			{"no such route", "GET", "/api/v1/nothing", 404, -1},
			{"wrong verb", "DELETE", "/api/v1/maps", 405, -1},
			{"options", "OPTIONS", "/api/v1/maps", 200, -1},
			{"after what does not count", "GET", "/api/v1/instances", 200, 56},
			{"surface B has a window of its own", "GET", "/api/instance", 200, 59},
			{"health has a window of its own", "GET", "/api/v1/health", 503, 59},
			{"surface A goes on", "HEAD", "/api/v1/maps", 200, 55},
		}
		for _, step := range steps {
			r := c.send(t, step.method, step.path, "")
			want := ""
			if step.remaining >= 0 {
				want = strconv.Itoa(step.remaining)
			}
			if got := r.header.Get("X-RateLimit-Remaining"); r.status != step.status || got != want {
				t.Errorf("%s: status %d, remaining %q, want %d and %q", step.name, r.status, got, step.status, want)
			}
		}
		other, free := s.user(t), s.freeUser(t)
		other.get(t, "/api/v1/maps").rates(t, "60", "59", "", "")
		free.get(t, "/api/v1/maps").rates(t, "60", "59", "", "")
		s.anonymous().get(t, "/api/v1/maps").rates(t, "", "", "", "")
	})
}

func TestHealthIsLimitedByClient(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t, rateLimit(2))
		one, other := s.user(t), s.user(t)
		one.get(t, "/api/v1/health").rates(t, "2", "1", "", "")
		other.get(t, "/api/v1/health").rates(t, "2", "0", "", "")
		s.anonymous().get(t, "/api/v1/health").exactly(t, 429, body429)
		one.get(t, "/api/v1/maps").rates(t, "2", "1", "", "")
	})
}

func TestRateLimitOfZeroLiftsIt(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t, rateLimit(0))
		c := s.user(t)
		for range 70 {
			for _, path := range []string{"/api/v1/maps", "/api/v1/health"} {
				r := c.get(t, path)
				if r.status == 429 {
					t.Fatalf("%s: %s", path, r.body)
				}
				r.rates(t, "", "", "", "")
			}
		}
	})
}

// TestWrongTokensHaveAWindowOfTheirOwn: beyond it an address is told so, while right tokens from there pass, and count for themselves.
func TestWrongTokensHaveAWindowOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := start(t, rateLimit(10))
	c := s.user(t)
	wrong, none := c, s.anonymous()
	for i := range 50 {
		wrong.token = strings.Repeat("x", i+1)
		r := wrong.get(t, "/api/v1/maps")
		r.expect(t, 401)
		r.rates(t, "", "", "", "")
	}
	wrong.token = strings.Repeat("y", 48)
	reset := strconv.FormatInt(s.clock.Now().Add(time.Minute).Unix(), 10)
	for _, path := range []string{"/api/v1/maps", "/api/instance"} {
		r := wrong.get(t, path)
		r.exactly(t, 429, body429)
		r.rates(t, "10", "0", "60", reset)
	}
	none.get(t, "/api/v1/maps").expect(t, 401)
	wrong.get(t, "/api/v1/nothing").expect(t, 404)
	c.get(t, "/api/v1/maps").rates(t, "10", "9", "", "")
	s.clock.forward(time.Minute)
	wrong.get(t, "/api/v1/maps").expect(t, 401)
}

func TestWrongTokensWithoutALimit(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t, rateLimit(0)).user(t)
		c.token = "wrong"
		for range 400 {
			c.get(t, "/api/v1/maps").expect(t, 401)
		}
	})
}
