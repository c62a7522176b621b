// Package ui draws the pages: their frame, forms, tables and templates, and the static files that they link to.
package ui

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

//go:embed templates
var templates embed.FS

// ContentSecurityPolicy is sent with every page: nothing is loaded but the server's own files, and neither
// scripts nor styles stand in the pages themselves.
const ContentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

// Renderer turns views into pages. It is safe for use by many goroutines.
type Renderer struct {
	assets     *assets
	pages      map[string]*template.Template
	compressor compressor
}

// NewRenderer parses all templates and reads the static files that pages link to. It fails on a broken template.
func NewRenderer() (*Renderer, error) {
	assets, err := newAssets()
	if err != nil {
		return nil, err
	}
	base, err := template.New("base").Funcs(functions(assets)).ParseFS(templates, "templates/*.html")
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	names, err := fs.Glob(templates, "templates/pages/*.html")
	if err != nil {
		return nil, fmt.Errorf("templates: %w", err)
	}
	pages := make(map[string]*template.Template, len(names))
	for _, name := range names {
		if pages[pageName(name)], err = parsePage(base, name); err != nil {
			return nil, err
		}
	}
	return &Renderer{assets: assets, pages: pages}, nil
}

// ServeStatic answers for the static files, whose paths begin with StaticPrefix.
func (r *Renderer) ServeStatic(w http.ResponseWriter, hr *http.Request) { r.assets.serve(w, hr) }

func pageName(file string) string {
	return strings.TrimSuffix(path.Base(file), ".html")
}

func parsePage(base *template.Template, file string) (*template.Template, error) {
	page, err := base.Clone()
	if err != nil {
		return nil, fmt.Errorf("template %s: %w", file, err)
	}
	if page, err = page.ParseFS(templates, file); err != nil {
		return nil, fmt.Errorf("template %s: %w", file, err)
	}
	return page, nil
}

// frame is the data of a template: the page around and the view inside.
type frame struct {
	*Page
	View View
}

// Render answers hr with the view inside its page. If the page cannot be drawn, it returns an error and has written nothing.
// Pages are compressed for clients that take it, but for those that nobody may store: they show a secret, and the length of
// compressed text gives away what repeats in it.
func (r *Renderer) Render(w http.ResponseWriter, hr *http.Request, status int, page *Page, view View) error {
	tmpl, known := r.pages[view.Template()]
	if !known {
		return fmt.Errorf("no template %q", view.Template())
	}
	var body bytes.Buffer
	if err := tmpl.ExecuteTemplate(&body, "layout", frame{page, view}); err != nil {
		return fmt.Errorf("page %q: %w", view.Template(), err)
	}
	writeHeader(w.Header())
	if w.Header().Get("Cache-Control") != "no-store" && takesGzip(w, hr) {
		return r.compressor.write(w, status, &body)
	}
	w.WriteHeader(status)
	_, err := body.WriteTo(w)
	return err
}

// CachePrivate lets nobody but the browser keep an answer, and the browser only to ask again.
const CachePrivate = "no-cache, private"

func writeHeader(header http.Header) {
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", ContentSecurityPolicy)
	if header.Get("Cache-Control") == "" {
		header.Set("Cache-Control", CachePrivate)
	}
	header.Set("Referrer-Policy", "same-origin")
	header.Set("X-Content-Type-Options", "nosniff")
}

// scope hands a partial template the page along with the value that it draws.
type scope struct {
	Page frame
	Of   any
}

// functions are those that templates may call.
func functions(assets *assets) template.FuncMap {
	return template.FuncMap{
		"asset":    assets.url,
		"bind":     Bind,
		"scope":    func(page frame, of any) scope { return scope{page, of} },
		"count":    HumanCount,
		"size":     HumanSize,
		"duration": durationHint,
		"time":     HumanTime,
		"iso":      machineTime,
		"pieces":   pieces,
		"plural":   Plural,
	}
}
