package web

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"path"

	"github.com/go-chi/chi/v5"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

func (web *Web) settingRoutes(m *chi.Mux) {
	serve := func(h handler) http.HandlerFunc { return web.adapt(checked(signedIn(limited(placed(h))))) }
	const one = guiBase + "/{setting}"
	m.Get(guiBase, serve(listSettings))
	m.Get(one, serve(showSetting))
	m.Put(one, serve(updateSetting))
	m.Post(one+"/import", serve(importSetting))
	m.Get(one+"/generate", serve(generateSetting))
}

// settingDocuments are the settings as records that each are a file. Their pages are their own.
func settingDocuments() *documentPages {
	return &documentPages{resource: record.ExpansionSettings, param: "setting"}
}

// setting is the settings file that a request is about.
type setting struct {
	r        *Request
	sort     *expansion.Schema
	row      record.Row
	document *jsontree.Object
	at       string // the place in the document that the page shows
}

// findSetting returns the file of the route. One that the instance does not have yet is made with the mod's defaults.
func (r *Request) findSetting(ctx context.Context) (*setting, error) {
	s := &setting{r: r, sort: expansion.Setting(r.param("setting")), at: r.text("at")}
	if s.sort == nil {
		return nil, errNotFound
	}
	row, err := r.web.DB.Get(ctx, record.ExpansionSettings, r.scope(), s.sort.Slug)
	if errors.Is(err, store.ErrNotFound) {
		row, err = r.createSetting(ctx, s.sort)
	}
	if err == nil {
		s.row = row
		s.document, err = settingDocuments().documentIn(row)
	}
	return s, err
}

// createSetting stores the defaults; where somebody else has just done so, it returns what that one has stored.
func (r *Request) createSetting(ctx context.Context, sort *expansion.Schema) (record.Row, error) {
	document := sort.Default()
	values := record.ExpansionSettings.Describe(expansion.Text(document), document)
	values["setting"] = sort.Slug
	row, err := r.web.DB.Create(ctx, record.ExpansionSettings, r.scope(), values)
	if errors.Is(err, store.ErrTaken) {
		return r.web.DB.Get(ctx, record.ExpansionSettings, r.scope(), sort.Slug)
	}
	return row, err
}

func (s *setting) url() string { return s.r.guiURL() + "/" + s.sort.Slug }

// pageURL is the address of the page that is shown, or of another place in the document.
func (s *setting) pageURL(at string) string {
	query := url.Values{}
	if at != "" {
		query.Set("at", at)
	}
	for _, name := range []string{"q", "page"} {
		if text := s.r.text(name); text != "" && at == s.at {
			query.Set(name, text)
		}
	}
	if len(query) == 0 {
		return s.url()
	}
	return s.url() + "?" + query.Encode()
}

// formID tells the form of a place from those of others.
func (s *setting) formID() string { return "setting:" + s.sort.Slug + ":" + s.at }

func (s *setting) file() string { return path.Base(s.sort.Path) }

func (s *setting) text() string {
	text, _ := s.row[record.ExpansionSettings.Index("document")].(string)
	return text
}

// base stands for the document as the page shows it.
func (s *setting) base() string { return baseOf(s.text()) }

func showSetting(ctx context.Context, r *Request) (Response, error) {
	s, err := r.findSetting(ctx)
	if err != nil {
		return Response{}, err
	}
	if r.text("view") == "raw" {
		return s.drawSource(s.text(), nil), nil
	}
	left := r.flash()
	var input *jsontree.Object
	var problems validate.Errors
	if left.Form == s.formID() {
		input, problems = jsontree.ParseBody(left.Input), left.Problems
	}
	return s.draw(input, problems)
}

// generateSetting downloads the file as it stands.
func generateSetting(ctx context.Context, r *Request) (Response, error) {
	s, err := r.findSetting(ctx)
	if err != nil {
		return Response{}, err
	}
	return r.generated(ctx, s.file(), record.ExpansionSettings.FileOf(s.row))
}
