// Package bulk holds the pages that change many records at once: what to change, its preview, recipes, which are such
// changes kept, and the applying of presets.
package bulk

import (
	"quartermaster/internal/access"
	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
)

// Add adds the pages to a site, for every collection of records without a document that it has so far.
func Add(s *site.Site) {
	in := s.ForInstances(site.InstanceBase, access.Read)
	edit := in.Needing(access.Edit)
	for _, c := range s.CollectionsIn(record.InInstance) {
		if !c.Resource.HoldsDocuments() {
			changes{c}.register(in)
		}
	}
	edit.Get("/presets/{preset}/apply", showApply)
	edit.Post("/presets/{preset}/apply", applyPreset)
	in.Get("/recipes", listRecipes)
	edit.Post("/recipes", keepRecipe)
	edit.Get("/recipes/sequence", showSequence)
	edit.Post("/recipes/sequence", runSequence)
	edit.Post("/recipes/steps", addStep)
	in.Get("/recipes/{recipe}", showRecipe)
	edit.Put("/recipes/{recipe}", renameRecipe)
	edit.Delete("/recipes/{recipe}", deleteRecipe)
	edit.Post("/recipes/{recipe}/run", runRecipe)
	edit.Post("/recipes/{recipe}/copy", copyRecipe)
	edit.Delete("/recipes/{recipe}/steps/{step}", removeStep)
	edit.Post("/recipes/{recipe}/steps/{step}/up", moveStep)
}

// changes are the pages that change many records of a resource.
type changes struct{ *site.Collection }

func (c changes) register(on site.Routes) {
	on = on.Below("/" + c.Resource.Path + "/bulk").Needing(c.Resource.Needs)
	on.Get("", c.choose)
	on.Get("/preview", c.preview)
	on.Post("", c.apply)
}
