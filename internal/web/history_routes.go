package web

import "quartermaster/internal/record"

// addHistory adds the history of instances and of all records that are collected so far, and the comparison of files.
func addHistory(web *Web) {
	in := web.forInstances(instanceBase)
	in.get("/diff/*", showDiff)
	in.get("/history", showHistory)
	in.get("/history/{number}", showRevision)
	in.get("/history/{number}/undo", showUndo)
	in.post("/history/{number}/undo", undo)
	in.get("/history/{number}/revert", showRevert)
	in.post("/history/{number}/revert", revert)
	for _, c := range web.collectionsIn(record.InInstance) {
		recordHistory{c}.register(in)
	}
}
