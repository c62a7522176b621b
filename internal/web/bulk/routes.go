// Package bulk holds the pages that change many records at once: what to change, its preview, recipes, which are such
// changes kept, and the applying of presets.
package bulk

import (
	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
)

// Add adds the pages to a site, for every collection of records without a document that it has so far.
func Add(s *site.Site) {
	in := s.ForInstances(site.InstanceBase)
	for _, c := range s.CollectionsIn(record.InInstance) {
		if !c.Resource.HoldsDocuments() {
			changes{c}.register(in)
		}
	}
	in.Get("/presets/{preset}/apply", showApply)
	in.Post("/presets/{preset}/apply", applyPreset)
	in.Get("/recipes", listRecipes)
	in.Post("/recipes", keepRecipe)
	in.Get("/recipes/sequence", showSequence)
	in.Post("/recipes/sequence", runSequence)
	in.Post("/recipes/steps", addStep)
	in.Get("/recipes/{recipe}", showRecipe)
	in.Put("/recipes/{recipe}", renameRecipe)
	in.Delete("/recipes/{recipe}", deleteRecipe)
	in.Post("/recipes/{recipe}/run", runRecipe)
	in.Post("/recipes/{recipe}/copy", copyRecipe)
	in.Delete("/recipes/{recipe}/steps/{step}", removeStep)
	in.Post("/recipes/{recipe}/steps/{step}/up", moveStep)
}

// changes are the pages that change many records of a resource.
type changes struct{ *site.Collection }

func (c changes) register(on site.Routes) {
	on = on.Below("/" + c.Resource.Path + "/bulk")
	on.Get("", c.choose)
	on.Get("/preview", c.preview)
	on.Post("", c.apply)
}
