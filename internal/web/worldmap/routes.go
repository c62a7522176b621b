package worldmap

import (
	"quartermaster/internal/geo"
	"quartermaster/internal/web/site"
)

// Add adds the pages to a site.
func Add(s *site.Site) {
	on := s.ForInstances(site.InstanceBase).Below(site.MapPath)
	on.Get("", show)
	on.Get("/open/{resource}/{sid}", open)
	on.Post("/picture", layPicture)
	on.Get("/picture", showPicture)
	on.Post("/picture/delete", removePicture)
	program := on.ForPrograms()
	program.Get("/features", features)
	program.Get("/ground", (&grounds{texts: map[groundKey][]byte{}}).show)
	program.Get("/areas/{raster}/{bit}", areas)
	program.Post("", save)
	program.Post("/undo", site.Undo)
}

func mapURL(r *site.Request) string { return r.Instance.URL + site.MapPath }

func service(r *site.Request) geo.Service {
	return geo.Service{DB: r.Site.DB, Lint: r.Site.Lint, Missions: r.Site.Missions}
}
