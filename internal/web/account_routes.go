package web

// addAccounts adds the pages of accounts: sign-in, profile, stored files, and users for administrators.
func addAccounts(web *Web) {
	visitors := web.forVisitors()
	visitors.get("/", home)
	visitors.get("/login", showLogin)
	visitors.post("/login", login)
	visitors.get("/register", showRegister)
	visitors.post("/register", register)

	users := web.forUsers()
	users.post("/logout", logout)
	users.get("/profile", showProfile)
	users.put("/profile", rename)
	users.get("/profile/password", toProfile)
	users.put("/profile/password", changePassword)
	users.get("/profile/token", toProfile)
	users.post("/profile/token", makeToken)
	users.delete("/profile/token", revokeToken)
	users.get(storedURL, listStored)
	users.get(storedURL+"/{file}", toStored)
	users.delete(storedURL+"/{file}", deleteStored)
	users.get(storedURL+"/{file}/content", downloadStored)
	users.get(storedURL+"/{file}/delete", showDeleteStored)

	administrators := web.forAdministrators()
	administrators.get("/admin/users", listUsers)
	administrators.put("/admin/users/{user}", changePlan)
}
