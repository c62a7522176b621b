package finder

import (
	"cmp"
	"context"
	"net/url"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// RowsPath ends the address of the rows of a list without the page around them, GridPath that of the list as a grid.
const (
	RowsPath = "/rows"
	GridPath = "/grid"
)

// Draw adds to a table what narrows it, where it is on the page, and what can be done with many of its rows. The first column has
// the name.
func (s *Search) Draw(ctx context.Context, table *ui.Table, page store.Page, name string) (err error) {
	q := s.Query()
	table.Query, table.Pager = q, ui.Pager{Query: q, Page: page.Number, PerPage: page.Size, Total: int(page.Total)}
	table.Finder = &ui.Finder{
		Q: s.Q, Error: s.Wrong, More: ui.Link{Label: "All of the filter language", URL: "/docs/api"},
		Rows: s.part("rows"), FacetsURL: s.part("facets"), Completion: s.part("completion"),
	}
	finder := table.Finder
	if finder.Chips, err = s.chips(ctx); err != nil {
		return err
	}
	if finder.Found, err = s.found(ctx, page.Total); err != nil {
		return err
	}
	if finder.Views, err = s.views(ctx); err != nil {
		return err
	}
	table.Many = s.many(page.Total, finder.Found)
	if finder.Examples, err = s.examples(ctx, lower(name)); err != nil {
		return err
	}
	if !s.isPart() {
		finder.Facets, err = s.facets(ctx)
	}
	return err
}

// isPart reports whether the request asks for the rows alone.
func (s *Search) isPart() bool { return s.r.URL.Path == s.part("rows") }

// Answer answers with the page of a list, or with its rows alone where the request asks for them.
func (s *Search) Answer(page *ui.Page, lead string, table ui.Table) site.Response {
	if s.isPart() {
		return site.Response{View: ui.RowsPart{Table: table}}
	}
	return site.Response{Page: page, View: ui.ListView{Lead: lead, Table: table}}
}

// found says how many of the records are found.
func (s *Search) found(ctx context.Context, n int64) (string, error) {
	if s.Q == "" {
		return ui.Plural(int(n), s.One, s.Many), nil
	}
	all, err := s.r.Site.DB.Count(ctx, s.Resource, s.r.Scope())
	return ui.HumanCount(n) + " of " + ui.Plural(int(all), s.One, s.Many), err
}

// many offers to change many of the records at once.
func (s *Search) many(total int64, found string) *ui.Many {
	if s.Resource.Scope != record.InInstance || s.Resource.HoldsDocuments() || total == 0 {
		return nil
	}
	form := s.URL(s.r) + "/bulk"
	all := ui.Query{Path: form, Values: url.Values{"q": {cmp.Or(s.Q, "*")}}}
	return &ui.Many{
		Found: found, All: ui.Link{Label: "Change all " + ui.HumanCount(total), URL: all.With("", "")}, Ticked: form,
		Submit: "Change the selected", Back: s.Q,
	}
}
