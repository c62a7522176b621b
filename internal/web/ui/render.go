package ui

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"sync"
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
	templates  func() (*template.Template, error)
	compressor compressor
}

// NewRenderer reads the static files that pages link to. The templates are parsed for the first page. It fails only when the binary was
// built without the files.
func NewRenderer() (*Renderer, error) {
	assets, err := newAssets()
	if err != nil {
		return nil, err
	}
	parse := func() (*template.Template, error) {
		return template.New("").Funcs(functions(assets)).ParseFS(templates, "templates/*.html", "templates/pages/*.html")
	}
	return &Renderer{assets: assets, templates: sync.OnceValues(parse)}, nil
}

// ServeStatic answers for the static files, whose paths begin with StaticPrefix.
func (r *Renderer) ServeStatic(w http.ResponseWriter, hr *http.Request) { r.assets.serve(w, hr) }

// frame is the data of a template: the page around and the view inside.
type frame struct {
	*Page
	View View

	Head, Content template.HTML // what the page's own templates have drawn; for the layout
	Script        string        // the name of the page's script
}

// Render answers hr with the view inside its page. If the page cannot be drawn, it returns an error and has written nothing.
// A client that has the same page already gets 304. Pages are compressed for clients that take it, but for those that nobody may
// store: they show a secret, and the length of compressed text gives away what repeats in it.
func (r *Renderer) Render(w http.ResponseWriter, hr *http.Request, status int, page *Page, view View) error {
	body, err := r.draw(page, view)
	if err != nil {
		return fmt.Errorf("page %q: %w", view.Template(), err)
	}
	if body, err = page.pruned(body); err != nil {
		return fmt.Errorf("page %q: %w", view.Template(), err)
	}
	writeHeader(w.Header())
	lasts := w.Header().Get("Cache-Control") != "no-store"
	packs := lasts && takesGzip(w, hr)
	if lasts && status == http.StatusOK && isRead(hr) && page.isHeld(w, hr, body.Bytes()) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	if packs {
		return r.compressor.write(w, status, body)
	}
	w.WriteHeader(status)
	_, err = body.WriteTo(w)
	return err
}

// RenderPart answers hr with a view alone, for a script that puts it into a page; of the page, the view has the token. If it cannot be
// drawn, it returns an error and has written nothing.
func (r *Renderer) RenderPart(w http.ResponseWriter, hr *http.Request, page *Page, view View) error {
	all, err := r.templates()
	if err != nil {
		return err
	}
	text, err := execute(all, "part/"+view.Template(), frame{Page: page, View: view})
	if err != nil {
		return fmt.Errorf("part %q: %w", view.Template(), err)
	}
	body, err := page.pruned(bytes.NewBufferString(string(text)))
	if err != nil {
		return fmt.Errorf("part %q: %w", view.Template(), err)
	}
	writeHeader(w.Header())
	if takesGzip(w, hr) {
		return r.compressor.write(w, http.StatusOK, body)
	}
	_, err = body.WriteTo(w)
	return err
}

// pruned returns what was drawn without what leads to refused requests.
func (p *Page) pruned(body *bytes.Buffer) (*bytes.Buffer, error) {
	if p.Leads == nil {
		return body, nil
	}
	left, err := pruned(body.Bytes(), p.Path, p.Leads)
	return bytes.NewBuffer(left), err
}

// pageScript is the script of a page that names none of its own in script/<its name>; the others join it.
const pageScript = "app.js"

// draw executes what a view's file defines, page/<its name> and where it has them head/<its name> and script/<its name>, and the
// layout around them.
func (r *Renderer) draw(page *Page, view View) (*bytes.Buffer, error) {
	all, err := r.templates()
	if err != nil {
		return nil, err
	}
	f := frame{Page: page, View: view, Script: pageScript}
	if f.Head, err = executeOptional(all, "head/"+view.Template(), f); err != nil {
		return nil, err
	}
	script, err := executeOptional(all, "script/"+view.Template(), f)
	if err != nil {
		return nil, err
	}
	if script != "" {
		f.Script = string(script)
	}
	if f.Content, err = execute(all, "page/"+view.Template(), f); err != nil {
		return nil, err
	}
	var body bytes.Buffer
	return &body, all.ExecuteTemplate(&body, "layout", f)
}

// executeOptional returns nothing for a name that is not defined.
func executeOptional(all *template.Template, name string, f frame) (template.HTML, error) {
	if all.Lookup(name) == nil {
		return "", nil
	}
	return execute(all, name, f)
}

func execute(all *template.Template, name string, f frame) (template.HTML, error) {
	var text strings.Builder
	err := all.ExecuteTemplate(&text, name, f)
	return template.HTML(text.String()), err //nolint:gosec // escaped by the template that wrote it
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
		"capital":  Capital,
		"listed":   func(words []string) string { return Enumerate(words, "and") },
	}
}
