package httpd

import (
	"net/http"
	"strings"
)

// rooted gives a request whose target names no path, as CONNECT host:80 and GET http://host do, the path of the front page.
// What is no address at all, as mailto:somebody, stays without one.
func rooted(r *http.Request) *http.Request {
	if r.URL.Path != "" || r.URL.Opaque != "" {
		return r
	}
	address, there := *r.URL, *r
	address.Path = "/"
	there.URL = &address
	return &there
}

// OddPath tells of paths that other servers would clean up by a redirect, and of targets that are no path, as *; here they
// are simply not there.
func OddPath(r *http.Request) bool {
	path := r.URL.Path + "/"
	return !strings.HasPrefix(r.URL.Path, "/") || strings.ContainsRune(path, 0) || strings.Contains(r.URL.Path, "//") ||
		strings.Contains(path, "/../") || strings.Contains(path, "/./") ||
		strings.Contains(strings.ToLower(r.URL.EscapedPath()), "%2f")
}

// Allowed returns the verbs that a path answers to, in the order in which answers name them. routed tells whether there is a
// route for a method; HEAD goes wherever GET does.
func Allowed(routed func(method string) bool) []string {
	var list []string
	for _, verb := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		method := verb
		if verb == http.MethodHead {
			method = http.MethodGet
		}
		if routed(method) {
			list = append(list, verb)
		}
	}
	return list
}
