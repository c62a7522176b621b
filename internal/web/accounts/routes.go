// Package accounts holds the home page, sign-in and registration, the profile with its API token, sessions and second factors, tokens with
// limits, stored files, and the users and the audit for administrators.
package accounts

import (
	"quartermaster/internal/access"
	"quartermaster/internal/web/site"
)

// Add adds the pages to a site.
func Add(s *site.Site) {
	addForVisitors(s)
	addForUsers(s)

	managers := s.ForInstances(site.InstanceBase, access.Read).Needing(access.Manage)
	managers.Get("/tokens", showInstanceTokens)
	managers.Post("/tokens", makeInstanceToken)
	managers.Get("/tokens/{token}", toInstanceTokens)
	managers.Delete("/tokens/{token}", endInstanceToken)
	managers.Get("/audit", showInstanceAudit)
	managers.Get("/audit.csv", exportInstanceAudit)

	administrators := s.ForAdministrators()
	administrators.Get(usersURL, listUsers)
	one := administrators.Below(usersURL + "/{user}")
	one.Get("", showUser)
	one.Put("", changePlan)
	one.Delete("", deleteUser)
	one.Get("/delete", showDeleteUser)
	one.Get("/disabled", toUser)
	one.Post("/disabled", disableUser)
	one.Delete("/disabled", enableUser)
	one.Get("/reset-link", toUser)
	one.Post("/reset-link", makeResetLink)
	administrators.Get(auditURL, showAudit)
	administrators.Get(auditURL+".csv", exportAudit)
}

func addForVisitors(s *site.Site) {
	visitors := s.ForVisitors()
	visitors.Get("/", home)
	visitors.Get("/login", showLogin)
	visitors.Post("/login", login)
	visitors.Get(site.SecondStepPath, showSecondStep)
	visitors.Post(site.SecondStepPath, secondStep)
	visitors.Get(loginKeyURL, toLogin)
	visitors.Post(loginKeyURL, loginByPasskey)
	visitors.Post(loginKeyURL+challengeEnd, askPasskey)
	visitors.Get(secondKeyURL, toSecondStep)
	visitors.Post(secondKeyURL, secondByPasskey)
	visitors.Post(secondKeyURL+challengeEnd, askSecondPasskey)
	visitors.Get("/register", showRegister)
	visitors.Post("/register", register)
	visitors.Get(forgotURL, showForgot)
	visitors.Post(forgotURL, forgot)

	anyone := s.ForAnyone()
	anyone.Get(providerURL, toProvider)
	anyone.Get(providerURL+"/callback", fromProvider)
	anyone.Get(resetURL, showReset)
	anyone.Post(resetURL, reset)
}

func addForUsers(s *site.Site) {
	unready := s.ForUnready()
	unready.Post("/logout", logout)
	unready.Get(factorsURL, showFactors)
	unready.Get(appURL, showApp)
	unready.Post(appURL, beginApp)
	unready.Put(appURL, addApp)
	unready.Delete(appURL, removeApp)
	unready.Get(passkeysURL, toFactors)
	unready.Post(passkeysURL, beginPasskey)
	unready.Get(newPasskeyURL, showNewPasskey)
	unready.Post(newPasskeyURL, addPasskey)
	unready.Post(newPasskeyURL+challengeEnd, askNewPasskey)
	unready.Get(passkeysURL+"/{passkey}", showRemovePasskey)
	unready.Delete(passkeysURL+"/{passkey}", removePasskey)
	unready.Get(codesURL, toFactors)
	unready.Post(codesURL, makeCodes)

	users := s.ForUsers()
	users.Get(joinURL, showJoin)
	users.Post(joinURL, join)
	users.Get(identityURL, toProfile)
	users.Delete(identityURL, leaveProvider)
	users.Get("/profile", showProfile)
	users.Put("/profile", rename)
	users.Get("/profile/password", toProfile)
	users.Put("/profile/password", changePassword)
	users.Get("/profile/token", toProfile)
	users.Post("/profile/token", makeToken)
	users.Delete("/profile/token", revokeToken)
	users.Get(sessionsURL, toProfile)
	users.Delete(sessionsURL, endOtherSessions)
	users.Get(sessionsURL+"/{session}", toProfile)
	users.Delete(sessionsURL+"/{session}", endSession)
	users.Get(tokensURL, showTokens)
	users.Post(tokensURL, makeLimitedToken)
	users.Get(tokensURL+"/{token}", toTokens)
	users.Delete(tokensURL+"/{token}", endLimitedToken)
	users.Get(storedURL, listStored)
	users.Get(storedURL+"/{file}", toStored)
	users.Delete(storedURL+"/{file}", deleteStored)
	users.Get(storedURL+"/{file}/content", downloadStored)
	users.Get(storedURL+"/{file}/delete", showDeleteStored)
}
