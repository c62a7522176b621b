package palette

import (
	"context"
	"net/url"

	"quartermaster/internal/expansion"
	"quartermaster/internal/record"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
)

// most is how many pages, actions or settings are shown.
const most = 8

// placesWith returns the pages whose names hold the words: of the instance, and those outside of one.
func placesWith(ctx context.Context, r *site.Request, q string) (found []pages.Found, err error) {
	for _, p := range places(r) {
		if fits(p.Label, q) {
			found = append(found, p)
		}
	}
	rows, err := r.Site.DB.All(ctx, record.Instances, r.Scope(), "")
	for _, row := range rows {
		if name := record.Instances.TitleOf(row); fits(name, q) {
			found = append(found, pages.Found{Label: name, Note: "server", URL: "/instances/" + record.Instances.SID(row)})
		}
	}
	return found[:min(len(found), most)], err
}

func places(r *site.Request) (list []pages.Found) {
	if inInstance(r) {
		section := r.Inside("").Section
		links := section.More
		for _, group := range section.Groups {
			links = append(links, group.Links...)
		}
		for _, link := range links {
			list = append(list, pages.Found{Label: link.Label, Note: section.Name, URL: link.URL})
		}
		list = append(list, pages.Found{Label: "Views", Note: section.Name, URL: section.URL + "/views"})
	}
	list = append(list, pages.Found{Label: "Instances", URL: "/instances"}, pages.Found{Label: "Profile", URL: "/profile"}, pages.Found{Label: "API documentation", URL: "/docs/api"})
	for _, c := range r.Site.CollectionsIn(record.Reference) {
		list = append(list, pages.Found{Label: c.Title, Note: site.ReferenceTitle, URL: c.URL(r)})
	}
	return list
}

// settings returns the mod's settings files whose titles hold the words, and their fields whose labels or keys do.
func settings(r *site.Request, q string) (found []pages.Found) {
	c := r.Site.CollectionOf(record.ExpansionSettings.Name)
	if !inInstance(r) || c == nil {
		return nil
	}
	for _, file := range expansion.Settings() {
		if len(found) < most && fits(file.Title+" settings", q) {
			found = append(found, pages.Found{Label: file.Title, Note: "Settings of the Expansion mod", URL: c.EditURL(r, file.Slug, "")})
		}
	}
	for _, file := range expansion.Settings() {
		for _, f := range file.Fields {
			if len(found) < most && fits(f.Label+" "+f.Name+" "+file.Title, q) && !fits(file.Title, q) {
				address := c.EditURL(r, file.Slug, "") + "?" + url.Values{"q": {f.Name}}.Encode()
				found = append(found, pages.Found{Label: f.Label, Note: file.Title, URL: address})
			}
		}
	}
	return found
}
