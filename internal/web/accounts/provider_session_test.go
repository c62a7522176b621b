package accounts_test

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"

	"quartermaster/internal/account"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/webtest"
)

// TestNoPasswords: people come from the provider alone; only who confirms that an account is his enters its password.
func TestNoPasswords(t *testing.T) {
	t.Parallel()
	p := startProvider(t)
	p.person("ada", "ada@example.org", true)
	s := withProvider(t, p, func(c *site.Config, _ *account.Options) { c.NoPasswords = true })
	s.User("Ada", false)
	b := s.Visitor()
	b.Get("/").SaysNot("/register")
	b.Get("/login").Says("Log in with Guild").SaysNot(`name="password"`, "/forgot-password", "/register")
	b.Get("/register").Status(403)
	right := url.Values{"email": {"ada@example.org"}, "password": {webtest.Password}}
	b.Submit("/login", "/login", right).Status(403)
	b.Submit("/login", "/register", url.Values{"name": {"X"}, "email": {"x@example.org"}, "password": {replacement}}).Status(403)
	p.come(b, "ada").LeadsTo("/login")
	b.Get("/login").Says(`name="password"`)
	b.Submit("/login", "/login", right).LeadsTo("/login/oidc/join")
	b.Submit("/login/oidc/join", "/login/oidc/join", nil).LeadsTo("/instances")
	b.Get("/profile").SaysNot("Current password", "Disconnect")
	b.Put("/profile", "/profile/password", url.Values{"current_password": {webtest.Password}, "password": {replacement}}).Status(403)
	b.Delete("/profile", "/profile/identity", nil).Status(403)
}

func TestWithoutAProvider(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.Visitor()
	b.Get("/login/oidc").Status(404)
	b.Get("/login/oidc/callback?code=x&state=").Status(404)
	s.User("Ada", false).Get("/login/oidc/join").LeadsTo("/profile")
}

// TestASessionFromAProviderEnds also where it is used all the time: groups are looked at when somebody signs in.
func TestASessionFromAProviderEnds(t *testing.T) {
	t.Parallel()
	p := startProvider(t)
	p.person("bo", "bo@example.org", true)
	s := withProvider(t, p)
	b := s.Visitor()
	p.come(b, "bo").LeadsTo("/instances")
	b.Get("/profile").Status(200)
	var until int64
	b.Session(func(ctx context.Context, sessions *scs.SessionManager) { until = sessions.GetInt64(ctx, "until") })
	if left := time.Until(time.UnixMicro(until)); left < 11*time.Hour || left > 12*time.Hour {
		t.Errorf("the session goes on for %v", left)
	}
	b.Session(func(ctx context.Context, sessions *scs.SessionManager) {
		sessions.Put(ctx, "until", time.Now().UnixMicro())
	})
	b.Get("/profile").LeadsTo("/login")
}

// TestTheProviderAsksForTheSecondFactor: where all need one, who comes from the provider has been asked there, and may have no password to
// set one up with here.
func TestTheProviderAsksForTheSecondFactor(t *testing.T) {
	t.Parallel()
	p := startProvider(t)
	p.person("bo", "bo@example.org", true)
	s := withProvider(t, p, func(c *site.Config, _ *account.Options) { c.Require = "all" })
	s.User("Ada", false).Get("/instances").LeadsTo("/profile/factors")
	b := s.Visitor()
	p.come(b, "bo").LeadsTo("/instances")
	b.Get("/instances").Status(200)
}

// TestTheProviderStandsForThePassword: who has no password adds and removes second factors by showing again at the provider who he is, and
// nobody does so by a session that began there, or as another person.
func TestTheProviderStandsForThePassword(t *testing.T) {
	t.Parallel()
	p := startProvider(t)
	p.person("bo", "bo@example.org", true)
	p.person("cy", "cy@example.org", true)
	s := withProvider(t, p)
	s.User("Ada", true)
	b := s.Visitor()
	p.come(b, "bo").LeadsTo("/instances")
	const page, app = "/profile/factors", "/profile/factors/app"
	b.Get(page).Says("Confirm with Guild", `href="/login/oidc?anew=1"`, "current_password")
	b.Submit(page, app, nil).LeadsTo(page)
	b.Get(page).Says("The password is incorrect.")
	p.comeAgain(b, "cy").LeadsTo(page)
	b.Get(page).Says("is not connected with your account here", "current_password")
	p.mangle = mangled("RS256", p.key, map[string]any{"auth_time": time.Now().Add(-time.Hour).Unix()})
	p.comeAgain(b, "bo").Status(403).Says("could not confirm who you are")
	p.mangle = nil
	b.Get(page).Says("current_password")
	p.comeAgain(b, "bo").LeadsTo(page)
	b.Get(page).Says("For five minutes you won’t be asked for a password here").SaysNot("current_password", "Confirm with Guild")
	b.Submit(page, app, nil).LeadsTo(app)
	b.Session(func(ctx context.Context, sessions *scs.SessionManager) {
		sessions.Put(ctx, "confirmed", time.Now().UnixMicro())
	})
	b.Get(page).Says("current_password")
	b.Submit(page, app, nil).LeadsTo(page)
	p.comeAgain(s.User("Eve", false), "bo").LeadsTo(page)
}

// TestTheProviderIsAway: its button says so and leads back, and passwords go on.
func TestTheProviderIsAway(t *testing.T) {
	t.Parallel()
	p := startProvider(t)
	p.person("bo", "bo@example.org", true)
	s := withProvider(t, p)
	s.User("Ada", false)
	b := s.Visitor()
	back := p.signIn(t, b.Get("/login/oidc").Header().Get("Location"), "bo")
	s.Pages.Provider = p.client(nil) // as after a new start
	p.Close()
	for _, path := range []string{back, "/login/oidc"} {
		b.Get(path).Status(503).Says("Guild does not answer", `href="/login"`)
		if strings.Contains(b.Get("/login").Status(200).Body.String(), p.URL) {
			t.Error("the page tells the address of the provider")
		}
	}
	b.Submit("/login", "/login", url.Values{"email": {"ada@example.org"}, "password": {webtest.Password}}).LeadsTo("/instances")
}
