package web

import (
	"context"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"quartermaster/internal/httpd"
)

// routePath is the decoded path; one slash at the end counts as absent.
func routePath(r *http.Request) string {
	return "/" + strings.Trim(r.URL.Path, "/")
}

type requestKey struct{}

// dispatch finds the route of a request, by the verb that its form asks for.
func (web *Web) dispatch(w http.ResponseWriter, r *request) {
	routes := chi.NewRouteContext()
	routes.RoutePath, routes.RouteMethod = routePath(r.Request), r.verb()
	if routes.RouteMethod == http.MethodOptions {
		web.options(w, r)
		return
	}
	ctx := context.WithValue(r.Context(), chi.RouteCtxKey, routes)
	web.router.ServeHTTP(w, r.WithContext(context.WithValue(ctx, requestKey{}, r)))
}

// adapt turns a handler into one of the router.
func (web *Web) adapt(h handler) http.HandlerFunc {
	return func(w http.ResponseWriter, hr *http.Request) {
		r := hr.Context().Value(requestKey{}).(*request)
		r.Request = hr
		answer, err := h(hr.Context(), r)
		web.respond(w, r, answer, err)
	}
}

// allowed returns the verbs that a path answers to.
func (web *Web) allowed(path string) []string {
	return httpd.Allowed(func(method string) bool { return web.router.Match(chi.NewRouteContext(), method, path) })
}

func (web *Web) options(w http.ResponseWriter, r *request) {
	allowed := web.allowed(routePath(r.Request))
	if len(allowed) == 0 {
		web.respond(w, r, response{}, errNotFound)
		return
	}
	w.Header().Set("Allow", strings.Join(allowed, ","))
	w.WriteHeader(http.StatusOK)
}

func noRoute(context.Context, *request) (response, error) { return response{}, errNotFound }

// wrongVerb is asked about verbs that the router does not know too, on whatever path.
func wrongVerb(_ context.Context, r *request) (response, error) {
	path := routePath(r.Request)
	allowed := strings.Join(r.web.allowed(path), ", ")
	if allowed == "" {
		return response{}, errNotFound
	}
	return response{}, statusError{
		status: http.StatusMethodNotAllowed, header: map[string]string{"Allow": allowed},
		message: "The " + r.verb() + " method is not supported for route " + strings.TrimPrefix(path, "/") +
			". Supported methods: " + allowed + ".",
	}
}
