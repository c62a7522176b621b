package instances

import "quartermaster/internal/web/site"

// Add adds the pages to a site.
func Add(s *site.Site) {
	users := s.ForUsers()
	users.Get("/instances", listInstances)
	users.Post("/instances", createInstance)
	users.Get("/instances/create", showCreateInstance)
	users.Get(talliesPath, showTallies)
	users.Post("/instances/drop", dropServer)
	users.Post("/instances/sample", makeSample)
	users.Get("/uploads/{upload}", showHeld)
	users.Post("/uploads/{upload}", makeServer)
	users.Post("/uploads/{upload}/import", importAnyway)
	users.Delete("/uploads/{upload}", dropHeld)

	in := s.ForInstances(site.InstanceBase)
	in.Get("", showOverview)
	in.Put("", updateInstance)
	in.Delete("", deleteInstance)
	in.Get("/edit", showEditInstance)
	in.Get("/delete", showDeleteInstance)
	in.Get("/import", toOverview)
	in.Post("/import", importFiles)
	in.Get("/paste", showPaste)
	in.Post("/paste", paste)
	in.Get("/jobs/{job}", showJob)
	in.Delete("/jobs/{job}", cancelJob)
	in.Get("/jobs/{job}/events", watchJob)
	in.Get(treePath, showTree)
	in.Get("/files.zip", downloadZip)
	in.Get("/files/*", downloadFile)
}
