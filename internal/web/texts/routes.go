package texts

import (
	"quartermaster/internal/access"
	"quartermaster/internal/web/site"
)

// Add adds the pages to a site.
func Add(s *site.Site) {
	in := s.ForInstances(site.InstanceBase, access.Read)
	edit := in.Needing(access.Edit)
	edit.Get("/new-text", showNew)
	edit.Post("/new-text", begin)
	in.Get(site.TextPath+"/*", show)
	edit.Post(site.TextPath+"/*", check)
	edit.Put(site.TextPath+"/*", save)
	edit.Patch(site.TextPath+"/*", rename)
	edit.Delete(site.TextPath+"/*", remove)
}
