package cli

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"strings"
	"time"

	"quartermaster/internal/metrics"
	"quartermaster/internal/queue"
)

// profileTimeout is how long a profile or trace of the program may be recorded.
const profileTimeout = 5 * time.Minute

// serveMetrics answers on an address of its own until stop is called.
func (t telemetry) serveMetrics(ctx context.Context, address string, s metrics.State) (stop func(), err error) {
	if t.metrics == nil {
		return func() {}, nil
	}
	t.metrics.Watch(s)
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("cannot listen on %s for metrics: %w", address, err)
	}
	server := &http.Server{
		Handler: t.operators(), ReadHeaderTimeout: headerTimeout, ReadTimeout: headerTimeout, WriteTimeout: profileTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(t.logger.Handler(), slog.LevelWarn),
	}
	go func() { _ = server.Serve(listener) }() // ends with stop
	t.logger.Info("metrics are at", "url", "http://"+listener.Addr().String()+"/metrics")
	return func() { _ = server.Close() }, nil
}

// operators answers those who may reach the address for metrics. The command line, which may hold secrets, is not among the profiles.
func (t telemetry) operators() http.Handler {
	m := http.NewServeMux()
	m.Handle("GET /metrics", t.metrics.Handler())
	m.HandleFunc("GET /log-level", t.showLevel)
	m.HandleFunc("PUT /log-level", t.setLevel)
	m.HandleFunc("GET /debug/pprof/", pprof.Index)
	m.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	m.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	m.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	return m
}

func (t telemetry) showLevel(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, strings.ToLower(t.level.Level().String())+"\n")
}

// setLevel reads a level from the body and answers with it.
func (t telemetry) setLevel(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(io.LimitReader(r.Body, 100))
	var level slog.Level
	if err == nil {
		err = level.UnmarshalText([]byte(strings.TrimSpace(string(text))))
	}
	if err != nil {
		http.Error(w, "the level is debug, info, warn or error", http.StatusBadRequest)
		return
	}
	t.level.Set(level)
	t.logger.Info("the level of the log was changed", "level", level)
	t.showLevel(w, r)
}

// state is what the metrics ask of the services: of Redis and of the bucket where they are used.
func (c *serveCmd) state(s services) metrics.State {
	parts := map[string]func(context.Context) error{"database": s.db.Ping}
	if s.sharing.redis != nil {
		parts["redis"] = s.sharing.redis.Ping
	}
	if bucket, ok := s.storage.(interface{ Check(context.Context) error }); ok {
		parts["storage"] = bucket.Check
	}
	heartbeat := func(ctx context.Context) (time.Duration, error) { return queue.Age(ctx, s.db, s.worker) }
	return metrics.State{Pools: s.db.Pools, Jobs: s.jobs.Counts, Heartbeat: heartbeat, Parts: parts}
}
