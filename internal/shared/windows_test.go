package shared_test

import (
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gomodule/redigo/redis"

	"quartermaster/internal/outage"
	"quartermaster/internal/redistest"
	"quartermaster/internal/shared"
	"quartermaster/internal/throttle"
	"quartermaster/internal/throttle/throttletest"
)

func open(t *testing.T, url string) *shared.Redis {
	t.Helper()
	r, err := shared.Open(url, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

// TestWindows passes the tests of all limiters. The clock of a server cannot be moved: the ends of its windows are, instead.
func TestWindows(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	var database atomic.Int64
	throttletest.Run(t, func(t *testing.T) (throttle.Limiter, func(time.Duration)) {
		n := int(database.Add(1))
		url, plain := server.URL+"?db="+strconv.Itoa(n), dial(t, strings.TrimPrefix(server.URL, "unix://"), n)
		var moved atomic.Int64
		clock := func() time.Time { return time.Now().Add(time.Duration(moved.Load())) }
		limiter := shared.NewWindows(open(t, url), clock)
		return limiter, func(d time.Duration) { moved.Add(int64(d)); age(t, plain, d) }
	})
}

func dial(t *testing.T, socket string, database int) redis.Conn {
	t.Helper()
	c, err := redis.DialContext(t.Context(), "unix", socket, redis.DialDatabase(database))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

// age brings the ends of all windows nearer.
func age(t *testing.T, c redis.Conn, d time.Duration) {
	t.Helper()
	keys, err := redis.Strings(c.Do("KEYS", "*"))
	for _, key := range keys {
		left, failed := redis.Int64(c.Do("PTTL", key))
		_, moved := c.Do("PEXPIRE", key, left-d.Milliseconds())
		err = errors.Join(err, failed, moved)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestTheSixtyFirstRequestIsRefused whichever process gets it.
func TestTheSixtyFirstRequestIsRefused(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	var allowed atomic.Int64
	var all sync.WaitGroup
	for range 3 {
		limiter := shared.NewWindows(open(t, server.URL), time.Now)
		for range 40 {
			all.Go(func() {
				result, err := limiter.Hit(t.Context(), "user:1", 60, time.Minute)
				if err != nil {
					t.Error(err)
				}
				if result.Allowed {
					allowed.Add(1)
				}
			})
		}
	}
	all.Wait()
	if got := allowed.Load(); got != 60 {
		t.Errorf("%d of 120 requests were allowed, want 60", got)
	}
}

// TestAServerThatIsLost is told at once, and found again without help.
func TestAServerThatIsLost(t *testing.T) {
	t.Parallel()
	server := redistest.Start(t)
	r := open(t, server.URL)
	limiter := shared.NewWindows(r, time.Now)
	use := func() error {
		_, err := limiter.Hit(t.Context(), "a", 1, time.Minute)
		return errors.Join(err, r.Ping(t.Context()))
	}
	if err := use(); err != nil {
		t.Fatal(err)
	}
	server.Stop()
	if err := use(); !errors.Is(err, outage.ErrUnavailable) {
		t.Errorf("error %v, want %v", err, outage.ErrUnavailable)
	}
	server.Start()
	err := use()
	for n := 0; err != nil && n < 20; n++ { // connections that died are found one by one
		err = use()
	}
	if err != nil {
		t.Errorf("the server is back, and does not answer: %v", err)
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"redis://localhost:6379/1", "rediss://user:secret@host:6380", "unix:///run/redis.sock?db=2"} {
		if r, err := shared.Open(url, slog.New(slog.DiscardHandler)); err != nil {
			t.Errorf("%s: %v", url, err)
		} else {
			_ = r.Close()
		}
	}
	for _, url := range []string{"http://host", "redis://host/x", "redis://host/1x", "host:6379", "unix://", "unix:///path?db=x", "redis://"} {
		if _, err := shared.Open(url, slog.New(slog.DiscardHandler)); err == nil {
			t.Errorf("%s is taken", url)
		}
	}
}
