package web

import (
	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// inside is a page of the instance that the request is about; crumbs lead to it from the instance's overview.
func (r *request) inside(title string, crumbs ...ui.Link) *ui.Page {
	name := r.instance.name()
	path := append([]ui.Link{{Label: "Instances", URL: "/instances"}, {Label: name, URL: r.instance.url}}, crumbs...)
	return &ui.Page{Title: title, Crumbs: path, Section: &ui.Section{Name: name, URL: r.instance.url, Groups: r.navigation()}}
}

// menuEntry is a page of an instance in the navigation.
type menuEntry struct {
	group, label string
	url          func(r *request) string
}

// addToMenu adds a page to the navigation of an instance: to the last group, or to a new one.
func (web *Web) addToMenu(group, label string, url func(r *request) string) {
	web.menu = append(web.menu, menuEntry{group, label, url})
}

// navigation lists the pages of the instance in groups.
func (r *request) navigation() []ui.NavGroup {
	url := r.instance.url
	groups := []ui.NavGroup{{Links: []ui.Link{
		{Label: "Overview", URL: url}, {Label: "Problems", URL: url + "/lint"}, {Label: "History", URL: url + "/history"}, {Label: "Settings", URL: url + "/edit"},
	}}}
	for _, entry := range r.web.menu {
		if entry.group != groups[len(groups)-1].Title {
			groups = append(groups, ui.NavGroup{Title: entry.group})
		}
		last := &groups[len(groups)-1]
		last.Links = append(last.Links, ui.Link{Label: entry.label, URL: entry.url(r)})
	}
	return groups
}

// Where the reference data is, and what people call it.
const (
	referenceURL   = "/reference"
	referenceTitle = "Reference data"
)

// amongReferences is a page of the reference data.
func (r *request) amongReferences(title string, crumbs ...ui.Link) *ui.Page {
	group := ui.NavGroup{}
	for _, c := range r.web.collectionsIn(record.Reference) {
		group.Links = append(group.Links, ui.Link{Label: c.title, URL: c.url(r)})
	}
	return &ui.Page{
		Title: title, Crumbs: append([]ui.Link{{Label: "Instances", URL: "/instances"}}, crumbs...),
		Section: &ui.Section{Name: referenceTitle, URL: referenceURL, Groups: []ui.NavGroup{group}},
	}
}
