package worldmap

import (
	"quartermaster/internal/access"
	"quartermaster/internal/geo"
	"quartermaster/internal/web/site"
)

// Add adds the pages to a site.
func Add(s *site.Site) {
	on := s.ForInstances(site.InstanceBase, access.Read).Below(site.MapPath)
	edit := on.Needing(access.Edit)
	on.Get("", show)
	on.Get("/open/{resource}/{sid}", open)
	edit.Post("/picture", layPicture)
	on.Get("/picture", showPicture)
	edit.Post("/picture/delete", removePicture)
	program := on.ForPrograms()
	program.Get("/features", features)
	program.Get("/ground", (&grounds{texts: map[groundKey][]byte{}}).show)
	program.Get("/areas/{raster}/{bits}", areas)
	edit.ForPrograms().Post("", save)
	edit.ForPrograms().Post("/undo", site.Undo)
}

func mapURL(r *site.Request) string { return r.Instance.URL + site.MapPath }

func service(r *site.Request) geo.Service {
	return geo.Service{DB: r.Site.DB, Lint: r.Site.Lint, Missions: r.Site.Missions}
}
