package serverfiles

import (
	"context"
	"errors"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/docset"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

const (
	modsTitle    = "Files of mods"
	modsPath     = "/mods"
	filesOnAPage = 100
)

func modsURL(r *site.Request) string { return listURL(r) + modsPath }

// listModFiles lists the files that packs know or whose forms follow from their own values, or those whose paths hold what was searched
// for.
func listModFiles(ctx context.Context, r *site.Request) (site.Response, error) {
	files, err := documentsOf(r).OfMods(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	view := pages.GameFiles{
		Lead: "Files of mods, and others that are not part of the game. A pack describes a mod’s files; the forms of the others " +
			"follow from their values. A change touches only the value itself.",
		Search: &pages.PathSearch{Action: modsURL(r), Text: r.Text("q")},
	}
	words := strings.ToLower(strings.TrimSpace(r.Text("q")))
	files = slices.DeleteFunc(files, func(f *docset.File) bool { return !strings.Contains(strings.ToLower(f.Path+" "+f.Title), words) })
	view.Pager = ui.Pager{Query: r.Query(), Page: r.PageNumber(), PerPage: filesOnAPage, Total: len(files)}
	if view.Pager.Page = min(view.Pager.Page, view.Pager.Last()); len(files) == 0 {
		view.Empty = emptyOf(words)
	}
	first := (view.Pager.Page - 1) * filesOnAPage
	for _, f := range files[min(first, len(files)):min(first+filesOnAPage, len(files))] {
		view.Files = append(view.Files, pages.GameFileLine{
			Title: titleOfMod(f), URL: urlOf(r, f), File: f.Path, Present: true,
		})
	}
	page := r.Inside(modsTitle)
	page.Actions = []ui.Link{{Label: "Packs", URL: site.PacksURL, Quiet: true}}
	return site.Response{Page: page, View: view}, nil
}

// titleOfMod names a file of a mod: as its pack does, or by its folder.
func titleOfMod(f *docset.File) string {
	if f.Pack != "" {
		return f.Title
	}
	return f.Mod() + ": " + path.Base(f.Path)
}

// drafted returns a first version of a pack for the mod that a file belongs to.
func drafted(ctx context.Context, r *site.Request) (string, error) {
	text, err := documentsOf(r).DraftPack(ctx, r.Scope(), r.Param("document"))
	if errors.Is(err, store.ErrNotFound) || errors.Is(err, docset.ErrBroken) {
		err = site.ErrNotFound
	}
	return text, err
}

// showDraftPack shows it as text that can be changed and used for the account.
func showDraftPack(ctx context.Context, r *site.Request) (site.Response, error) {
	text, err := drafted(ctx, r)
	url := modsURL(r) + "/" + r.Param("document")
	lead := "A first version, as far as your files tell. Give the keys titles an owner understands, say which values are secrets, classes " +
		"or positions, and use it: the forms of these files change at once. You can change it later, too."
	if r.Scope().Person() != r.Scope().UserID {
		lead += " It counts on your own instances: on this one, the packs of its owner do."
	}
	return site.Response{Page: r.Inside("Make a pack", ui.Link{Label: modsTitle, URL: modsURL(r)}), View: pages.Packs{
		Lead: lead, Upload: pages.PackUpload{
			Title: "The pack", Action: site.PacksURL, Text: text, OnlyText: true,
			Download: []ui.Link{{Label: "Download it", URL: url + draftPath}, {Label: "Packs of your account", URL: site.PacksURL}},
		},
	}}, err
}

// draftPack sends it as a file.
func draftPack(ctx context.Context, r *site.Request) (site.Response, error) {
	text, err := drafted(ctx, r)
	header := map[string]string{"Content-Type": "application/json", "Content-Disposition": `attachment; filename="pack.json"`}
	return site.Response{Header: header, Write: func(w http.ResponseWriter) error {
		_, err := io.WriteString(w, text)
		return err
	}}, err
}

func emptyOf(searched string) ui.Empty {
	if searched != "" {
		return ui.Empty{Title: "No such file", Text: "No file has these words in its path or title."}
	}
	return ui.Empty{Title: "No files of mods yet", Text: "Import your server’s profiles folder: JSON, XML and cfg files of mods show up here."}
}
