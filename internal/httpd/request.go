// Package httpd is what every request passes on any surface: its id, the client's address, the log and the recovery from
// panics.
package httpd

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strings"
	"time"
)

// Config describes how requests reach the server.
type Config struct {
	BaseURL        string // scheme://host as clients see it; empty: as each request says
	TrustedProxies []netip.Prefix
	Logger         *slog.Logger
	Observers      []Observer
}

// Info describes a request before its handler runs.
type Info struct {
	ID      string
	Client  string // the client's IP address
	BaseURL string // scheme://host without a slash at the end
	Secure  bool   // the client used https

	route *string // what SetRoute has said
}

// strictTransport has browsers come back over https alone for a year (RFC 6797), where that is the address they are told. Other hosts
// of the domain are not concerned.
const strictTransport = "max-age=31536000"

type infoKey struct{}

// InfoOf returns what is known about the request of the context.
func InfoOf(ctx context.Context) Info {
	info, _ := ctx.Value(infoKey{}).(Info)
	return info
}

// Wrap puts next behind the request id, the log and the recovery from panics. failed answers a request whose handler
// panicked before it wrote anything.
func Wrap(c Config, next, failed http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		info := c.info(r)
		ctx, answered := c.observed(context.WithValue(r.Context(), infoKey{}, info), r)
		r = receiving(rooted(r)).WithContext(ctx)
		rec := &recorder{ResponseWriter: w}
		rec.Header().Set("X-Request-Id", info.ID)
		if strings.HasPrefix(c.BaseURL, "https://") {
			rec.Header().Set("Strict-Transport-Security", strictTransport)
		}
		defer func() {
			cause := recover()
			whole := cause == nil || c.answered(rec, r, cause, failed)
			c.Logger.LogAttrs(r.Context(), slog.LevelInfo, "request",
				slog.String("id", info.ID), slog.String("method", r.Method), slog.String("path", r.URL.Path),
				slog.Int("status", rec.Status()), slog.Int64("bytes", rec.bytes),
				slog.Duration("took", time.Since(start)), slog.String("client", info.Client))
			answered(Answer{Method: r.Method, Route: *info.route, Status: rec.Status(), Took: time.Since(start)})
			if !whole {
				panic(http.ErrAbortHandler) // cuts the connection: nobody takes half an answer for a whole one
			}
		}()
		next.ServeHTTP(rec, r)
	})
}

// answered logs a panic and, where nothing was written yet, lets failed answer. It reports whether the client got an answer.
func (c Config) answered(w *recorder, r *http.Request, cause any, failed http.Handler) bool {
	if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		return false
	}
	c.Logger.ErrorContext(r.Context(), "panic", "id", InfoOf(r.Context()).ID, "cause", cause, "stack", string(debug.Stack()))
	if w.status != 0 {
		return false
	}
	failed.ServeHTTP(w, r)
	return true
}

func (c Config) info(r *http.Request) Info {
	remote := c.remote(r)
	trusted := c.trusts(remote)
	info := Info{ID: newID(), Client: remote.String(), Secure: r.TLS != nil, route: new(string)}
	if trusted {
		info.Client = c.forwardedFor(r, remote)
		info.Secure = info.Secure || r.Header.Get("X-Forwarded-Proto") == "https"
	}
	info.BaseURL = c.baseURL(r, info.Secure, trusted)
	info.Secure = strings.HasPrefix(info.BaseURL, "https://")
	return info
}

func (c Config) remote(r *http.Request) netip.Addr {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	addr, _ := netip.ParseAddr(host)
	return addr.Unmap()
}

func (c Config) trusts(addr netip.Addr) bool {
	for _, p := range c.TrustedProxies {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}

// forwardedFor returns the last address in X-Forwarded-For that is not a trusted proxy; those before it are the client's own
// claims.
func (c Config) forwardedFor(r *http.Request, remote netip.Addr) string {
	list := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	client := remote
	for i := len(list) - 1; i >= 0 && c.trusts(client); i-- {
		addr, err := netip.ParseAddr(strings.TrimSpace(list[i]))
		if err != nil {
			break
		}
		client = addr.Unmap()
	}
	return client.String()
}

func (c Config) baseURL(r *http.Request, secure, trusted bool) string {
	if c.BaseURL != "" {
		return strings.TrimSuffix(c.BaseURL, "/")
	}
	host := r.Host
	if forwarded := r.Header.Get("X-Forwarded-Host"); trusted && forwarded != "" {
		host = forwarded
	}
	if secure {
		return "https://" + host
	}
	return "http://" + host
}

func newID() string {
	var b [8]byte
	_, _ = rand.Read(b[:])
	return hex.EncodeToString(b[:])
}
