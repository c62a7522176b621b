package site

import (
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// Inside returns a page of the instance; crumbs lead to it from the overview.
func (r *Request) Inside(title string, crumbs ...ui.Link) *ui.Page {
	name := r.Instance.Name()
	path := append([]ui.Link{{Label: "Instances", URL: "/instances"}, {Label: name, URL: r.Instance.URL}}, crumbs...)
	return &ui.Page{Title: title, Crumbs: path, ClassNames: r.ClassNamesURL(), Section: r.section()}
}

// ClassNamesURL returns the address that suggests class names for a typed text.
func (r *Request) ClassNamesURL() string {
	return "/instance/" + record.Instances.SID(r.Instance.Row) + "/expansion/gui/" + ui.ClassNamesList
}

// section returns the navigation of the instance: a group for each part of it, and under More what it does not have.
func (r *Request) section() *ui.Section {
	url := r.Instance.URL
	section := &ui.Section{Name: r.Instance.Name(), URL: url, Folds: true, Groups: []ui.NavGroup{{Links: []ui.Link{
		{Label: "Overview", URL: url},
		{Label: "Map", URL: url + MapPath},
		{Label: "Problems", URL: url + "/lint"},
		{Label: "Economy", URL: url + "/economy"},
		{Label: "History", URL: url + "/history"},
		{Label: "Recipes", URL: url + "/recipes"},
		{Label: "Deliver", URL: url + "/delivery"},
		{Label: "Target", URL: url + "/target"},
		{Label: "Game server", URL: url + "/server"},
		{Label: "Schedules", URL: url + "/schedules"},
		{Label: "Settings", URL: url + "/edit"},
	}}}}
	has := r.held()
	for _, entry := range r.Site.menu {
		link := ui.Link{Label: entry.label, URL: entry.url(r)}
		if entry.resource != nil && !has[entry.resource] {
			section.More = append(section.More, link)
			continue
		}
		if entry.group != section.Groups[len(section.Groups)-1].Title {
			section.Groups = append(section.Groups, ui.NavGroup{Title: entry.group})
		}
		last := &section.Groups[len(section.Groups)-1]
		last.Links = append(last.Links, link)
	}
	return section
}

// basics are in the navigation of every instance.
var basics = []*record.Resource{record.Types, record.Events, record.PlayerLists}

// held returns the resources that the navigation leads to: the basics, and those that the instance has records of. Where that cannot
// be found out, it is all of them.
func (r *Request) held() map[*record.Resource]bool {
	var resources []*record.Resource
	for _, entry := range r.Site.menu {
		if entry.resource != nil {
			resources = append(resources, entry.resource)
		}
	}
	has, err := r.Site.DB.Has(r.Context(), r.Scope(), resources)
	held := map[*record.Resource]bool{}
	for i, res := range resources {
		held[res] = err != nil || has[i] || slices.Contains(basics, res)
	}
	return held
}

// The pages of the reference data.
const (
	ReferenceURL   = "/reference"
	ReferenceTitle = "Reference data"
)

// AmongReferences returns a page of the reference data.
func (r *Request) AmongReferences(title string, crumbs ...ui.Link) *ui.Page {
	group := ui.NavGroup{}
	for _, c := range r.Site.CollectionsIn(record.Reference) {
		group.Links = append(group.Links, ui.Link{Label: c.Title, URL: c.URL(r)})
	}
	return &ui.Page{
		Title: title, Crumbs: append([]ui.Link{{Label: "Instances", URL: "/instances"}}, crumbs...),
		Section: &ui.Section{Name: ReferenceTitle, URL: ReferenceURL, Groups: []ui.NavGroup{group}},
	}
}
