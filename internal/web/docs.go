package web

import (
	"context"
	"sync"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/httpd"
	"quartermaster/internal/problem"
	"quartermaster/internal/web/apidocs"
	"quartermaster/internal/web/market"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// docs answers with the pages of the documentation, which are made when they are first asked for.
type docs func() *apidocs.Docs

// addDocs adds the documentation, which anybody may read.
func addDocs(s *site.Site) {
	d := docs(sync.OnceValue(func() *apidocs.Docs { return apidocs.New(endpoint.Table(), market.FormKeys()) }))
	all := s.ForAll()
	all.Get(apidocs.URL, d.showGuide)
	all.Get(apidocs.URL+"/{resource}", d.showResource)
	all.Get(apidocs.RulesURL, d.showRules)
	all.Get(apidocs.RulesURL+"/{rule}", d.showRule)
	all.Get(problem.URL, d.showErrors)
	all.Get(problem.URL+"/{type}", d.showError)
}

func (d docs) showGuide(ctx context.Context, r *site.Request) (site.Response, error) {
	return docsPage(d().Guide(httpd.InfoOf(ctx).BaseURL, r.Site.UploadLimit))
}

func (d docs) showResource(ctx context.Context, r *site.Request) (site.Response, error) {
	return docsPage(d().Resource(r.Param("resource"), httpd.InfoOf(ctx).BaseURL))
}

func (d docs) showRules(context.Context, *site.Request) (site.Response, error) {
	return docsPage(d().Rules())
}

func (d docs) showRule(_ context.Context, r *site.Request) (site.Response, error) {
	return docsPage(d().Rule(r.Param("rule")))
}

func (d docs) showErrors(context.Context, *site.Request) (site.Response, error) {
	return docsPage(d().Errors())
}

func (d docs) showError(_ context.Context, r *site.Request) (site.Response, error) {
	return docsPage(d().Error(r.Param("type")))
}

func docsPage(page *ui.Page, view ui.View) (site.Response, error) {
	if page == nil {
		return site.Response{}, site.ErrNotFound
	}
	return site.Response{Page: page, View: view}, nil
}
