// Package site is what every page stands on: requests with their session, answers, guards and routes, the frame of a page, and the
// collections of records that the pages link to. It knows no page.
package site

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
	"quartermaster/internal/web/pages"
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

// Site answers the requests of browsers.
type Site struct {
	Config
	sessions    *scs.SessionManager
	router      *chi.Mux
	Collections []*Collection
	menu        []menuEntry // of an instance
}

// New makes a site without pages.
func New(c Config) *Site {
	s := &Site{Config: c, sessions: newSessions(account.NewSessions(c.DB))}
	s.router = s.newRouter()
	return s
}

// ServeHTTP answers one request.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("X-Frame-Options", "DENY")
	switch {
	case strings.HasPrefix(r.URL.Path, ui.StaticPrefix):
		s.Renderer.ServeStatic(w, r)
	case !utf8.ValidString(r.URL.Path):
		s.bare(w, r, http.StatusBadRequest)
	case httpd.OddPath(r):
		s.bare(w, r, http.StatusNotFound)
	default:
		s.serve(w, r)
	}
}

// serve reads the session and the form of a request and hands it to its route.
func (s *Site) serve(w http.ResponseWriter, hr *http.Request) {
	r, err := s.begin(hr)
	if err != nil {
		s.answerError(w, hr, err)
		return
	}
	if err := r.readBody(); err != nil {
		s.respond(w, r, Response{}, err)
		return
	}
	s.dispatch(w, r)
}

// Failed answers for a handler that panicked.
func (s *Site) Failed(w http.ResponseWriter, r *http.Request) {
	s.bare(w, r, http.StatusInternalServerError)
}

// answerError answers for an error that leaves no session to answer in.
func (s *Site) answerError(w http.ResponseWriter, r *http.Request, err error) {
	public, ok := publicError(err)
	if !ok {
		s.log(r, err)
	}
	for name, value := range public.header {
		w.Header().Set(name, value)
	}
	s.bare(w, r, public.status)
}

// bare answers with an error page that needs no session.
func (s *Site) bare(w http.ResponseWriter, r *http.Request, status int) {
	if expectsJSON(r) {
		writeJSON(w, status, messageJSON(status))
		return
	}
	view := pages.NewError(status, ui.Link{Label: "Back to the home page", URL: "/"})
	if err := s.Renderer.Render(w, r, status, &ui.Page{Title: view.Title, Path: r.URL.Path}, view); err != nil {
		s.log(r, err)
	}
}

// log records a failure that is not the visitor's, unless the visitor has gone away.
func (s *Site) log(r *http.Request, err error) {
	if r.Context().Err() == nil {
		s.Logger.ErrorContext(r.Context(), "request failed", "id", httpd.InfoOf(r.Context()).ID, "path", r.URL.Path, "error", err)
	}
}
