package cli

import (
	"context"
	"io"
	"net/http"
	"time"
)

// readyTimeout is how long the database may take to answer before this process counts as not ready.
const readyTimeout = 2 * time.Second

// withProbes answers those who balance or restart processes: /healthz while the process lives, and /readyz while it may be sent
// requests, which is until leaving ends and as long as ready returns nil. Answers after that end their connections, so that clients who
// keep them find another process.
func withProbes(leaving context.Context, ready func(context.Context) error, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if leaving.Err() != nil {
			w.Header().Set("Connection", "close")
		}
		switch r.URL.Path {
		case "/healthz":
			probed(w, http.StatusOK, "alive\n")
		case "/readyz":
			ctx, cancel := context.WithTimeout(r.Context(), readyTimeout)
			defer cancel()
			switch {
			case leaving.Err() != nil:
				probed(w, http.StatusServiceUnavailable, "stopping\n")
			case ready(ctx) != nil:
				probed(w, http.StatusServiceUnavailable, "the database does not answer\n")
			default:
				probed(w, http.StatusOK, "ready\n")
			}
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func probed(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text)
}
