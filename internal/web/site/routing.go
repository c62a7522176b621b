package site

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
func (s *Site) dispatch(w http.ResponseWriter, r *Request) {
	routes := chi.NewRouteContext()
	routes.RoutePath, routes.RouteMethod = routePath(r.Request), r.verb()
	if routes.RouteMethod == http.MethodOptions {
		s.options(w, r)
		return
	}
	ctx := context.WithValue(r.Context(), chi.RouteCtxKey, routes)
	s.router.ServeHTTP(w, r.WithContext(context.WithValue(ctx, requestKey{}, r)))
}

// adapt turns a handler into one of the router.
func (s *Site) adapt(h Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, hr *http.Request) {
		r := hr.Context().Value(requestKey{}).(*Request)
		r.Request = hr
		answer, err := h(hr.Context(), r)
		s.respond(w, r, answer, err)
	}
}

// Routes adds handlers below an address, behind the guards that they have in common.
type Routes struct {
	site  *Site
	base  string
	guard func(Handler) Handler
}

// ForAll is for handlers that anybody may call, also without a session.
func (s *Site) ForAll() Routes {
	return Routes{s, "", func(h Handler) Handler { return h }}
}

// ForVisitors is for handlers that need nobody to be signed in.
func (s *Site) ForVisitors() Routes {
	return Routes{s, "", func(h Handler) Handler { return requireToken(limitForms(visitorsOnly(h))) }}
}

// ForUsers is for handlers that need somebody to be signed in.
func (s *Site) ForUsers() Routes {
	return Routes{s, "", func(h Handler) Handler { return requireToken(requireUser(limitForms(h))) }}
}

// ForAdministrators is for handlers that need an administrator to be signed in.
func (s *Site) ForAdministrators() Routes {
	return Routes{s, "", func(h Handler) Handler { return requireToken(requireUser(limitForms(requireAdministrator(h)))) }}
}

// InstanceBase is the base of the pages of an instance.
const InstanceBase = "/instances/{instance}"

// ForInstances is for handlers on an instance of the user; the base has the parameter {instance}.
func (s *Site) ForInstances(base string) Routes {
	return Routes{s, base, func(h Handler) Handler { return requireToken(requireUser(limitForms(onInstance(h)))) }}
}

// Below returns the same for addresses further down.
func (g Routes) Below(path string) Routes {
	g.base += path
	return g
}

// ForPrograms returns the same for handlers that answer errors with JSON, whatever the client says that it accepts.
func (g Routes) ForPrograms() Routes {
	guard := g.guard
	g.guard = func(h Handler) Handler {
		return func(ctx context.Context, r *Request) (Response, error) {
			r.program = true
			return guard(h)(ctx, r)
		}
	}
	return g
}

// Get adds a handler of GET, and of HEAD.
func (g Routes) Get(path string, h Handler) { g.handle(http.MethodGet, path, h) }

// Post adds a handler of POST.
func (g Routes) Post(path string, h Handler) { g.handle(http.MethodPost, path, h) }

// Put adds a handler of PUT.
func (g Routes) Put(path string, h Handler) { g.handle(http.MethodPut, path, h) }

// Patch adds a handler of PATCH.
func (g Routes) Patch(path string, h Handler) { g.handle(http.MethodPatch, path, h) }

// Delete adds a handler of DELETE.
func (g Routes) Delete(path string, h Handler) { g.handle(http.MethodDelete, path, h) }

func (g Routes) handle(method, path string, h Handler) {
	g.site.router.Method(method, g.base+path, g.site.adapt(g.guard(h)))
}

// allowed returns the verbs that a path answers to.
func (s *Site) allowed(path string) []string {
	return httpd.Allowed(func(method string) bool { return s.router.Match(chi.NewRouteContext(), method, path) })
}

func (s *Site) options(w http.ResponseWriter, r *Request) {
	allowed := s.allowed(routePath(r.Request))
	if len(allowed) == 0 {
		s.respond(w, r, Response{}, ErrNotFound)
		return
	}
	w.Header().Set("Allow", strings.Join(allowed, ","))
	w.WriteHeader(http.StatusOK)
}

func noRoute(context.Context, *Request) (Response, error) { return Response{}, ErrNotFound }

// wrongVerb is asked about verbs that the router does not know too, on whatever path.
func wrongVerb(_ context.Context, r *Request) (Response, error) {
	path := routePath(r.Request)
	allowed := strings.Join(r.Site.allowed(path), ", ")
	if allowed == "" {
		return Response{}, ErrNotFound
	}
	return Response{}, statusError{
		status: http.StatusMethodNotAllowed, header: map[string]string{"Allow": allowed},
		message: "The " + r.verb() + " method is not supported for route " + strings.TrimPrefix(path, "/") +
			". Supported methods: " + allowed + ".",
	}
}
