// Package accounts holds the home page, sign-in and registration, the profile with its API token, stored files, and the users for
// administrators.
package accounts

import "quartermaster/internal/web/site"

// Add adds the pages to a site.
func Add(s *site.Site) {
	visitors := s.ForVisitors()
	visitors.Get("/", home)
	visitors.Get("/login", showLogin)
	visitors.Post("/login", login)
	visitors.Get("/register", showRegister)
	visitors.Post("/register", register)

	users := s.ForUsers()
	users.Post("/logout", logout)
	users.Get("/profile", showProfile)
	users.Put("/profile", rename)
	users.Get("/profile/password", toProfile)
	users.Put("/profile/password", changePassword)
	users.Get("/profile/token", toProfile)
	users.Post("/profile/token", makeToken)
	users.Delete("/profile/token", revokeToken)
	users.Get(storedURL, listStored)
	users.Get(storedURL+"/{file}", toStored)
	users.Delete(storedURL+"/{file}", deleteStored)
	users.Get(storedURL+"/{file}/content", downloadStored)
	users.Get(storedURL+"/{file}/delete", showDeleteStored)

	administrators := s.ForAdministrators()
	administrators.Get("/admin/users", listUsers)
	administrators.Put("/admin/users/{user}", changePlan)
}
