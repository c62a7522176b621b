package finder

import (
	"quartermaster/internal/access"
	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
)

// Add adds to a site the parts of lists that scripts ask for, for every collection that it has so far.
func Add(s *site.Site) {
	in, users := s.ForInstances(site.InstanceBase, access.Read), s.ForUsers()
	addViews(in)
	for _, c := range s.Collections {
		on := users.Below(site.ReferenceURL)
		if c.Resource.Scope == record.InInstance {
			on = in
		}
		on = on.Below("/" + c.Resource.Path)
		on.Get("/facets", showFacets(c))
		on.ForPrograms().Get("/completion", Completion(c))
	}
}
