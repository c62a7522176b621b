package web

import (
	"context"
	"path"
	"time"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// listSettings shows all settings files of the mod, those that the instance has and the others.
func listSettings(ctx context.Context, r *request) (response, error) {
	res := record.ExpansionSettings
	ask := res.ParseQuery(new(jsontree.Object))
	ask.PerPage = len(expansion.Settings())
	found, err := r.web.DB.List(ctx, res, r.scope(), ask)
	if err != nil {
		return response{}, err
	}
	stored := map[string]record.Row{}
	for _, row := range found.Rows {
		stored[res.TitleOf(row)] = row
	}
	view := settingsView{Lead: "The settings files of the DayZ Expansion mod. Files that your server does not have yet start with the mod's defaults."}
	for _, d := range expansion.Settings() {
		view.Files = append(view.Files, settingFileOf(r, d, stored[d.Slug]))
	}
	for _, c := range r.web.collections {
		if c.resource.HoldsDocuments() && c.resource != res {
			view.Other = append(view.Other, ui.Link{Label: c.title, URL: c.url(r)})
		}
	}
	return response{Page: r.inside(settingsTitle), View: view}, nil
}

// settingFileOf describes a settings file; row is nil where the instance has none.
func settingFileOf(r *request, d *expansion.Schema, row record.Row) settingFile {
	file := settingFile{
		Title: d.Title, About: d.About, URL: r.guiURL() + "/" + d.Slug, File: path.Base(d.Path), Stored: row != nil,
	}
	if row == nil {
		return file
	}
	res := record.ExpansionSettings
	file.Version = shown(res.Field("version"), row[res.Index("version")])
	if at, ok := row[res.Index("updated_at")].(int64); ok {
		file.Changed = time.UnixMicro(at)
	}
	return file
}
