// Package records holds the pages of the records that come from the files of the central economy and the trader, and of the reference
// data. A file for each resource declares its list and its form.
package records

import "quartermaster/internal/web/site"

// Add adds the pages of the records that files of the central economy and the trader hold, and of the reference data.
func Add(s *site.Site) {
	in := s.ForInstances(site.InstanceBase)
	for _, p := range allPages() {
		s.Collect(p.collection())
		p.register(in)
	}
	s.AddToMenu("World", "Economy core", economyCoreURL)
	in.Get("/presets/{record}/apply", presetPages().showApply)
	in.Post("/presets/{record}/apply", presetPages().apply)
	in.Get("/economy-core", showEconomyCore)
	in.Put("/economy-core", saveEconomyCore)
	in.Delete("/economy-core", resetEconomyCore)

	users := s.ForUsers()
	users.Get(site.ReferenceURL, toReferences)
	for _, p := range referencePages() {
		s.Collect(p.collection())
		p.register(users.Below(site.ReferenceURL))
	}
}
