package web

import (
	"context"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/httpd"
	"quartermaster/internal/web/apidocs"
	"quartermaster/internal/web/ui"
)

// docsKeys are the keys of documents that the forms of the market take.
func docsKeys() apidocs.FormKeys {
	return apidocs.FormKeys{"market-traders": traderForm.keys(), "market-categories": categoryForm.keys(), "trader-zones": zoneForm.keys()}
}

// keys are those that the form shows.
func (f marketForm) keys() (keys []apidocs.Key) {
	for _, set := range f.sets {
		for _, key := range set.fields {
			keys = append(keys, apidocs.Key{Name: f.nameOf(key), Field: f.document.Field(key)})
		}
	}
	return keys
}

// docs answers with the pages of the documentation.
type docs struct{ *apidocs.Docs }

// addDocs adds the documentation, which anybody may read.
func addDocs(web *Web) {
	d, all := docs{apidocs.New(endpoint.Table(), docsKeys())}, web.forAll()
	all.get(apidocs.URL, d.showGuide)
	all.get(apidocs.URL+"/{resource}", d.showResource)
	all.get(apidocs.RulesURL, d.showRules)
	all.get(apidocs.RulesURL+"/{rule}", d.showRule)
}

func (d docs) showGuide(ctx context.Context, r *request) (response, error) {
	return docsPage(d.Guide(httpd.InfoOf(ctx).BaseURL, r.web.UploadLimit))
}

func (d docs) showResource(ctx context.Context, r *request) (response, error) {
	return docsPage(d.Resource(r.param("resource"), httpd.InfoOf(ctx).BaseURL))
}

func (d docs) showRules(context.Context, *request) (response, error) { return docsPage(d.Rules()) }

func (d docs) showRule(_ context.Context, r *request) (response, error) {
	return docsPage(d.Rule(r.param("rule")))
}

func docsPage(page *ui.Page, view ui.View) (response, error) {
	if page == nil {
		return response{}, errNotFound
	}
	return response{Page: page, View: view}, nil
}
