package api

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"quartermaster/internal/endpoint"
)

// deprecated announces on every answer of an endpoint that it will go, when, and what takes its place: Deprecation (RFC 9745),
// Sunset (RFC 8594) and a link to the successor. The replacement's path may name the parameters of the endpoint's own.
func deprecated(e endpoint.Endpoint, next http.HandlerFunc) http.HandlerFunc {
	if e.Deprecated == nil {
		return next
	}
	cutoff := e.Deprecated.Cutoff.UTC()
	since, sunset := "@"+strconv.FormatInt(cutoff.Unix(), 10), cutoff.Format(http.TimeFormat)
	mustFill(e)
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Deprecation", since)
		h.Set("Sunset", sunset)
		h.Set("Link", "<"+successor(e, r)+`>; rel="successor-version"`)
		next(w, r)
	}
}

// successor is the replacement's path with the parameters of the request.
func successor(e endpoint.Endpoint, r *http.Request) string {
	return fill(e, func(name string) string {
		if name == "path" {
			name = "*"
		}
		value := url.URL{Path: chi.URLParam(r, name)}
		return value.EscapedPath()
	})
}

func fill(e endpoint.Endpoint, value func(name string) string) string {
	path := e.Deprecated.Replacement
	for _, name := range e.Params() {
		path = strings.ReplaceAll(path, "{"+name+"}", value(name))
	}
	return path
}

// mustFill panics at the start over a replacement that no request could fill.
func mustFill(e endpoint.Endpoint) {
	if left := fill(e, func(string) string { return "" }); strings.Contains(left, "{") {
		panic("api: no parameter of " + e.Path + " fills " + left)
	}
}
