package httpd

import (
	"net/http"
	"strings"
)

// rooted sets the path of the front page for requests without one, such as CONNECT host:80 and GET http://host. A target that
// is no address, such as mailto:somebody, stays without a path.
func rooted(r *http.Request) *http.Request {
	if r.URL.Path != "" || r.URL.Opaque != "" {
		return r
	}
	address, there := *r.URL, *r
	address.Path = "/"
	there.URL = &address
	return &there
}

// OddPath reports whether other servers would redirect from the path, or the target is no path, such as *; both are not found
// here.
func OddPath(r *http.Request) bool {
	path := r.URL.Path + "/"
	return !strings.HasPrefix(r.URL.Path, "/") || strings.ContainsRune(path, 0) || strings.Contains(r.URL.Path, "//") ||
		strings.Contains(path, "/../") || strings.Contains(path, "/./") ||
		strings.Contains(strings.ToLower(r.URL.EscapedPath()), "%2f")
}

// Allowed returns the verbs of a path in the order in which answers name them. routed reports whether a method has a route;
// HEAD follows GET.
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
