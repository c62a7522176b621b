// Package settings holds the pages of the settings files of the Expansion mod: the form of a file, its text, its import, and presets that
// a provider proposes.
package settings

import (
	"context"
	"errors"
	"net/url"
	"path"

	"quartermaster/internal/expansion"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/site"
)

// settingDocuments declares the settings for saving them. They have pages of their own.
func settingDocuments() *documents.Pages {
	return &documents.Pages{Resource: record.ExpansionSettings, Param: "setting"}
}

// settingsTitle is the title of the list.
const settingsTitle = "Expansion settings"

// settingCollection describes the settings, which have their names in addresses, to the rest of the site.
func settingCollection() *site.Collection {
	return &site.Collection{
		Resource: record.ExpansionSettings, Group: documents.ExpansionGroup, Title: settingsTitle, One: "settings file", Many: "expansion settings",
		URL: documents.URL, EditURL: func(r *site.Request, title, _ string) string { return documents.URL(r) + "/" + title },
	}
}

// setting is the settings file of a request.
type setting struct {
	r        *site.Request
	schema   *expansion.Schema
	row      record.Row          // nil if the instance does not have the file
	document *expansion.Document // the stored one, or else the mod's defaults
	at       string              // the path of the value that the page shows
	isNew    bool                // the page shows a member of that value that is not stored yet
}

// findSetting returns the file of the route. If the instance does not have it, it holds the mod's defaults and becomes a record with the
// first save.
func findSetting(ctx context.Context, r *site.Request) (*setting, error) {
	s := &setting{r: r, schema: expansion.Setting(r.Param("setting")), at: r.Text("at"), isNew: r.Text("new") == "1"}
	if s.schema == nil {
		return nil, site.ErrNotFound
	}
	row, err := r.Site.DB.Get(ctx, record.ExpansionSettings, r.Scope(), s.schema.Slug)
	switch {
	case errors.Is(err, store.ErrNotFound):
		s.document, err = s.schema.NewDocument(), nil
	case err == nil:
		s.row = row
		s.document, err = settingDocuments().Read(row)
	}
	return s, err
}

func (s *setting) url() string { return documents.URL(s.r) + "/" + s.schema.Slug }

// pageURL returns the address of the page of a value in the document. The present page keeps its search.
func (s *setting) pageURL(at string) string {
	query := url.Values{}
	if at != "" {
		query.Set("at", at)
	}
	if s.isNew && at == s.at {
		query.Set("new", "1")
		return s.url() + "?" + query.Encode()
	}
	for _, name := range []string{"q", "page"} {
		if text := s.r.Text(name); text != "" && at == s.at {
			query.Set(name, text)
		}
	}
	if len(query) == 0 {
		return s.url()
	}
	return s.url() + "?" + query.Encode()
}

// pageURLOf returns the address of the page of a stored value.
func (s *setting) pageURLOf(at string) string { return s.url() + "?at=" + url.QueryEscape(at) }

// formID returns the id of the form, which differs by the path in the document.
func (s *setting) formID() string { return "setting:" + s.schema.Slug + ":" + s.at + s.r.Text("new") }

func (s *setting) file() string { return path.Base(s.schema.Path) }

// base returns the base of the document that the page shows.
func (s *setting) base() string { return documents.BaseOf(s.document.Text) }
