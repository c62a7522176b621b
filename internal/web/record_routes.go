package web

// addRecords adds the pages of the records that files of the central economy and the trader hold, and of the reference data.
func addRecords(web *Web) {
	in := web.forInstances(instanceBase)
	for _, p := range allPages() {
		web.collect(p.collection())
		p.register(in)
	}
	web.addToMenu("World", "Economy core", economyCoreURL)
	in.get("/presets/{record}/apply", presetPages().showApply)
	in.post("/presets/{record}/apply", presetPages().apply)
	in.get("/economy-core", showEconomyCore)
	in.put("/economy-core", saveEconomyCore)
	in.delete("/economy-core", resetEconomyCore)

	users := web.forUsers()
	users.get(referenceURL, toReferences)
	for _, p := range referencePages() {
		web.collect(p.collection())
		p.register(users.below(referenceURL))
	}
}
