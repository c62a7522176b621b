package web

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"quartermaster/internal/record"
	"quartermaster/internal/web/apidocs"
)

// routes lists every address but those of the static files.
func (web *Web) routes() *chi.Mux {
	m := chi.NewRouter()
	m.NotFound(web.adapt(noRoute))
	m.MethodNotAllowed(web.adapt(wrongVerb))
	m.Get(apidocs.URL, web.adapt(showDocs))
	m.Get(apidocs.URL+"/{resource}", web.adapt(showDocsResource))
	m.Get(apidocs.RulesURL, web.adapt(showLintDocs))
	m.Get(apidocs.RulesURL+"/{rule}", web.adapt(showLintRule))
	web.visitorRoutes(m)
	web.accountRoutes(m)
	web.instanceRoutes(m)
	web.guiRoutes(m)
	web.settingRoutes(m)
	web.presetRoutes(m)
	return m
}

func (web *Web) visitorRoutes(m *chi.Mux) {
	serve := func(h handler) http.HandlerFunc { return web.adapt(requireToken(limitForms(visitorsOnly(h)))) }
	m.Get("/", serve(home))
	m.Get("/login", serve(showLogin))
	m.Post("/login", serve(login))
	m.Get("/register", serve(showRegister))
	m.Post("/register", serve(register))
}

func (web *Web) accountRoutes(m *chi.Mux) {
	serve := func(h handler) http.HandlerFunc { return web.adapt(requireToken(requireUser(limitForms(h)))) }
	m.Post("/logout", serve(logout))
	m.Get("/profile", serve(showProfile))
	m.Put("/profile", serve(rename))
	m.Get("/profile/password", serve(toProfile))
	m.Put("/profile/password", serve(changePassword))
	m.Get("/profile/token", serve(toProfile))
	m.Post("/profile/token", serve(makeToken))
	m.Delete("/profile/token", serve(revokeToken))
	m.Get(storedURL, serve(listStored))
	m.Get(storedURL+"/{file}", serve(toStored))
	m.Delete(storedURL+"/{file}", serve(deleteStored))
	m.Get(storedURL+"/{file}/content", serve(downloadStored))
	m.Get(storedURL+"/{file}/delete", serve(showDeleteStored))
	m.Get("/admin/users", serve(requireAdministrator(listUsers)))
	m.Put("/admin/users/{user}", serve(requireAdministrator(changePlan)))
	m.Get("/instances", serve(listInstances))
	m.Post("/instances", serve(createInstance))
	m.Get("/instances/create", serve(showCreateInstance))
	m.Get(referenceURL, serve(toReferences))
	for _, p := range referencePages() {
		p.register(m, referenceURL, serve)
	}
}

func (web *Web) instanceRoutes(m *chi.Mux) {
	serve := func(h handler) http.HandlerFunc {
		return web.adapt(requireToken(requireUser(limitForms(onInstance(h)))))
	}
	const base = "/instances/{instance}"
	m.Get(base, serve(showOverview))
	m.Put(base, serve(updateInstance))
	m.Delete(base, serve(deleteInstance))
	m.Get(base+"/edit", serve(showEditInstance))
	m.Get(base+"/delete", serve(showDeleteInstance))
	m.Get(base+"/import", serve(toOverview))
	m.Post(base+"/import", serve(importFiles))
	m.Get(base+"/jobs/{job}", serve(showJob))
	m.Delete(base+"/jobs/{job}", serve(cancelJob))
	m.Get(base+"/jobs/{job}/events", serve(watchJob))
	m.Get(base+"/files.zip", serve(downloadZip))
	m.Get(base+"/files/*", serve(downloadFile))
	m.Get(base+"/diff/*", serve(showDiff))
	m.Get(base+"/history", serve(showHistory))
	m.Get(base+"/history/{number}", serve(showRevision))
	m.Get(base+"/history/{number}/undo", serve(showUndo))
	m.Post(base+"/history/{number}/undo", serve(undo))
	m.Get(base+"/history/{number}/revert", serve(showRevert))
	m.Post(base+"/history/{number}/revert", serve(revert))
	m.Get(base+"/lint", serve(showLint))
	m.Get(base+"/lint/fix", serve(showFix))
	m.Post(base+"/lint/fix", serve(applyFix))
	m.Get(base+"/lint/rules", serve(showLintRules))
	m.Put(base+"/lint/rules", serve(saveLintRules))
	m.Get(base+"/economy-core", serve(showEconomyCore))
	m.Put(base+"/economy-core", serve(saveEconomyCore))
	m.Delete(base+"/economy-core", serve(resetEconomyCore))
	m.Get(base+"/presets/{record}/apply", serve(presetPages().showApply))
	m.Post(base+"/presets/{record}/apply", serve(presetPages().apply))
	for _, p := range web.pages {
		p.register(m, base, serve)
	}
	for _, c := range web.collectionsIn(record.InInstance) {
		recordHistory{c}.register(m, base, serve)
	}
}
