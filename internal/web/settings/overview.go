package settings

import (
	"context"
	"path"
	"time"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// listSettings lists all settings files of the mod, whether or not the instance has them.
func listSettings(ctx context.Context, r *site.Request) (site.Response, error) {
	res := record.ExpansionSettings
	ask := res.ParseQuery(new(jsontree.Object))
	ask.PerPage = len(expansion.Settings())
	found, err := r.Site.DB.List(ctx, res, r.Scope(), ask)
	if err != nil {
		return site.Response{}, err
	}
	stored := map[string]record.Row{}
	for _, row := range found.Rows {
		stored[res.TitleOf(row)] = row
	}
	view := pages.Settings{
		Lead: "The settings files of the DayZ Expansion mod. Files that your server does not have yet start with the mod's defaults.",
	}
	for _, d := range expansion.Settings() {
		view.Files = append(view.Files, settingFileOf(r, d, stored[d.Slug]))
	}
	for _, c := range r.Site.Collections {
		if c.Resource.HoldsDocuments() && c.Resource != res {
			view.Other = append(view.Other, ui.Link{Label: c.Title, URL: c.URL(r)})
		}
	}
	return site.Response{Page: r.Inside(settingsTitle), View: view}, nil
}

// settingFileOf describes a settings file. row is nil if the instance does not have it.
func settingFileOf(r *site.Request, d *expansion.Schema, row record.Row) pages.SettingFile {
	file := pages.SettingFile{
		Title: d.Title, About: d.About, URL: documents.URL(r) + "/" + d.Slug, File: path.Base(d.Path), Stored: row != nil,
	}
	if row == nil {
		return file
	}
	res := record.ExpansionSettings
	file.Version = recordform.Shown(res.Field("version"), row[res.Index("version")])
	if at, ok := row[res.Index("updated_at")].(int64); ok {
		file.Changed = time.UnixMicro(at)
	}
	return file
}
