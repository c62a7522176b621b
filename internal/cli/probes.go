package cli

import (
	"context"
	"io"
	"net/http"
	"time"
)

// readyTimeout is how long the database may take to answer before this process counts as not ready.
const readyTimeout = 2 * time.Second

// probes are the parts that readiness asks.
type probes struct {
	database func(context.Context) error
	redis    func(context.Context) error // without it requests are answered all the same
}

// withProbes answers those who balance or restart processes: /healthz while the process lives, and /readyz while it may be sent
// requests, which is until leaving ends and as long as the database answers. Answers after that end their connections, so that clients
// who keep them find another process.
func withProbes(leaving context.Context, ask probes, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if leaving.Err() != nil {
			w.Header().Set("Connection", "close")
		}
		switch r.URL.Path {
		case "/healthz":
			probed(w, http.StatusOK, "alive\n")
		case "/readyz":
			status, text := readiness(r.Context(), leaving, ask)
			probed(w, status, text)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func readiness(ctx, leaving context.Context, ask probes) (status int, text string) {
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	switch {
	case leaving.Err() != nil:
		return http.StatusServiceUnavailable, "stopping\n"
	case ask.database(ctx) != nil:
		return http.StatusServiceUnavailable, "the database does not answer\n"
	case ask.redis(ctx) != nil:
		return http.StatusOK, "ready\nRedis does not answer: requests are counted by this server alone\n"
	}
	return http.StatusOK, "ready\n"
}

func probed(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text)
}
