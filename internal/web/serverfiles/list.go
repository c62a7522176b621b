package serverfiles

import (
	"context"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/docset"
	"quartermaster/internal/expansion"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// listDocuments lists the game's files that are documents, whether or not the instance has them.
func listDocuments(ctx context.Context, r *site.Request) (site.Response, error) {
	files, err := documentsOf(r).List(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	view := pages.GameFiles{
		Lead: "Game files with one set of values each. Changes keep comments and layout: one changed value is one changed line. Files " +
			"that are not there begin with the game's defaults.",
	}
	for _, f := range files {
		if !f.FromFile && expansion.Setting(f.Slug) == nil && !strings.HasPrefix(f.Slug, "quest-") {
			view.Files = append(view.Files, fileOf(r, f))
		}
	}
	page := r.Inside(title)
	if slices.ContainsFunc(files, func(f *docset.File) bool { return f.Slug == territoriesSlug && f.Present }) {
		page.Actions = []ui.Link{{Label: "Change many zones", URL: zonesURL(r, allFiles), Quiet: true}}
	}
	return site.Response{Page: page, View: view}, nil
}

func documentsOf(r *site.Request) *docset.Service {
	return docset.New(r.Site.DB, r.Site.Missions).Comparing()
}

func fileOf(r *site.Request, f *docset.File) pages.GameFileLine {
	file := pages.GameFileLine{
		Title: f.Title, About: f.About, URL: urlOf(r, f), File: path.Base(f.Path), Present: f.Present, Broken: f.Broken, Notes: f.Notes,
	}
	if f.Several {
		file.Title, file.About, file.File = f.Title+": "+path.Base(f.Name), "", f.Name
	}
	if n := len(f.Problems()); n > 0 {
		file.Problems = ui.Plural(n, "value to check", "values to check")
	}
	return file
}
