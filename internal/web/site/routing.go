package site

import (
	"context"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"quartermaster/internal/access"
	"quartermaster/internal/httpd"
	"quartermaster/internal/store"
)

// routePath returns the decoded path, without a slash at the end.
func routePath(r *http.Request) string {
	return "/" + strings.Trim(r.URL.Path, "/")
}

// override returns why a form is sent beside the review; empty for one that is not.
func (r *Request) override() string {
	if r.Text("override") != "1" {
		return ""
	}
	reason := []rune(r.Text("reason"))
	return string(reason[:min(len(reason), longestReason)])
}

// longestReason is how many characters of a reason are kept.
const longestReason = 1000

type requestKey struct{}

// dispatch hands a request to its route, by its path and verb.
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

// adapt turns a Handler into one for the router.
func (s *Site) adapt(h Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, hr *http.Request) {
		r := hr.Context().Value(requestKey{}).(*Request)
		r.Request = hr
		ctx := hr.Context()
		if r.changes() {
			ctx, r.made = store.NotingRevisions(ctx)
			ctx = store.Overriding(ctx, &store.Override{Reason: r.override()})
		}
		answer, err := h(ctx, r)
		s.respond(w, r, answer, err)
	}
}

// Routes adds handlers below a base address, behind common guards.
type Routes struct {
	site     *Site
	base     string
	guard    func(Handler) Handler
	program  bool              // errors are answered as JSON
	instance bool              // they are on an instance
	needs    access.Permission // there; of others, nobody is asked for one
}

// Route is a route of the site, and the permission on its instance that it needs.
type Route struct {
	Method, Pattern string
	Needs           access.Permission // access.Anyone where it is on no instance
}

// ForAll returns routes without guards.
func (s *Site) ForAll() Routes {
	return Routes{site: s, guard: func(h Handler) Handler { return h }}
}

// ForVisitors returns routes for those who are not signed in.
func (s *Site) ForVisitors() Routes {
	return Routes{site: s, guard: func(h Handler) Handler { return requireToken(limitForms(visitorsOnly(h))) }}
}

// ForAnyone returns routes for visitors and users alike.
func (s *Site) ForAnyone() Routes {
	return Routes{site: s, guard: func(h Handler) Handler { return requireToken(limitForms(h)) }}
}

// ForUsers returns routes for signed-in users.
func (s *Site) ForUsers() Routes {
	return Routes{site: s, guard: func(h Handler) Handler { return requireToken(requireUser(requireFactor(limitForms(h)))) }}
}

// ForUnready returns routes for signed-in users, also for those who need a second factor and have none.
func (s *Site) ForUnready() Routes {
	return Routes{site: s, guard: func(h Handler) Handler { return requireToken(requireUser(limitForms(h))) }}
}

// ForAdministrators returns routes for administrators.
func (s *Site) ForAdministrators() Routes {
	return Routes{site: s, guard: func(h Handler) Handler {
		return requireToken(requireUser(requireFactor(limitForms(requireAdministrator(h)))))
	}}
}

// InstanceBase is the base address of the pages of an instance.
const InstanceBase = "/instances/{instance}"

// MapPath is what the address of the map adds to that of its instance.
const MapPath = "/map"

// LabPath is what the address of the laboratory adds to that of its instance.
const LabPath = "/lab"

// ForInstances returns routes on an instance of the user that need a permission. The base has the parameter {instance}.
func (s *Site) ForInstances(base string, needs access.Permission) Routes {
	return Routes{site: s, base: base, instance: true}.Needing(needs)
}

// Needing returns the same routes for what needs another permission. On an instance everything needs one: it panics without.
func (g Routes) Needing(needs access.Permission) Routes {
	if g.instance && needs == access.Anyone {
		panic("site: routes on an instance without a permission")
	}
	if g.instance {
		g.needs = needs
		g.guard = func(h Handler) Handler {
			return requireToken(requireUser(requireFactor(limitForms(onInstance(needs, h)))))
		}
	}
	return g
}

// Below returns the same routes for a longer base.
func (g Routes) Below(path string) Routes {
	g.base += path
	return g
}

// ForPrograms returns the same routes, with errors answered as JSON whatever the client accepts.
func (g Routes) ForPrograms() Routes {
	g.program = true
	return g
}

// Get adds a handler for GET and HEAD.
func (g Routes) Get(path string, h Handler) { g.handle(http.MethodGet, path, h) }

// Post adds a handler for POST.
func (g Routes) Post(path string, h Handler) { g.handle(http.MethodPost, path, h) }

// Put adds a handler for PUT.
func (g Routes) Put(path string, h Handler) { g.handle(http.MethodPut, path, h) }

// Patch adds a handler for PATCH.
func (g Routes) Patch(path string, h Handler) { g.handle(http.MethodPatch, path, h) }

// Delete adds a handler for DELETE.
func (g Routes) Delete(path string, h Handler) { g.handle(http.MethodDelete, path, h) }

func (g Routes) handle(method, path string, h Handler) {
	pattern, guarded := g.base+path, g.guard(h)
	adapted := g.site.adapt(func(ctx context.Context, r *Request) (Response, error) {
		r.program = r.program || g.program
		return guarded(ctx, r)
	})
	g.site.routes = append(g.site.routes, Route{method, pattern, g.needs})
	g.site.needs[method+" "+pattern] = g.needs
	g.site.router.Method(method, pattern, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		httpd.SetRoute(r.Context(), pattern)
		adapted(w, r)
	}))
}

// Routes returns what the site answers.
func (s *Site) Routes() []Route { return s.routes }

// allowed returns the verbs of a path.
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

// wrongVerb answers 405, or 404: the router asks it about unknown verbs on any path.
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
