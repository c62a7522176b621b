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

func (web *Web) newRouter() *chi.Mux {
	m := chi.NewRouter()
	m.NotFound(web.adapt(noRoute))
	m.MethodNotAllowed(web.adapt(wrongVerb))
	return m
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

// routes adds handlers below an address, behind the guards that they have in common.
type routes struct {
	web   *Web
	base  string
	guard func(handler) handler
}

// forAll is for handlers that anybody may call, also without a session.
func (web *Web) forAll() routes {
	return routes{web, "", func(h handler) handler { return h }}
}

// forVisitors is for handlers that need nobody to be signed in.
func (web *Web) forVisitors() routes {
	return routes{web, "", func(h handler) handler { return requireToken(limitForms(visitorsOnly(h))) }}
}

// forUsers is for handlers that need somebody to be signed in.
func (web *Web) forUsers() routes {
	return routes{web, "", func(h handler) handler { return requireToken(requireUser(limitForms(h))) }}
}

// forAdministrators is for handlers that need an administrator to be signed in.
func (web *Web) forAdministrators() routes {
	return routes{web, "", func(h handler) handler { return requireToken(requireUser(limitForms(requireAdministrator(h)))) }}
}

// instanceBase is the base of the pages of an instance.
const instanceBase = "/instances/{instance}"

// forInstances is for handlers on an instance of the user; the base has the parameter {instance}.
func (web *Web) forInstances(base string) routes {
	return routes{web, base, func(h handler) handler { return requireToken(requireUser(limitForms(onInstance(h)))) }}
}

// below returns the same for addresses further down.
func (g routes) below(path string) routes {
	g.base += path
	return g
}

// forPrograms returns the same for handlers that answer errors with JSON, whatever the client says that it accepts.
func (g routes) forPrograms() routes {
	guard := g.guard
	g.guard = func(h handler) handler {
		return func(ctx context.Context, r *request) (response, error) {
			r.program = true
			return guard(h)(ctx, r)
		}
	}
	return g
}

func (g routes) get(path string, h handler)    { g.handle(http.MethodGet, path, h) }
func (g routes) post(path string, h handler)   { g.handle(http.MethodPost, path, h) }
func (g routes) put(path string, h handler)    { g.handle(http.MethodPut, path, h) }
func (g routes) patch(path string, h handler)  { g.handle(http.MethodPatch, path, h) }
func (g routes) delete(path string, h handler) { g.handle(http.MethodDelete, path, h) }

func (g routes) handle(method, path string, h handler) {
	g.web.router.Method(method, g.base+path, g.web.adapt(g.guard(h)))
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
