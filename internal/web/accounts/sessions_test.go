package accounts_test

import (
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

const sessionsURL = "/profile/sessions"

// signIn signs a visitor in by the form, from a browser.
func signIn(s *webtest.Site, agent string) *webtest.Browser {
	b := s.Visitor()
	b.Header = map[string]string{"User-Agent": agent}
	b.Submit("/login", "/login", url.Values{"email": {"ada@example.org"}, "password": {webtest.Password}}).LeadsTo("/instances")
	return b
}

func TestSessionsOfAUser(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		s.User("Bo", false)
		stranger := s.User("Cy", false)
		s.User("Ada", false)
		here, phone := signIn(s, "Firefox/140.0 (X11; Linux)"), signIn(s, "Chrome/141 (Linux; Android 16)")
		page := here.Get("/profile").Says("Firefox on Linux", "Chrome on Android", "this one", "End all others").Body.String()
		_, end, _ := strings.Cut(page, "Chrome on Android")
		_, end, _ = strings.Cut(end, sessionsURL)
		end, _, _ = strings.Cut(end, `"`)
		end = sessionsURL + end

		stranger.Delete("/profile", end, nil).Status(404)
		phone.Get("/profile").Status(200)
		here.Get(end).LeadsTo("/profile")
		here.Delete("/profile", end, nil).LeadsTo("/profile")
		phone.Get("/profile").LeadsTo("/login")
		here.Delete("/profile", end, nil).Status(404)
		here.Get("/profile").Says("a test").SaysNot("Chrome on Android")

		phone = signIn(s, "Chrome/141 (Linux; Android 16)")
		before := here.Cookies[webtest.SessionName]
		here.Delete("/profile", "/profile/sessions", nil).LeadsTo("/profile")
		phone.Get("/profile").LeadsTo("/login")
		here.Get("/profile").Says("You have been logged out everywhere else.", "this one").SaysNot("End all others", "Chrome", "a test")
		stranger.Get("/profile").Status(200)
		if here.Cookies[webtest.SessionName] == before {
			t.Error("the session has its old token")
		}
		here.Submit("/profile", "/logout", nil).LeadsTo("/login")
		if n := s.Count(`SELECT count(*) FROM sessions WHERE user_id = (SELECT id FROM users WHERE email = 'ada@example.org')`); n != 0 {
			t.Errorf("%d sessions are left after the logout", n)
		}
	})
}
