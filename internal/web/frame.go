package web

// inside is a page of the instance that the request is about; crumbs lead to it from the instance's overview.
func (r *Request) inside(title string, crumbs ...Link) *Page {
	name := r.place.name()
	path := append([]Link{{Label: "Instances", URL: "/instances"}, {Label: name, URL: r.place.url}}, crumbs...)
	return &Page{Title: title, Crumbs: path, Place: &Place{Name: name, URL: r.place.url, Groups: r.navigation()}}
}

// navigation lists the pages of the instance, those of its resources in groups.
func (r *Request) navigation() []NavGroup {
	url := r.place.url
	groups := []NavGroup{{Links: []Link{
		{Label: "Overview", URL: url}, {Label: "Problems", URL: url + "/lint"}, {Label: "History", URL: url + "/history"}, {Label: "Settings", URL: url + "/edit"},
	}}}
	for _, p := range r.web.pages {
		last := &groups[len(groups)-1]
		if last.Title != p.group {
			groups = append(groups, NavGroup{Title: p.group})
			last = &groups[len(groups)-1]
		}
		last.Links = append(last.Links, Link{Label: p.title(), URL: p.url(r)})
	}
	last := &groups[len(groups)-1]
	last.Links = append(last.Links, Link{Label: "Economy core", URL: url + "/economy-core"})
	return append(groups, r.expansionGroup())
}

// expansionGroup lists the pages of the Expansion mod.
func (r *Request) expansionGroup() NavGroup {
	group := NavGroup{Title: "Expansion mod", Links: []Link{{Label: "Expansion settings", URL: r.guiURL()}}}
	for _, p := range r.web.documents {
		group.Links = append(group.Links, Link{Label: p.title(), URL: p.url(r)})
	}
	return group
}
