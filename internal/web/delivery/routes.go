// Package delivery holds the pages about the server of an instance: where its files are and what goes there and back.
package delivery

import "quartermaster/internal/web/site"

// Add adds the pages to a site.
func Add(s *site.Site) {
	in := s.ForInstances(site.InstanceBase)
	in.Get("/target", showTarget)
	in.Put("/target", saveTarget)
	in.Delete("/target", deleteTarget)
	in.Post("/target/test", testTarget)
	in.Post("/target/pin", pinTarget)
}
