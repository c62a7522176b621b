package web

import (
	"context"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/httpd"
	"quartermaster/internal/web/ui"
)

// docsURL is the first page of the API's documentation.
const docsURL = "/docs/api"

// docs are the pages of the API's documentation, made once from the table of endpoints and the declarations of records.
type docs struct {
	counts endpoint.Counts
	groups []DocsGroup
	guide  DocsGuide
	byName map[string]*DocsResource
	place  *ui.Place
	lint   lintDocs
}

func newDocs(table []endpoint.Group) *docs {
	d := &docs{counts: endpoint.Count(table), guide: newDocsGuide(), byName: map[string]*DocsResource{}, lint: newLintDocs()}
	links := docsLinks(table)
	for _, g := range table {
		group := DocsGroup{Name: g.Name}
		for _, r := range g.Resources {
			resource := links.resource(r)
			d.byName[r.Name] = resource
			group.Resources = append(group.Resources, resource)
		}
		d.groups = append(d.groups, group)
	}
	d.place = &ui.Place{Name: "API documentation", URL: docsURL, Groups: docsNavigation(d.groups)}
	return d
}

func docsNavigation(groups []DocsGroup) []ui.NavGroup {
	navigation := []ui.NavGroup{{Links: []ui.Link{{Label: "Overview", URL: docsURL}}}}
	for _, g := range groups {
		links := make([]ui.Link, len(g.Resources))
		for i, r := range g.Resources {
			links[i] = ui.Link{Label: r.Title, URL: r.URL}
		}
		navigation = append(navigation, ui.NavGroup{Title: g.Name, Links: links})
	}
	return navigation
}

func showDocs(ctx context.Context, r *Request) (Response, error) {
	d := r.web.docs
	return Response{
		Page: &ui.Page{Title: "The API", Place: d.place},
		View: DocsView{
			DocsGuide: d.guide, Variables: docsVariables(httpd.InfoOf(ctx).BaseURL, d.guide.Params),
			Upload: ui.HumanSize(r.web.UploadLimit), Counts: d.counts, Groups: d.groups,
		},
	}, nil
}

func showDocsResource(ctx context.Context, r *Request) (Response, error) {
	resource := r.web.docs.byName[r.param("resource")]
	if resource == nil {
		return Response{}, errNotFound
	}
	page := &ui.Page{Title: resource.Title, Place: r.web.docs.place, Crumbs: []ui.Link{{Label: r.web.docs.place.Name, URL: docsURL}}}
	return Response{Page: page, View: DocsResourceView{docsVariables(httpd.InfoOf(ctx).BaseURL, resource.Params), resource}}, nil
}
