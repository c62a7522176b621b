package web

// addInstances adds the list of instances and, for each, its overview with import and export, its settings and its jobs.
func addInstances(web *Web) {
	users := web.forUsers()
	users.get("/instances", listInstances)
	users.post("/instances", createInstance)
	users.get("/instances/create", showCreateInstance)

	in := web.forInstances(instanceBase)
	in.get("", showOverview)
	in.put("", updateInstance)
	in.delete("", deleteInstance)
	in.get("/edit", showEditInstance)
	in.get("/delete", showDeleteInstance)
	in.get("/import", toOverview)
	in.post("/import", importFiles)
	in.get("/jobs/{job}", showJob)
	in.delete("/jobs/{job}", cancelJob)
	in.get("/jobs/{job}/events", watchJob)
	in.get("/files.zip", downloadZip)
	in.get("/files/*", downloadFile)
}
