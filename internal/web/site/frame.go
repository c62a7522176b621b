package site

import (
	"quartermaster/internal/record"
	"quartermaster/internal/web/ui"
)

// Inside returns a page of the instance; crumbs lead to it from the overview.
func (r *Request) Inside(title string, crumbs ...ui.Link) *ui.Page {
	name := r.Instance.Name()
	path := append([]ui.Link{{Label: "Instances", URL: "/instances"}, {Label: name, URL: r.Instance.URL}}, crumbs...)
	return &ui.Page{Title: title, Crumbs: path, ClassNames: r.ClassNamesURL(), Section: &ui.Section{Name: name, URL: r.Instance.URL, Groups: r.navigation()}}
}

// ClassNamesURL returns the address that suggests class names for a typed text.
func (r *Request) ClassNamesURL() string {
	return "/instance/" + record.Instances.SID(r.Instance.Row) + "/expansion/gui/" + ui.ClassNamesList
}

// navigation returns the menu of the instance.
func (r *Request) navigation() []ui.NavGroup {
	url := r.Instance.URL
	groups := []ui.NavGroup{{Links: []ui.Link{
		{Label: "Overview", URL: url}, {Label: "Problems", URL: url + "/lint"}, {Label: "History", URL: url + "/history"}, {Label: "Recipes", URL: url + "/recipes"}, {Label: "Settings", URL: url + "/edit"},
	}}}
	for _, entry := range r.Site.menu {
		if entry.group != groups[len(groups)-1].Title {
			groups = append(groups, ui.NavGroup{Title: entry.group})
		}
		last := &groups[len(groups)-1]
		last.Links = append(last.Links, ui.Link{Label: entry.label, URL: entry.url(r)})
	}
	return groups
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
