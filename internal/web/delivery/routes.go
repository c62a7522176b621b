// Package delivery holds the pages about the server of an instance: where its files are and what goes there and back.
package delivery

import (
	"quartermaster/internal/access"
	"quartermaster/internal/web/site"
)

// Add adds the pages to a site.
func Add(s *site.Site) {
	in := s.ForInstances(site.InstanceBase, access.Read)
	deliver := in.Needing(access.Deliver)
	in.Get("/delivery", showPlan)
	in.Get("/delivery/files/*", showServerDiff)
	in.Get("/deliveries", listDeliveries)
	deliver.Post("/deliveries", startDelivery)
	in.Get("/deliveries/{delivery}", showDelivery)
	deliver.Get("/deliveries/{delivery}/rollback", showRollback)
	in.Get("/deliveries/{delivery}/rollback/files/*", showRollbackDiff)
	deliver.Post("/deliveries/{delivery}/rollback", rollBack)
	deliver.Post("/deliveries/{delivery}/cancel", cancelDelivery)
	deliver.Post("/deliveries/{delivery}/forget", forgetCopies)
	deliver.Get("/pull", showPull)
	deliver.Post("/pull", startPull)
	deliver.Get("/target", showTarget)
	deliver.Put("/target", saveTarget)
	deliver.Delete("/target", deleteTarget)
	deliver.Post("/target/test", testTarget)
	deliver.Post("/target/pin", pinTarget)
}
