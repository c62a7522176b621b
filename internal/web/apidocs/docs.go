// Package apidocs holds the pages of the API's documentation and of the lint rules.
package apidocs

import (
	"quartermaster/internal/endpoint"
	"quartermaster/internal/web/ui"
)

// URL is the first page of the API's documentation.
const URL = "/docs/api"

// Docs are the pages, made once from the table of endpoints, the declarations of records and the lint rules.
type Docs struct {
	counts  endpoint.Counts
	groups  []chapter
	guide   guideExamples
	byName  map[string]*resourceDoc
	section *ui.Section
	lint    rulePages

	problems errorPages
}

// New makes the pages of a table of endpoints; keys are what the forms on documents take.
func New(table []endpoint.Group, keys FormKeys) *Docs {
	d := &Docs{
		counts: endpoint.Count(table), guide: newGuide(), byName: map[string]*resourceDoc{}, lint: newRulePages(), problems: newErrorPages(),
	}
	links, fields := newResourceLinks(table), formTables(keys)
	for _, g := range table {
		group := chapter{Name: g.Name}
		for _, r := range g.Resources {
			resource := links.resource(r, fields)
			d.byName[r.Name] = resource
			group.Resources = append(group.Resources, resource)
		}
		d.groups = append(d.groups, group)
	}
	d.section = &ui.Section{Name: "API documentation", URL: URL, Groups: navigation(d.groups)}
	return d
}

func navigation(groups []chapter) []ui.NavGroup {
	navigation := []ui.NavGroup{{Links: []ui.Link{{Label: "Overview", URL: URL}}}}
	for _, g := range groups {
		links := make([]ui.Link, len(g.Resources))
		for i, r := range g.Resources {
			links[i] = ui.Link{Label: r.Title, URL: r.URL}
		}
		navigation = append(navigation, ui.NavGroup{Title: g.Name, Links: links})
	}
	return navigation
}

// Guide is the first page, for a service at the address base that takes uploads of so many bytes.
func (d *Docs) Guide(base string, upload int64) (*ui.Page, ui.View) {
	page := &ui.Page{
		Title: "The API", Section: d.section, Description: "How programs read and change the configuration of DayZ servers over the REST API.",
	}
	return page, guideView{
		guideExamples: d.guide, Variables: variables(base, d.guide.Params), Upload: ui.HumanSize(upload), Counts: d.counts, Groups: d.groups,
	}
}

// Resource is the page of the resource of a name, or nil.
func (d *Docs) Resource(name, base string) (*ui.Page, ui.View) {
	resource := d.byName[name]
	if resource == nil {
		return nil, nil
	}
	page := &ui.Page{
		Title: resource.Title, Section: d.section, Crumbs: []ui.Link{{Label: d.section.Name, URL: URL}},
		Description: resource.Title + " in the REST API: fields, filters, endpoints and examples.",
	}
	return page, resourceView{variables(base, resource.Params), resource}
}
