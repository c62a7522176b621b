// Package drafts has the pages of drafts, of what instances have otherwise, and of layers.
//
// Unless a comment says otherwise, an error is one of the database or of the context.
package drafts

import (
	"quartermaster/internal/access"
	"quartermaster/internal/web/site"
)

// Add adds the pages to a site.
func Add(s *site.Site) {
	in := s.ForInstances(site.InstanceBase, access.Read)
	edit := in.Needing(access.Edit)
	in.Get("/drafts", showDrafts)
	edit.Post("/drafts", makeDraft)
	edit.Delete("/drafts/{draft}", deleteDraft)
	in.Get("/comparison", showComparison)
	edit.Post("/merge", merge)
	edit.Post("/refresh", refresh)
	in.Get("/layers", showLayers)
	in.Post("/layers", makeLayer)
	in.Get("/layers/{layer}", showLayer)
	edit.Delete("/layers/{layer}", deleteLayer)
	edit.Post("/layers/{layer}/review", reviewLayer)
	in.Post("/comments", comment)
	in.Delete("/comments/{comment}", deleteComment)
	edit.Post("/layers/{layer}/on", turnOn)
	edit.Post("/layers/{layer}/off", turnOff)
	edit.Post("/layers/{layer}/settle", settle)
}
