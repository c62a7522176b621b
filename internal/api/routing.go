package api

import (
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/go-chi/chi/v5"

	"quartermaster/internal/httpd"
	"quartermaster/internal/problem"
)

// ServeHTTP answers what comes before the routes: cross-origin headers, preflights, odd paths, methods in the place of others, HEAD and
// OPTIONS.
func (a *API) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header()["Access-Control-Allow-Origin"] = anyOrigin
	if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
		preflight(w, r)
		return
	}
	w.Header()["Access-Control-Expose-Headers"] = exposed
	if !utf8.ValidString(r.URL.Path) {
		writeError(w, r, problem.BadPath.Usual())
		return
	}
	if httpd.OddPath(r) {
		writeError(w, r, unknownPath)
		return
	}
	path := routePath(r)
	r = a.overridden(r, path)
	routes := chi.NewRouteContext()
	routes.RoutePath = path
	switch r.Method {
	case http.MethodHead:
		routes.RouteMethod = http.MethodGet
	case http.MethodOptions:
		a.options(w, r, path)
		return
	}
	a.router.ServeHTTP(w, r.WithContext(withRoutes(r.Context(), routes)))
}

func preflight(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Methods", r.Header.Get("Access-Control-Request-Method"))
	if asked := r.Header.Get("Access-Control-Request-Headers"); asked != "" {
		h.Set("Access-Control-Allow-Headers", asked)
	}
	h.Set("Access-Control-Max-Age", "0")
	h.Set("Vary", "Access-Control-Request-Method, Access-Control-Request-Headers")
	h["Cache-Control"] = noCache
	w.WriteHeader(http.StatusNoContent)
}

// routePath is the decoded path; one slash at the end counts as absent.
func routePath(r *http.Request) string { return strings.TrimSuffix(r.URL.Path, "/") }

// allowed returns the verbs that a path answers to.
func (a *API) allowed(path string) []string {
	return httpd.Allowed(func(method string) bool { return a.router.Match(chi.NewRouteContext(), method, path) })
}

func (a *API) options(w http.ResponseWriter, r *http.Request, path string) {
	allowed := a.allowed(path)
	if len(allowed) == 0 {
		writeError(w, r, unknownPath)
		return
	}
	w.Header().Set("Allow", strings.Join(allowed, ","))
	w.Header()["Cache-Control"] = noCache
	w.Header().Set("Content-Length", "0")
	w.WriteHeader(http.StatusOK)
}

// methodNotAllowed is asked about verbs that the router does not know too, on whatever path.
func (a *API) methodNotAllowed(w http.ResponseWriter, r *http.Request) {
	path := routePath(r)
	allowed := strings.Join(a.allowed(path), ", ")
	if allowed == "" {
		writeError(w, r, unknownPath)
		return
	}
	w.Header().Set("Allow", allowed)
	writeError(w, r, problem.WrongMethod.Saying(
		"The "+r.Method+" method is not supported for route "+strings.TrimPrefix(path, "/")+". Supported methods: "+allowed+".",
	))
}
