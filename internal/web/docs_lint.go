package web

import (
	"context"

	"quartermaster/internal/lint"
	"quartermaster/internal/web/ui"
)

// lintDocsURL is the first page about the rules.
const lintDocsURL = "/docs/lint"

// DocsLintView lists the rules that records are checked by.
type DocsLintView struct{ Groups []DocsLintGroup }

// DocsLintGroup is a chapter of rules.
type DocsLintGroup struct {
	Title string
	Rules []*DocsLintRule
}

// DocsLintRule is the page of one rule.
type DocsLintRule struct {
	*lint.Rule
	URL        string
	Tone       ui.Tone
	Paragraphs []DocsNote
}

func (DocsLintView) Template() string { return "docs-lint" }
func (DocsLintRule) Template() string { return "docs-lint-rule" }

// lintDocs are the pages about the rules.
type lintDocs struct {
	view   DocsLintView
	byName map[string]*DocsLintRule
	place  *ui.Place
}

func newLintDocs() lintDocs {
	d := lintDocs{byName: map[string]*DocsLintRule{}, place: &ui.Place{Name: "Lint rules", URL: lintDocsURL}}
	d.place.Groups = []ui.NavGroup{{Links: []ui.Link{{Label: "Overview", URL: lintDocsURL}}}}
	for _, g := range lint.Groups() {
		group, links := DocsLintGroup{Title: g.Title}, ui.NavGroup{Title: g.Title}
		for _, rule := range g.Rules {
			page := &DocsLintRule{Rule: rule, URL: lintDocsURL + "/" + rule.ID, Tone: severityWords[rule.Severity].tone}
			for _, paragraph := range rule.Doc() {
				page.Paragraphs = append(page.Paragraphs, newDocsNote(paragraph))
			}
			d.byName[rule.ID] = page
			group.Rules, links.Links = append(group.Rules, page), append(links.Links, ui.Link{Label: rule.Title, URL: page.URL})
		}
		d.view.Groups, d.place.Groups = append(d.view.Groups, group), append(d.place.Groups, links)
	}
	return d
}

func showLintDocs(_ context.Context, r *Request) (Response, error) {
	d := r.web.docs.lint
	return Response{Page: &ui.Page{Title: "Lint rules", Place: d.place}, View: d.view}, nil
}

func showLintRule(_ context.Context, r *Request) (Response, error) {
	d := r.web.docs.lint
	rule := d.byName[r.param("rule")]
	if rule == nil {
		return Response{}, errNotFound
	}
	return Response{Page: &ui.Page{Title: rule.Title, Place: d.place, Crumbs: []ui.Link{{Label: d.place.Name, URL: lintDocsURL}}}, View: *rule}, nil
}
