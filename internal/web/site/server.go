package site

import (
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-chi/chi/v5"

	"quartermaster/internal/access"
	"quartermaster/internal/bulk"
	"quartermaster/internal/calendar"
	"quartermaster/internal/httpd"
	"quartermaster/internal/layers"
	"quartermaster/internal/notes"
	"quartermaster/internal/web/ui"
)

// New returns a site without pages.
func New(c Config) *Site {
	if c.Copies == nil {
		c.Copies = notes.None{}
	}
	s := &Site{Config: c, Bulk: bulk.New(c.DB, c.Lint, c.Missions, c.Jobs, time.Now), visits: c.Accounts.Sessions(c.Copies)}
	s.Layers = layers.New(c.DB, c.Missions.Packs())
	s.Calendar = calendar.New(c.DB, s.Layers, c.Lint, s.Bulk)
	s.sessions = newSessions(s.visits)
	s.router, s.needs = s.newRouter(), map[string]access.Permission{}
	return s
}

// ServeHTTP answers one request.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("X-Frame-Options", "DENY")
	switch {
	case strings.HasPrefix(r.URL.Path, ui.StaticPrefix):
		httpd.SetRoute(r.Context(), ui.StaticPrefix+"*")
		s.Renderer.ServeStatic(w, r)
	case !utf8.ValidString(r.URL.Path):
		s.bare(w, r, http.StatusBadRequest)
	case httpd.OddPath(r):
		s.bare(w, r, http.StatusNotFound)
	default:
		s.serve(w, r)
	}
}

// serve reads the session and the body of a request, and hands it to its route.
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

// Failed answers 500 for a handler that has panicked.
func (s *Site) Failed(w http.ResponseWriter, r *http.Request) {
	s.bare(w, r, http.StatusInternalServerError)
}

// Busy answers a request for which there is no room.
func (s *Site) Busy(w http.ResponseWriter, r *http.Request) {
	for name, value := range errUnavailable.header {
		w.Header().Set(name, value)
	}
	s.bare(w, r, errUnavailable.status)
}

func (s *Site) newRouter() *chi.Mux {
	m := chi.NewRouter()
	m.NotFound(s.adapt(noRoute))
	m.MethodNotAllowed(s.adapt(wrongVerb))
	return m
}
