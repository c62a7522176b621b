package web

import (
	"context"

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

func showDocs(ctx context.Context, r *request) (response, error) {
	page, view := r.web.docs().Guide(httpd.InfoOf(ctx).BaseURL, r.web.UploadLimit)
	return response{Page: page, View: view}, nil
}

func showDocsResource(ctx context.Context, r *request) (response, error) {
	return docsPage(r.web.docs().Resource(r.param("resource"), httpd.InfoOf(ctx).BaseURL))
}

func showLintDocs(_ context.Context, r *request) (response, error) {
	page, view := r.web.docs().Rules()
	return response{Page: page, View: view}, nil
}

func showLintRule(_ context.Context, r *request) (response, error) {
	return docsPage(r.web.docs().Rule(r.param("rule")))
}

func docsPage(page *ui.Page, view ui.View) (response, error) {
	if page == nil {
		return response{}, errNotFound
	}
	return response{Page: page, View: view}, nil
}
