package web

import (
	"log/slog"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/alexedwards/scs/v2"
	"github.com/go-chi/chi/v5"

	"quartermaster/internal/account"
	"quartermaster/internal/aipreset"
	"quartermaster/internal/httpd"
	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/queue"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/throttle"
	"quartermaster/internal/web/ui"
)

// Config holds the services that the pages use, and their limits.
type Config struct {
	DB       *store.DB
	Accounts *account.Service
	Missions *mission.Service
	Imports  *imports.Service
	Jobs     *queue.Jobs
	Stored   *stored.Service
	Limiter  throttle.Limiter
	Presets  *aipreset.Service // nil for the built-in provider
	Renderer *ui.Renderer
	Logger   *slog.Logger

	UploadLimit int64 // bytes
	FormLimit   int   // forms a minute, of one user or visitor; 0 lifts the limit
}

// DefaultFormLimit is how many forms a user or visitor may send in a minute.
const DefaultFormLimit = 600

// Web answers the requests of browsers.
type Web struct {
	Config
	sessions    *scs.SessionManager
	router      *chi.Mux
	collections []*collection
	menu        []menuEntry // of an instance
}

// newSite makes a site without pages.
func newSite(c Config) *Web {
	web := &Web{Config: c, sessions: newSessions(account.NewSessions(c.DB))}
	web.router = web.newRouter()
	return web
}

// ServeHTTP answers one request.
func (web *Web) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("X-Frame-Options", "DENY")
	switch {
	case strings.HasPrefix(r.URL.Path, ui.StaticPrefix):
		web.Renderer.ServeStatic(w, r)
	case !utf8.ValidString(r.URL.Path):
		web.bare(w, r, http.StatusBadRequest)
	case httpd.OddPath(r):
		web.bare(w, r, http.StatusNotFound)
	default:
		web.serve(w, r)
	}
}

// serve reads the session and the form of a request and hands it to its route.
func (web *Web) serve(w http.ResponseWriter, hr *http.Request) {
	r, err := web.begin(hr)
	if err != nil {
		web.answerError(w, hr, err)
		return
	}
	if err := r.readBody(); err != nil {
		web.respond(w, r, response{}, err)
		return
	}
	web.dispatch(w, r)
}

// Failed answers for a handler that panicked.
func (web *Web) Failed(w http.ResponseWriter, r *http.Request) {
	web.bare(w, r, http.StatusInternalServerError)
}

// answerError answers for an error that leaves no session to answer in.
func (web *Web) answerError(w http.ResponseWriter, r *http.Request, err error) {
	public, ok := publicError(err)
	if !ok {
		web.log(r, err)
	}
	for name, value := range public.header {
		w.Header().Set(name, value)
	}
	web.bare(w, r, public.status)
}

// bare answers with an error page that needs no session.
func (web *Web) bare(w http.ResponseWriter, r *http.Request, status int) {
	if expectsJSON(r) {
		writeJSON(w, status, messageJSON(status))
		return
	}
	view := newErrorView(status, ui.Link{Label: "Back to the home page", URL: "/"})
	if err := web.Renderer.Render(w, r, status, &ui.Page{Title: view.Title, Path: r.URL.Path}, view); err != nil {
		web.log(r, err)
	}
}

// log records a failure that is not the visitor's, unless the visitor has gone away.
func (web *Web) log(r *http.Request, err error) {
	if r.Context().Err() == nil {
		web.Logger.ErrorContext(r.Context(), "request failed", "id", requestID(r), "path", r.URL.Path, "error", err)
	}
}
