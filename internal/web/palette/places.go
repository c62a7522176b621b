package palette

import (
	"context"

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
		for _, link := range section.Entries() {
			list = append(list, pages.Found{Label: link.Label, Note: section.Name, URL: link.URL})
		}
		list = append(list, pages.Found{Label: "Views", Note: section.Name, URL: section.URL + "/views"},
			pages.Found{Label: "Paste from a file", Note: section.Name, URL: section.URL + "/paste"})
		list = append(list, grids(r)...)
	}
	list = append(list, pages.Found{Label: "Instances", URL: "/instances"}, pages.Found{Label: "Profile", URL: "/profile"},
		pages.Found{Label: "API documentation", URL: "/docs/api"})
	for _, c := range r.Site.CollectionsIn(record.Reference) {
		list = append(list, pages.Found{Label: c.Title, Note: site.ReferenceTitle, URL: c.URL(r)})
	}
	return list
}

// grids returns the grids of the instance.
func grids(r *site.Request) (list []pages.Found) {
	for _, c := range r.Site.CollectionsIn(record.InInstance) {
		if !c.Resource.HoldsDocuments() {
			list = append(list, pages.Found{Label: "Grid of " + c.Many, Note: record.Instances.TitleOf(r.Instance.Row), URL: c.URL(r) + "/grid"})
		}
	}
	return list
}
