// Package api serves surface A (/api/v1) and surface B (/api/instance): JSON for programs, by bearer token.
package api

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"quartermaster/internal/account"
	"quartermaster/internal/blob"
	"quartermaster/internal/cache"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/throttle"
)

// DefaultBodyLimit is how many bytes a body other than an upload may have.
const DefaultBodyLimit = 1 << 20

// Config is what the API is made of.
type Config struct {
	DB       *store.DB
	Accounts *account.Service
	Missions *mission.Service
	Limiter  throttle.Limiter
	Cache    cache.Cache
	Blobs    blob.Store
	Queue    string // name of the queue whose worker is probed
	Logger   *slog.Logger

	RateLimit   int   // requests a minute; 0 lifts the limit
	BodyLimit   int64 // bytes
	UploadLimit int64 // bytes
	Clock       func() time.Time
}

// API answers requests below /api.
type API struct {
	Config
	router *chi.Mux
}

// New builds the routes once.
func New(c Config) *API {
	a := &API{Config: c, router: chi.NewRouter()}
	a.router.NotFound(func(w http.ResponseWriter, _ *http.Request) { writeError(w, notFound) })
	a.router.MethodNotAllowed(a.methodNotAllowed)
	a.surfaceA(a.router)
	a.surfaceB(a.router)
	return a
}

// surfaceA registers /api/v1.
func (a *API) surfaceA(r chi.Router) {
	r.Get("/api/v1/health", a.limited("health", byClient, a.health))
	get, post, put, del := a.routes(r, "api", "/api/v1")
	get("/maps", a.list(record.Maps))
	get("/classnames", a.list(record.Classnames))
	get("/classnames/{record}", a.get(record.Classnames))
	get("/instances", a.listInstances)
	get("/instances/{instance}", a.getInstance)
	for _, res := range []*record.Resource{record.InstanceClassnames, record.Types, record.Events} {
		path := "/instances/{instance}/" + res.Path
		get(path, a.list(res))
		post(path, a.create(res))
		get(path+"/{record}", a.get(res))
		put(path+"/{record}", a.update(res))
		del(path+"/{record}", a.delete(res))
	}
	get("/instances/{instance}/files", a.listFiles)
	post("/instances/{instance}/files", a.importFiles)
	get("/instances/{instance}/files.zip", a.downloadZip)
	get("/instances/{instance}/files/*", a.downloadFile)
}

// surfaceB registers /api/instance.
func (a *API) surfaceB(r chi.Router) {
	get, post, _, del := a.routes(r, "instance", "/api/instance")
	patch := func(path string, h handler) { a.route(r, "instance", http.MethodPatch, "/api/instance"+path, h) }
	get("", a.pageOfInstances)
	post("", a.createInstance)
	get("/{instance}", a.showInstance)
	patch("/{instance}", a.updateInstance)
	del("/{instance}", a.deleteInstance)
	get("/{instance}/economy-core", a.showEconomyCore)
	post("/{instance}/economy-core", a.saveEconomyCore)
	patch("/{instance}/economy-core", a.saveEconomyCore)
	del("/{instance}/economy-core", a.resetEconomyCore)
}

type register func(path string, h handler)

// routes returns what registers the four verbs of a surface. PUT takes PATCH along: the same without the required rule.
func (a *API) routes(r chi.Router, window, base string) (get, post, put, del register) {
	verb := func(methods ...string) register {
		return func(path string, h handler) {
			for _, method := range methods {
				a.route(r, window, method, base+path, h)
			}
		}
	}
	return verb(http.MethodGet), verb(http.MethodPost), verb(http.MethodPut, http.MethodPatch), verb(http.MethodDelete)
}

// route puts a handler behind the checks, in their order: token, rate, plan, and what the handler itself looks up.
func (a *API) route(r chi.Router, window, method, path string, h handler) {
	r.MethodFunc(method, path, a.authenticated(func(w http.ResponseWriter, req *http.Request, caller account.Caller) {
		key := func(*http.Request) string { return callerKey(caller) }
		a.limited(window, key, func(ctx context.Context, req *http.Request) (response, error) {
			if !caller.Plan.APIAccess {
				return response{}, forbidden
			}
			return h(ctx, &request{Request: req, Caller: caller, api: a})
		})(w, req)
	}))
}
