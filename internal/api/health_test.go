package api_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"testing"
	"time"

	"quartermaster/internal/api"
	"quartermaster/internal/blob"
	"quartermaster/internal/queue"
	"quartermaster/internal/storetest"
	"quartermaster/internal/throttle"
)

// work runs the server's worker until the test ends; when work returns, it has beaten.
func (s *server) work(t testing.TB) {
	t.Helper()
	worker := queue.New(s.db, slog.New(slog.DiscardHandler), "default")
	beaten, done := make(chan struct{}), make(chan struct{})
	worker.Every(time.Hour, "tell", func(context.Context) error { close(beaten); return nil })
	ctx, cancel := context.WithCancel(context.Background())
	go func() { defer close(done); worker.Run(ctx) }()
	t.Cleanup(func() { cancel(); <-done })
	<-beaten
}

// forgetfulLimiter counts nothing.
type forgetfulLimiter struct{}

func (forgetfulLimiter) Hit(_ context.Context, _ string, limit int, _ time.Duration) (throttle.Result, error) {
	return throttle.Result{Allowed: true, Limit: limit, Remaining: limit - 1}, nil
}

// brokenBlobs fail in one way each, where a field names it.
type brokenBlobs struct {
	blob.Store
	put, open, remove bool
}

var errBroken = errors.New("broken disk")

func (b brokenBlobs) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	if b.put {
		return 0, errBroken
	}
	return b.Store.Put(ctx, key, r)
}

func (b brokenBlobs) Open(ctx context.Context, key string) (io.ReadCloser, error) {
	if b.open {
		return nil, errBroken
	}
	return b.Store.Open(ctx, key)
}

func (b brokenBlobs) Delete(ctx context.Context, key string) error {
	if b.remove {
		return errBroken
	}
	return b.Store.Delete(ctx, key)
}

func TestHealth(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		tests := []struct {
			name   string
			change func(*api.Config)
			failed string // the check that fails
		}{
			{"everything works", func(*api.Config) {}, ""},
			{"the cache refuses", func(c *api.Config) { c.Limiter = brokenLimiter{} }, "cache"},
			{"the cache forgets", func(c *api.Config) { c.Limiter = forgetfulLimiter{} }, "cache"},
			{"nothing can be stored", func(c *api.Config) { c.Blobs = brokenBlobs{Store: c.Blobs, put: true} }, "storage"},
			{"nothing can be read", func(c *api.Config) { c.Blobs = brokenBlobs{Store: c.Blobs, open: true} }, "storage"},
			{"nothing can be deleted", func(c *api.Config) { c.Blobs = brokenBlobs{Store: c.Blobs, remove: true} }, "storage"},
			{"no worker of the queue", func(c *api.Config) { c.Queue, c.Worker = "other", "other" }, "queue"},
		}
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				t.Parallel()
				var queueName string
				s := start(t, tt.change, func(c *api.Config) { queueName = c.Queue })
				s.work(t)
				status := map[bool]int{true: 200, false: 503}[tt.failed == ""]
				state := map[bool]string{true: `"healthy"`, false: `"unhealthy"`}[tt.failed == ""]
				check := func(name string) string {
					return map[bool]string{true: "failed", false: "ok"}[name == tt.failed]
				}
				s.anonymous().get(t, "/api/v1/health").exactly(t, status, `{"status":`+state+`,"checks":{"database":{"status":"`+check("database")+
					`"},"cache":{"status":"`+check("cache")+`"},"storage":{"status":"`+check("storage")+
					`"},"queue":{"status":"`+check("queue")+`","connection":"database","driver":"`+s.db.Driver()+`","queue":"`+queueName+
					`","verification":"heartbeat"}},"timestamp":"2026-05-29T09:55:00+00:00"}`)
			})
		}
	})
}

func TestHealthWithoutDatabase(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		check(t, s.db.Close())
		s.anonymous().get(t, "/api/v1/health").expect(t, 503, "status", `"unhealthy"`, "checks.database.status", `"failed"`,
			"checks.queue.status", `"failed"`, "checks.cache.status", `"ok"`, "checks.storage.status", `"ok"`)
	})
}

// TestHealthWithTheWorkerOfAnother: that one lives does not mean that the one of this process does.
func TestHealthWithTheWorkerOfAnother(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t, func(c *api.Config) { c.Worker = "default/2" })
		_, err := s.db.Exec(t.Context(), `INSERT INTO heartbeats (queue, beat_at) VALUES ('default/1', $1), ('default/2', $2)`,
			s.db.Now(), s.db.Now()-time.Minute.Microseconds())
		check(t, err)
		s.anonymous().get(t, "/api/v1/health").expect(t, 503, "checks.queue.status", `"failed"`, "checks.queue.queue", `"default"`)
	})
}

func TestHealthWithAnOldHeartbeat(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		for _, tt := range []struct {
			age    time.Duration
			status int
		}{{queue.MaxAge - 2*time.Second, 200}, {queue.MaxAge + 2*time.Second, 503}} {
			s := start(t)
			_, err := s.db.Exec(t.Context(), `INSERT INTO heartbeats (queue, beat_at) VALUES ($1, $2)`, "default", s.db.Now()-tt.age.Microseconds())
			check(t, err)
			if r := s.anonymous().get(t, "/api/v1/health"); r.status != tt.status {
				t.Errorf("after %v: %d %s", tt.age, r.status, r.body)
			}
		}
	})
}

func TestHealthProbesLeaveNothingBehind(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		var blobs *lastBlob
		s := start(t, func(c *api.Config) { blobs = &lastBlob{Store: c.Blobs}; c.Blobs = blobs })
		s.anonymous().get(t, "/api/v1/health")
		if blobs.key == "" {
			t.Fatal("nothing was stored")
		}
		if _, err := blobs.Open(t.Context(), blobs.key); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("%s is still there: %v", blobs.key, err)
		}
	})
}

// lastBlob remembers the last key that was stored.
type lastBlob struct {
	blob.Store
	key string
}

func (b *lastBlob) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	b.key = key
	return b.Store.Put(ctx, key, r)
}
