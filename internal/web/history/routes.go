// Package history shows what has changed in an instance: its revisions, the changes of a record and how a file differs from the one
// that was imported. It takes revisions back.
package history

import (
	"quartermaster/internal/record"
	"quartermaster/internal/web/site"
)

// Add adds the history of instances and of all records that are collected so far, and the comparison of files.
func Add(s *site.Site) {
	in := s.ForInstances(site.InstanceBase)
	in.Get("/diff/*", showDiff)
	in.Get("/history", showHistory)
	in.Get("/history/{number}", showRevision)
	in.Get("/history/{number}/undo", showUndo)
	in.Post("/history/{number}/undo", undo)
	in.Get("/history/{number}/revert", showRevert)
	in.Post("/history/{number}/revert", revert)
	for _, c := range s.CollectionsIn(record.InInstance) {
		recordHistory{c}.register(in)
	}
}
