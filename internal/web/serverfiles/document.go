package serverfiles

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"quartermaster/internal/docset"
	"quartermaster/internal/expansion"
	"quartermaster/internal/store"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/site"
)

// shownFile is the document of a request.
type shownFile struct {
	*docset.File
	r     *site.Request
	at    string // the path of the value that the page shows
	isNew bool   // the page shows a member of that value that is not stored yet
}

// find returns the document of the route. The settings of the mod have pages of their own.
func find(ctx context.Context, r *site.Request) (*shownFile, error) {
	if expansion.Setting(r.Param("document")) != nil {
		return nil, site.ErrNotFound
	}
	f, err := documentsOf(r).Find(ctx, r.Scope(), r.Param("document"), r.Text("file"))
	if errors.Is(err, docset.ErrWhich) || errors.Is(err, store.ErrNotFound) {
		return nil, site.ErrNotFound
	}
	return shown(r, f), err
}

func shown(r *site.Request, f *docset.File) *shownFile {
	return &shownFile{File: f, r: r, at: r.Text("at"), isNew: r.Text("new") == "1"}
}

// urlOf returns the address of the page of a document.
func urlOf(r *site.Request, f *docset.File) string {
	address := listURL(r) + "/" + f.Slug
	if f.Name != "" {
		address += "?file=" + url.QueryEscape(f.Name)
	}
	return address
}

func (s *shownFile) url() string { return urlOf(s.r, s.File) }

// pageURL returns the address of the page of a value in the document. The present page keeps its search.
func (s *shownFile) pageURL(at string) string {
	query := url.Values{}
	for _, name := range []string{"q", "page", "new"} {
		if text := s.r.Text(name); text != "" && at == s.at {
			query.Set(name, text)
		}
	}
	if at != "" {
		query.Set("at", at)
	}
	return withQuery(s.url(), query)
}

// withQuery returns an address with more parameters.
func withQuery(address string, query url.Values) string {
	switch {
	case len(query) == 0:
		return address
	case strings.Contains(address, "?"):
		return address + "&" + query.Encode()
	}
	return address + "?" + query.Encode()
}

// formID differs by the path in the document.
func (s *shownFile) formID() string {
	return "document:" + s.Slug + ":" + s.Name + ":" + s.at + s.r.Text("new")
}

// form returns the form of the part of the document that the page shows.
func (s *shownFile) form() docform.Form {
	return docform.Form{
		Schema: s.Schema, Tree: s.Tree, At: s.at, URL: s.url(), Search: s.r.Text("q"), Page: s.r.PageNumber(), Version: documents.BaseOf(s.Text),
	}
}
