package problems

import "quartermaster/internal/web/site"

// Add adds the pages to a site.
func Add(s *site.Site) {
	in := s.ForInstances(site.InstanceBase)
	in.Get("/lint", showLint)
	in.Get("/lint/fix", showFix)
	in.Post("/lint/fix", applyFix)
	in.Get("/lint/marks/*", showMarks)
	in.Post(site.LogPath, addLogs)
	in.Post(site.LogPath+"/{log}/dismiss", dismissLog)
	in.Get("/lint/rules", showLintRules)
	in.Put("/lint/rules", saveLintRules)
}
