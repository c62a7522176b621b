package web

import (
	"context"
	"sync"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/httpd"
	"quartermaster/internal/web/apidocs"
	"quartermaster/internal/web/ui"
)

// docs answers with the pages of the documentation, which are made when they are first asked for.
type docs func() *apidocs.Docs

// addDocs adds the documentation, which anybody may read.
func addDocs(web *Web) {
	d := docs(sync.OnceValue(func() *apidocs.Docs { return apidocs.New(endpoint.Table(), docsKeys()) }))
	all := web.forAll()
	all.get(apidocs.URL, d.showGuide)
	all.get(apidocs.URL+"/{resource}", d.showResource)
	all.get(apidocs.RulesURL, d.showRules)
	all.get(apidocs.RulesURL+"/{rule}", d.showRule)
}

func (d docs) showGuide(ctx context.Context, r *request) (response, error) {
	return docsPage(d().Guide(httpd.InfoOf(ctx).BaseURL, r.web.UploadLimit))
}

func (d docs) showResource(ctx context.Context, r *request) (response, error) {
	return docsPage(d().Resource(r.param("resource"), httpd.InfoOf(ctx).BaseURL))
}

func (d docs) showRules(context.Context, *request) (response, error) { return docsPage(d().Rules()) }

func (d docs) showRule(_ context.Context, r *request) (response, error) {
	return docsPage(d().Rule(r.param("rule")))
}

func docsPage(page *ui.Page, view ui.View) (response, error) {
	if page == nil {
		return response{}, errNotFound
	}
	return response{Page: page, View: view}, nil
}
