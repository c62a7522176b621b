package instances

import (
	"quartermaster/internal/access"
	"quartermaster/internal/web/site"
)

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

	s.ForUsers().Get(site.InvitationPath+"{code}", showInvitation)
	s.ForUsers().Post(site.InvitationPath+"{code}", acceptInvitation)

	in := s.ForInstances(site.InstanceBase, access.Read)
	edit, manage, own := in.Needing(access.Edit), in.Needing(access.Manage), in.Needing(access.Own)
	in.Get("", showOverview)
	manage.Put("", updateInstance)
	own.Delete("", deleteInstance)
	manage.Get("/edit", showEditInstance)
	own.Get("/delete", showDeleteInstance)
	own.Get("/transfer", toMembers)
	own.Post("/transfer", transfer)
	edit.Get("/import", toOverview)
	edit.Post("/import", importFiles)
	edit.Get("/paste", showPaste)
	edit.Post("/paste", paste)
	in.Get("/members", showMembers)
	manage.Put("/members/{member}", changeMember)
	in.Delete("/members/{member}", removeMember)
	manage.Get("/invitations", toMembers)
	manage.Post("/invitations", invite)
	manage.Delete("/invitations/{invitation}", endInvitation)
	in.Get("/jobs/{job}", showJob)
	edit.Delete("/jobs/{job}", cancelJob)
	in.Get("/jobs/{job}/events", watchJob)
	in.Get(treePath, showTree)
	in.Get("/files.zip", downloadZip)
	in.Get("/files/*", downloadFile)
}
