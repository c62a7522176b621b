package web

import (
	"log/slog"
	"net/http"
	"strings"

	"quartermaster/internal/account"
	"quartermaster/internal/mission"
	"quartermaster/internal/store"
	"quartermaster/internal/throttle"
)

// Config is what the web interface is made of.
type Config struct {
	DB       *store.DB
	Accounts *account.Service
	Missions *mission.Service
	Limiter  throttle.Limiter
	Logger   *slog.Logger

	UploadLimit int64 // bytes
}

// Web answers the requests of browsers.
type Web struct {
	Config
	assets   *Assets
	renderer *Renderer
}

// New reads the templates and builds the routes once. It fails on a broken template.
func New(c Config) (*Web, error) {
	assets, err := NewAssets()
	if err != nil {
		return nil, err
	}
	renderer, err := NewRenderer(assets)
	if err != nil {
		return nil, err
	}
	return &Web{Config: c, assets: assets, renderer: renderer}, nil
}

// ServeHTTP answers one request.
func (web *Web) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case strings.HasPrefix(r.URL.Path, staticPrefix):
		web.assets.ServeHTTP(w, r)
	case r.URL.Path == "/":
		_ = web.renderer.Render(w, http.StatusOK, &Page{Title: "Quartermaster", Path: "/"}, HomeView{})
	default:
		_ = web.renderer.Render(w, http.StatusNotFound, &Page{Title: "Not Found", Path: r.URL.Path}, NewErrorView(http.StatusNotFound))
	}
}

// Failed answers for a handler that panicked.
func (web *Web) Failed(w http.ResponseWriter, r *http.Request) {
	view := NewErrorView(http.StatusInternalServerError)
	_ = web.renderer.Render(w, view.Status, &Page{Title: view.Title, Path: r.URL.Path}, view)
}
