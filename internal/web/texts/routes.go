package texts

import (
	"quartermaster/internal/web/site"
)

// Add adds the pages to a site.
func Add(s *site.Site) {
	in := s.ForInstances(site.InstanceBase)
	in.Get("/new-text", showNew)
	in.Post("/new-text", begin)
	in.Get(site.TextPath+"/*", show)
	in.Post(site.TextPath+"/*", check)
	in.Put(site.TextPath+"/*", save)
	in.Patch(site.TextPath+"/*", rename)
	in.Delete(site.TextPath+"/*", remove)
}
