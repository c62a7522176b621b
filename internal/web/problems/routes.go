package problems

import (
	"quartermaster/internal/access"
	"quartermaster/internal/web/site"
)

// Add adds the pages to a site.
func Add(s *site.Site) {
	in := s.ForInstances(site.InstanceBase, access.Read)
	edit := in.Needing(access.Edit)
	in.Get("/lint", showLint)
	edit.Get("/lint/fix", showFix)
	edit.Post("/lint/fix", applyFix)
	in.Get("/lint/marks/*", showMarks)
	edit.Post(site.LogPath, addLogs)
	edit.Post(site.LogPath+"/{log}/dismiss", dismissLog)
	in.Get("/lint/rules", showLintRules)
	edit.Put("/lint/rules", saveLintRules)
}
