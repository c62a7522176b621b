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
	in.Delete("/layers/{layer}", deleteLayer)
	edit.Post("/layers/{layer}/review", reviewLayer)
	in.Post("/comments", comment)
	in.Delete("/comments/{comment}", deleteComment)
	edit.Post("/layers/{layer}/on", turnOn)
	edit.Post("/layers/{layer}/off", turnOff)
	edit.Post("/layers/{layer}/settle", settle)
	addBundles(s, in, edit)
}

func addBundles(s *site.Site, in, edit site.Routes) {
	users := s.ForUsers()
	users.Get(allBundles, listAllBundles)
	users.Get(allBundles+"/{bundle}", showOffer)
	users.Get(allBundles+"/{bundle}/file", downloadOffer)
	users.Delete(allBundles+"/{bundle}", withdrawOffer)
	in.Get("/bundles", listBundles)
	edit.Post("/bundles", installFile)
	in.Get("/bundles/{bundle}", showInstall)
	edit.Post("/bundles/{bundle}", install)
	in.Get("/layers/{layer}/answers", showAnswers)
	edit.Post("/layers/{layer}/answers", answer)
	in.Get("/layers/{layer}/bundle", showHandOn)
	in.Get("/bundle/{resource}", showTaking)
	in.Post("/bundle/{resource}", take)
	edit.Post("/layers/{layer}/bundle", publishLayer)
	edit.Post("/layers/{layer}/bundle/file", downloadLayer)
	edit.Get("/layers/{layer}/removal", showRemoval)
	edit.Delete("/layers/{layer}/removal", removeLayer)
}
