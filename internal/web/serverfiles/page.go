package serverfiles

import (
	"context"
	"net/url"
	"path"
	"slices"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/tradermod"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/docform"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func showDocument(ctx context.Context, r *site.Request) (site.Response, error) {
	s, err := find(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	if s.Tree == nil {
		return site.Response{Page: s.page(s.Title), View: pages.GameFile{Facts: s.facts()}}, nil
	}
	input, problems := s.part.Left()
	if s.part.IsNew {
		return s.drawNew(input, problems)
	}
	return s.draw(input, problems)
}

// draw shows the part of the document, with input and errors if the form is shown again.
func (s *shownFile) draw(input *jsontree.Object, problems validate.Errors) (site.Response, error) {
	form := s.form()
	var merged ui.Merged
	if input != nil {
		merged, _ = form.Merge(input)
	}
	drawn, ok := s.part.Draw(form, input, problems, merged)
	if !ok {
		return s.part.Nearest(form)
	}
	view := pages.GameFile{Setting: drawn, Suggestions: s.references.Suggestions()}
	if view.Places {
		view.Lead, view.Facts, view.Presets = s.About, s.facts(), presetsOf(s)
	}
	return site.Response{Page: s.pageOf(form.Cursor()), View: view}, nil
}

// drawNew shows the form of a new member of the list or map at the path.
func (s *shownFile) drawNew(input *jsontree.Object, problems validate.Errors) (site.Response, error) {
	view, cursor, ok := s.part.DrawNew(s.form(), input, problems)
	if !ok {
		return site.Response{}, site.ErrNotFound
	}
	return site.Response{Page: s.pageOf(cursor), View: pages.GameFile{Setting: view, Suggestions: s.references.Suggestions()}}, nil
}

// pageOf returns the page of a value in the document; crumbs lead to it through those around it.
func (s *shownFile) pageOf(cursor *docform.Cursor) *ui.Page {
	if cursor.Up() == nil {
		return s.page(s.title())
	}
	return s.page(s.part.TitleOf(cursor), s.part.Crumbs(cursor, s.title())...)
}

func (s *shownFile) title() string {
	if s.Name != "" {
		return s.Title + ": " + path.Base(s.Name)
	}
	return s.Title
}

func (s *shownFile) page(name string, crumbs ...ui.Link) *ui.Page {
	list := ui.Link{Label: title, URL: listURL(s.r)}
	if s.FromFile {
		list = ui.Link{Label: modsTitle, URL: modsURL(s.r)}
	}
	page := s.r.Inside(name, append([]ui.Link{list}, crumbs...)...)
	if s.part.At == "" && s.Present {
		page.Actions = []ui.Link{
			{Label: "Edit as text", URL: s.r.TextURL(s.Path), Quiet: true},
			{Label: "Changes since its import", URL: s.r.Instance.URL + "/diff/" + s.Path, Quiet: true},
			{Label: "History", URL: s.r.Instance.URL + "/history?" + url.Values{"record": {s.Path}}.Encode(), Quiet: true},
		}
		if s.Packable() {
			page.Actions = append(page.Actions, ui.Link{Label: "Make a pack of this", URL: s.part.URL() + draftPagePath, Quiet: true})
		}
		if s.Slug != territoriesSlug && len(s.Tables()) > 0 {
			page.Actions = append(page.Actions, ui.Link{Label: "Change many rows", URL: s.rowsURL(), Quiet: true})
		}
		if tradermod.Plus.Takes(s.Path) {
			page.Actions = append(page.Actions, s.r.ConvertTraders(tradermod.Plus))
		}
		if s.Slug == territoriesSlug && s.Tree != nil {
			page.Actions = slices.Insert(page.Actions, 0, ui.Link{Label: "Change many zones", URL: zonesURL(s.r, s.Name), Quiet: true})
		}
	}
	return page
}

// facts describes the whole file.
func (s *shownFile) facts() *pages.GameFileFacts {
	facts := &pages.GameFileFacts{Path: s.Path, Present: s.Present, Broken: s.Broken, NoForm: s.FromFile && s.Broken != "", Notes: s.Notes}
	for _, p := range s.Problems() {
		link := ui.Link{Label: p.Text(), URL: s.form().Locate(p.Path).Address(s.part.URL())}
		facts.Problems = append(facts.Problems, link)
	}
	named := expansion.ByName(s.Fields())
	for key := range s.Tree.All() {
		if named(key) == nil {
			facts.Unknown = append(facts.Unknown, key)
		}
	}
	return facts
}
