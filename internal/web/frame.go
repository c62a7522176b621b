package web

import "quartermaster/internal/web/ui"

// inside is a page of the instance that the request is about; crumbs lead to it from the instance's overview.
func (r *request) inside(title string, crumbs ...ui.Link) *ui.Page {
	name := r.instance.name()
	path := append([]ui.Link{{Label: "Instances", URL: "/instances"}, {Label: name, URL: r.instance.url}}, crumbs...)
	return &ui.Page{Title: title, Crumbs: path, Section: &ui.Section{Name: name, URL: r.instance.url, Groups: r.navigation()}}
}

// navigation lists the pages of the instance, those of its resources in groups.
func (r *request) navigation() []ui.NavGroup {
	url := r.instance.url
	groups := []ui.NavGroup{{Links: []ui.Link{
		{Label: "Overview", URL: url}, {Label: "Problems", URL: url + "/lint"}, {Label: "History", URL: url + "/history"}, {Label: "Settings", URL: url + "/edit"},
	}}}
	for _, p := range r.web.pages {
		last := &groups[len(groups)-1]
		if last.Title != p.group {
			groups = append(groups, ui.NavGroup{Title: p.group})
			last = &groups[len(groups)-1]
		}
		last.Links = append(last.Links, ui.Link{Label: p.title(), URL: p.url(r)})
	}
	last := &groups[len(groups)-1]
	last.Links = append(last.Links, ui.Link{Label: "Economy core", URL: url + "/economy-core"})
	return append(groups, r.expansionGroup())
}

// expansionGroup lists the pages of the Expansion mod.
func (r *request) expansionGroup() ui.NavGroup {
	group := ui.NavGroup{Title: "Expansion mod", Links: []ui.Link{{Label: "Expansion settings", URL: r.guiURL()}}}
	for _, p := range r.web.documents {
		group.Links = append(group.Links, ui.Link{Label: p.title(), URL: p.url(r)})
	}
	return group
}
