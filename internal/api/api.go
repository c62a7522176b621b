package api

import (
	"context"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"quartermaster/internal/account"
	"quartermaster/internal/blob"
	"quartermaster/internal/bulk"
	"quartermaster/internal/bundles"
	"quartermaster/internal/docset"
	"quartermaster/internal/endpoint"
	"quartermaster/internal/health"
	"quartermaster/internal/httpd"
	"quartermaster/internal/layers"
	"quartermaster/internal/notes"
	"quartermaster/internal/operation"
	"quartermaster/internal/store"
	"quartermaster/internal/throttle"
)

// DefaultBodyLimit is how many bytes a body other than an upload may have.
const DefaultBodyLimit = 1 << 20

// Config holds what the API works with. Its services for bulk changes, documents and health are made of the others.
type Config struct {
	operation.Services

	Accounts *account.Service
	Limiter  throttle.Limiter
	Cache    throttle.Limiter // that is probed; Limiter where it is nil
	Running  notes.Notes      // of requests with an Idempotency-Key; nil for none
	Blobs    blob.Store
	Queue    string // name of the queue
	Worker   string // name of the worker that is probed: that of this process

	RateLimit   int   // requests a minute; 0 lifts the limit
	BodyLimit   int64 // bytes
	UploadLimit int64 // bytes
	// AnswerMemory is how many bytes remembered answers take at most; 0 for none.
	AnswerMemory int64
	Table        []endpoint.Group // what is answered; nil for endpoint.Table
}

// API answers requests below /api.
type API struct {
	Config
	router  *chi.Mux
	keys    *store.IdempotencyKeys
	answers *answers // nil where nothing is remembered
}

// New builds the routes once.
func New(c Config) *API {
	if c.Cache == nil {
		c.Cache = c.Limiter
	}
	if c.Running == nil {
		c.Running = notes.None{}
	}
	c.Layers = layers.New(c.DB, c.Missions.Packs())
	c.Bulk = bulk.New(c.DB, c.Lint, c.Missions, c.Jobs, c.Clock)
	c.Bundles = bundles.New(c.DB, c.Layers, c.Bulk)
	c.Documents = docset.New(c.DB, c.Missions)
	c.Health = &health.Service{DB: c.DB, Cache: c.Cache, Blobs: c.Blobs, Queue: c.Queue, Worker: c.Worker, Logger: c.Logger, Clock: c.Clock}
	a := &API{Config: c, router: chi.NewRouter(), keys: store.NewIdempotencyKeys(c.DB, c.Clock).NotedIn(c.Running)}
	if c.AnswerMemory > 0 {
		a.answers = newAnswers(c.AnswerMemory)
	}
	a.router.NotFound(func(w http.ResponseWriter, r *http.Request) { writeError(w, r, unknownPath) })
	a.router.MethodNotAllowed(a.methodNotAllowed)
	table := c.Table
	if table == nil {
		table = endpoint.Table()
	}
	for _, e := range endpoint.Served(table) {
		a.register(e)
	}
	return a
}

// register adds the route of an endpoint.
func (a *API) register(e endpoint.Endpoint) {
	h := deprecated(e, a.withChecks(e))
	a.router.MethodFunc(e.Method, pattern(e), func(w http.ResponseWriter, r *http.Request) {
		httpd.SetRoute(r.Context(), e.Path)
		h(w, r)
	})
}

// pattern is the path of an endpoint for the router, to which {path} is all that follows.
func pattern(e endpoint.Endpoint) string { return strings.Replace(e.Path, "{path}", "*", 1) }

// withChecks returns the handler of an endpoint behind the checks that come before it.
func (a *API) withChecks(e endpoint.Endpoint) http.HandlerFunc {
	if e.Operation != nil && e.Operation.IsOpen() {
		return a.limited(e.Operation.Name, byNetwork, a.openly(e.Operation))
	}
	window := "api"
	if e.OnSurface() != endpoint.A {
		window = "instance"
	}
	h := strictly(e, tagged(e, a.remembered(e, a.whole(e, a.handler(e)))))
	if e.AnswersCSV() {
		h = asCSV(h)
	}
	if e.TakesKey() {
		h = a.idempotent(h)
	}
	if e.Method == http.MethodDelete {
		h = bodiless(h)
	}
	return a.guarded(window, a.noted(e, a.permitted(e, h)))
}

const surfaceA = "/api/v1/"

// handler returns what answers an endpoint.
func (a *API) handler(e endpoint.Endpoint) handler {
	if e.Operation != nil {
		return a.operation(e.Operation)
	}
	switch e.Action {
	case endpoint.List, endpoint.ExportCSV:
		return a.list(e.Record)
	case endpoint.ImportCSV:
		return a.importRows(e.Record)
	case endpoint.Get:
		return a.get(e.Record)
	case endpoint.Create:
		return a.create(e.Record)
	case endpoint.Update, endpoint.Patch:
		return a.update(e.Record)
	case endpoint.Delete:
		return a.delete(e.Record)
	}
	panic("api: no handler for " + string(e.Action))
}

// guarded puts a handler behind the checks, in their order: token, rate, plan, and what the handler itself looks up.
func (a *API) guarded(window string, h handler) http.HandlerFunc {
	return a.authenticated(func(w http.ResponseWriter, req *http.Request, caller account.Caller) {
		key := func(*http.Request) string { return callerKey(caller) }
		a.limited(window, key, func(ctx context.Context, req *http.Request) (response, error) {
			if err := a.crowded(w, req, caller); err != nil {
				return response{}, err
			}
			if !caller.Plan.APIAccess {
				return response{}, noAccess
			}
			return h(ctx, &request{Request: req, Caller: caller, api: a})
		})(w, req)
	})
}
