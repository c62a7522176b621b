// Package settings holds the pages of the settings files of the Expansion mod: the form of a file, its text, its import, and presets that
// a provider proposes.
package settings

import (
	"context"
	"errors"
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
		Resource: record.ExpansionSettings, Group: documents.ExpansionGroup, Title: settingsTitle, One: "settings file",
		Many: "expansion settings",
		URL:  documents.URL, EditURL: func(r *site.Request, title, _ string) string { return documents.URL(r) + "/" + title },
	}
}

// setting is the settings file of a request.
type setting struct {
	r        *site.Request
	schema   *expansion.Schema
	row      record.Row          // nil if the instance does not have the file
	document *expansion.Document // the stored one, or else the mod's defaults
	part     documents.Part
}

// findSetting returns the file of the route. If the instance does not have it, it holds the mod's defaults and becomes a record with the
// first save.
func findSetting(ctx context.Context, r *site.Request) (*setting, error) {
	s := &setting{r: r, schema: expansion.Setting(r.Param("setting"))}
	if s.schema == nil {
		return nil, site.ErrNotFound
	}
	s.part = documents.PartOf(r, s.url(), "")
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

func (s *setting) file() string { return path.Base(s.schema.Path) }

// base returns the base of the document that the page shows.
func (s *setting) base() string { return documents.BaseOf(s.document.Text) }
