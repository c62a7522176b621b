package web_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/account"
	"quartermaster/internal/totp"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/webtest"
)

// TestAPendingSignInOpensNothing: who has given the right password of a user with a second factor gets of every route what a stranger gets,
// except for the second step.
func TestAPendingSignInOpensNothing(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", true)
	instance := strings.TrimPrefix(b.Instance("A"), "/instances/")
	sealed, err := s.Accounts.NewApp()
	if err != nil {
		t.Fatal(err)
	}
	secret, err := s.Accounts.AppSecret(sealed)
	if err != nil {
		t.Fatal(err)
	}
	code, _ := totp.Code(secret, totp.Step(s.DB.Time()))
	if _, _, err := s.Accounts.AddApp(t.Context(), b.User.ID, sealed, code, "192.0.2.1"); err != nil {
		t.Fatal(err)
	}
	pending, stranger := s.Visitor(), s.Visitor()
	pending.Submit("/login", "/login", url.Values{"email": {"ada@example.org"}, "password": {webtest.Password}}).LeadsTo(site.SecondStepPath)
	tokens := map[*webtest.Browser]string{pending: pending.Token(site.SecondStepPath), stranger: stranger.Token("/login")}
	asked := 0
	for _, route := range s.Pages.Routes() {
		path := routeParameter.ReplaceAllString(strings.Replace(route.Pattern, "{instance}", instance, 1), "0000000000")
		if strings.HasPrefix(path, site.SecondStepPath) || path == "/register" && route.Method == http.MethodPost {
			continue
		}
		asked++
		answer := func(b *webtest.Browser) string {
			got := b.Send(route.Method, path, url.Values{"_token": {tokens[b]}})
			return http.StatusText(got.Code) + " " + got.Header().Get("Location")
		}
		if got, want := answer(pending), answer(stranger); got != want {
			t.Errorf("%s %s answers %q, and a stranger %q", route.Method, route.Pattern, got, want)
		}
	}
	if asked < 200 {
		t.Errorf("only %d routes", asked)
	}
	pending.Get("/instances").LeadsTo("/login")
	pending.Get(site.SecondStepPath).Status(http.StatusOK)
}

// TestWhoNeedsASecondFactorSetsOneUpFirst: every page leads there, for those whom the requirement is about.
func TestWhoNeedsASecondFactorSetsOneUpFirst(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t, func(c *site.Config, _ *account.Options) { c.Require = account.AdministratorsNeed })
	admin, user := s.User("Ada", true), s.User("Bo", false)
	user.Get("/instances").Status(http.StatusOK)
	admin.Get(site.FactorsPath).Status(http.StatusOK).Says("This service requires a second factor.")
	token := admin.Token(site.FactorsPath)
	asked := 0
	for _, route := range s.Pages.Routes() {
		path := routeParameter.ReplaceAllString(route.Pattern, "0000000000")
		if slices.ContainsFunc([]string{
			site.FactorsPath, "/docs", "/logout", "/reset-password", "/login/oidc", "/calendar/",
		}, func(open string) bool { return strings.HasPrefix(path, open) }) {
			continue
		}
		got := admin.Send(route.Method, path, url.Values{"_token": {token}})
		at := strings.TrimPrefix(got.Header().Get("Location"), "http://qm.test")
		if visitors := at == "/instances"; got.Code != http.StatusFound || at != site.FactorsPath && !visitors {
			t.Errorf("%s %s: %d %s", route.Method, route.Pattern, got.Code, at)
		}
		asked++
	}
	if asked < 200 {
		t.Errorf("only %d routes", asked)
	}
	admin.Accepting("application/json").Get("/instances").Status(http.StatusForbidden).Says("Set up a second factor first.")
	for _, want := range []struct {
		account.Requirement
		admin, user bool
	}{{"none", false, false}, {"", false, false}, {account.AdministratorsNeed, true, false}, {account.EverybodyNeeds, true, true}} {
		if want.Lacks(admin.User) != want.admin || want.Lacks(user.User) != want.user {
			t.Errorf("%q", want.Requirement)
		}
	}
}
