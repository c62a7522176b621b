package site

import (
	"slices"
	"strconv"

	"quartermaster/internal/access"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/ui"
)

// PacksURL is the page of the packs of the account.
const PacksURL = "/profile/packs"

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

// section returns the navigation of the instance.
func (r *Request) section() *ui.Section {
	url := r.Instance.URL
	standing, _ := r.Site.DB.Pending(r.Context(), r.Scope()) // without it, the navigation says nothing of it
	section := &ui.Section{Name: r.Instance.Name(), URL: url, Folds: true, Groups: []ui.NavGroup{
		{Icon: "home", Links: []ui.Link{{Label: "Overview", URL: url}}},
		{Icon: "edit", Title: "Edit", Parts: r.editable(), Links: []ui.Link{{Label: "Recipes", URL: url + "/recipes"}}},
		{Icon: "check", Title: "Check", Badge: badge(standing.Problems), Waits: "problems", Links: []ui.Link{
			{Label: "Problems", URL: url + "/lint"},
			{Label: "Economy", URL: url + "/economy"},
			{Label: "Loot lab", URL: url + LabPath},
			{Label: "Map", URL: url + MapPath},
		}},
		{Icon: "send", Title: "Send", Badge: badge(standing.Unsent), Waits: "unsent changes", Links: []ui.Link{
			{Label: "Changes", URL: url + "/delivery"},
			{Label: "Connection", URL: url + "/target"},
			{Label: "Live server", URL: url + "/server"},
			{Label: "Schedule", URL: url + "/schedules"},
		}},
		{Icon: "layers", Title: "Plan", Links: []ui.Link{
			{Label: "Drafts", URL: url + "/drafts"},
			{Label: "Layers", URL: url + "/layers"},
			{Label: "Calendar", URL: url + "/calendar"},
			{Label: "Bundles", URL: url + "/bundles"},
		}},
		{Icon: "history", Links: []ui.Link{{Label: "History", URL: url + "/history"}}},
		{Icon: "settings", Title: "Manage", Links: []ui.Link{
			{Label: "Settings", URL: url + "/edit"},
			{Label: "Members", URL: url + "/members"},
			{Label: "Tokens", URL: url + "/tokens"},
		}},
	}}
	section.Draft = r.draft()
	if r.May(access.Edit) {
		section.Import = url + "/import"
	}
	section.Unsent = ui.Link{Label: unsent(standing, r.Instance.Row), URL: url + "/delivery"}
	return section
}

// draft says what the instance is a draft of; nil for none.
func (r *Request) draft() *ui.Draft {
	if r.Instance.Row[record.Instances.Index("draft_of")] == nil {
		return nil
	}
	d, err := r.Site.DB.DraftOf(r.Context(), r.Scope()) // without it, the pages are those of any instance
	if err != nil {
		return nil
	}
	text := "made from revision " + ui.HumanCount(d.BaseRevision)
	if d.Author != "" {
		text = "by " + d.Author + ", " + text
	}
	bar := &ui.Draft{
		Of: ui.Link{Label: d.OriginName, URL: "/instances/" + d.Origin}, Text: text,
		Compare: ui.Link{Label: "Compare and bring in", URL: r.Instance.URL + "/comparison"},
	}
	if reviewed, err := r.Site.DB.IsReviewed(r.Context(), d.OriginScope()); err == nil && reviewed {
		bar.Compare.Label = "Compare"
		bar.Propose = ui.Link{Label: "Propose", URL: r.Instance.URL + "/comparison#bring-in"}
	}
	return bar
}

// unsent says what of an instance has not been sent; empty for nothing.
func unsent(p store.Pending, instance record.Row) string {
	revision, _ := instance[record.Instances.Index("revision")].(int64)
	switch {
	case p.Unsent > 0:
		return badge(p.Unsent) + " unsent"
	case !p.Sent && revision > 1: // the first is that of its creation
		return "Not sent yet"
	}
	return ""
}

// badge is a count in few letters; empty for none.
func badge(n int64) string {
	switch {
	case n == 0:
		return ""
	case n > store.MostWaiting:
		return strconv.Itoa(store.MostWaiting) + "+"
	}
	return strconv.FormatInt(n, 10)
}

// editable returns what of the instance is edited: a group for each part of it, and under More what it does not have.
func (r *Request) editable() (groups []ui.NavGroup) {
	has, more := r.held(), ui.NavGroup{Title: "More"}
	for _, entry := range r.Site.menu {
		link := ui.Link{Label: entry.label, URL: entry.url(r)}
		if entry.resource != nil && !has[entry.resource] {
			more.Links = append(more.Links, link)
			continue
		}
		if len(groups) == 0 || entry.group != groups[len(groups)-1].Title {
			groups = append(groups, ui.NavGroup{Title: entry.group})
		}
		last := &groups[len(groups)-1]
		last.Links = append(last.Links, link)
	}
	if len(more.Links) > 0 {
		groups = append(groups, more)
	}
	return groups
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
