// Package delivery holds the pages about the server of an instance: where its files are and what goes there and back.
package delivery

import "quartermaster/internal/web/site"

// Add adds the pages to a site.
func Add(s *site.Site) {
	in := s.ForInstances(site.InstanceBase)
	in.Get("/delivery", showPlan)
	in.Get("/delivery/files/*", showServerDiff)
	in.Get("/deliveries", listDeliveries)
	in.Post("/deliveries", startDelivery)
	in.Get("/deliveries/{delivery}", showDelivery)
	in.Get("/deliveries/{delivery}/rollback", showRollback)
	in.Get("/deliveries/{delivery}/rollback/files/*", showRollbackDiff)
	in.Post("/deliveries/{delivery}/rollback", rollBack)
	in.Post("/deliveries/{delivery}/cancel", cancelDelivery)
	in.Post("/deliveries/{delivery}/forget", forgetCopies)
	in.Get("/pull", showPull)
	in.Post("/pull", startPull)
	in.Get("/target", showTarget)
	in.Put("/target", saveTarget)
	in.Delete("/target", deleteTarget)
	in.Post("/target/test", testTarget)
	in.Post("/target/pin", pinTarget)
}
