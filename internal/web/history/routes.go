// Package history shows what has changed in an instance: revisions, the history of a record, and how a file differs from the imported
// one. It holds undo and revert.
//
// Unless a comment says otherwise, an error is one of the database or of the context.
package history

import (
	"quartermaster/internal/access"
	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
)

// Add adds the pages to a site, with a history for every collection it has so far.
func Add(s *site.Site) {
	in := s.ForInstances(site.InstanceBase, access.Read)
	edit := in.Needing(access.Edit)
	in.Get("/diff/*", showDiff)
	in.Get("/history", showHistory)
	in.Get("/history/compare", showComparison)
	in.Get("/history/people", showPeople)
	in.Get("/history/export.csv", exportCSV)
	in.Get("/history/export.json", exportJSON)
	in.Get("/history/{number}", showRevision)
	in.Get("/history/{number}/files", showFiles)
	in.Get("/history/{number}/files.csv", exportFiles)
	edit.Get("/history/{number}/undo", showUndo)
	edit.Post("/history/{number}/undo", undo)
	edit.Get("/history/{number}/revert", showRevert)
	edit.Post("/history/{number}/revert", revert)
	for _, c := range s.CollectionsIn(record.InInstance) {
		recordHistory{c}.register(in)
	}
}
