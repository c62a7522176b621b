package accounts_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/webtest"
)

func TestSignInThroughAProvider(t *testing.T) {
	t.Parallel()
	p := startProvider(t)
	storetest.Both(t, func(t *testing.T) {
		s := withProvider(t, p)
		s.User("Ada", true)
		p.person("bo", "bo@example.org", true)
		b := s.Visitor()
		b.Get("/login").Says(`href="/login/oidc"`, "Log in with Guild")
		b.Get("/instances").LeadsTo("/login")
		p.come(b, "bo").LeadsTo("/instances")
		b.Get("/profile").Says("bo Person", "bo@example.org", "You can log in here with your account of Guild")
		if n := s.Count(`SELECT count(*) FROM users WHERE email = 'bo@example.org' AND is_admin = 0`); n != 1 {
			t.Errorf("%d accounts, want one of no administrator", n)
		}
		// The subject counts and not the address, which another person may have one day.
		p.person("bo", "bobby@example.org", true)
		p.person("cy", "bo@example.org", true)
		again := s.Visitor()
		p.come(again, "bo").LeadsTo("/instances")
		again.Get("/profile").Says("bo@example.org")
		p.come(s.Visitor(), "cy").LeadsTo("/login")
		if n := s.Count(`SELECT count(*) FROM users`); n != 2 {
			t.Errorf("%d accounts, want 2", n)
		}
	})
}

func TestTheFirstToComeFromAProviderManagesTheService(t *testing.T) {
	t.Parallel()
	p := startProvider(t)
	p.person("ada", "ada@example.org", true)
	s := withProvider(t, p)
	b := s.Visitor()
	p.come(b, "ada").LeadsTo("/instances")
	b.Get("/admin/users").Status(200)
}

// TestAnAddressIsJoinedOnlyAfterItsPassword: who has a verified address at the provider has not got the account with it.
func TestAnAddressIsJoinedOnlyAfterItsPassword(t *testing.T) {
	t.Parallel()
	p := startProvider(t)
	storetest.Both(t, func(t *testing.T) {
		s := withProvider(t, p)
		ada := s.User("Ada", true)
		p.person("ada", "ADA@example.org", true)
		b := s.Visitor()
		b.Get("/instances/create").LeadsTo("/login")
		p.come(b, "ada").LeadsTo("/login")
		b.Get("/login").Says("An account already uses the address ADA@example.org.")
		b.Get("/login/oidc/join").LeadsTo("/login")
		b.Submit("/login", "/login", url.Values{"email": {"ada@example.org"}, "password": {"wrong password"}}).LeadsTo("/login")
		b.Submit("/login", "/login", url.Values{"email": {"ada@example.org"}, "password": {webtest.Password}}).LeadsTo("/login/oidc/join")
		if n := s.Count(`SELECT count(*) FROM identities`); n != 0 {
			t.Fatal("joined before it was confirmed")
		}
		b.Get("/login/oidc/join").Says("ada Person, ADA@example.org", "Here you are Ada, ada@example.org", "Connect")
		b.Send("POST", "/login/oidc/join", nil).Status(419) // a form on another site
		b.Submit("/login/oidc/join", "/login/oidc/join", nil).LeadsTo("/instances/create")
		b.Submit("/profile", "/login/oidc/join", nil).LeadsTo("/profile") // there is nothing more to confirm
		if n := s.Count(`SELECT count(*) FROM identities WHERE user_id = $1`, ada.User.ID); n != 1 {
			t.Fatalf("%d identities", n)
		}
		again := s.Visitor()
		p.come(again, "ada").LeadsTo("/instances")
		again.Get("/admin/users").Status(200)

		again.Delete("/profile", "/profile/identity", nil).LeadsTo("/profile")
		again.Get("/profile").Says("Guild is no longer connected with your account", `href="/login/oidc"`)
		p.come(s.Visitor(), "ada").LeadsTo("/login")
		for _, what := range []string{"factor.added", "factor.removed"} {
			if n := s.Count(`SELECT count(*) FROM audit WHERE what = $1 AND about = 'ada@example.org'`, what); n != 1 {
				t.Errorf("the audit has %s %d times", what, n)
			}
		}
	})
}

func TestAnUnverifiedAddressOpensNothing(t *testing.T) {
	t.Parallel()
	p := startProvider(t)
	s := withProvider(t, p)
	s.User("Ada", true)
	for _, email := range []string{"ada@example.org", "nobody@example.org", ""} { // the answer does not tell which has an account
		p.person("eve", email, false)
		b := s.Visitor()
		p.come(b, "eve").Status(403).Says("Guild has not confirmed your email address")
		b.Get("/instances").LeadsTo("/login")
	}
	if n := s.Count(`SELECT count(*) FROM users`); n != 1 {
		t.Errorf("%d accounts", n)
	}
}

func TestASignedInUserConnectsAProvider(t *testing.T) {
	t.Parallel()
	p := startProvider(t)
	p.person("someone", "other@example.org", false)
	s := withProvider(t, p)
	ada, bo := s.User("Ada", false), s.User("Bo", false)
	ada.Get("/profile").Says("Connect Guild")
	p.come(ada, "someone").LeadsTo("/login/oidc/join")
	for _, wrong := range []url.Values{nil, {"current_password": {"wrong password"}}} { // a session alone gets no way in that outlasts it
		ada.Submit("/login/oidc/join", "/login/oidc/join", wrong).LeadsTo("/login/oidc/join")
	}
	ada.Submit("/login/oidc/join", "/login/oidc/join", url.Values{"current_password": {webtest.Password}}).LeadsTo("/profile")
	ada.Get("/profile").Says("Guild is connected with your account.")
	p.come(ada, "someone").LeadsTo("/profile")
	ada.Get("/profile").Says("Guild is connected with your account already.")
	p.come(bo, "someone").LeadsTo("/profile")
	bo.Get("/profile").Says("connected with another account here")
	b := s.Visitor()
	p.come(b, "someone").LeadsTo("/instances")
	b.Get("/profile").Says("ada@example.org")
}

func TestGroupsAreAppliedAtEachSignIn(t *testing.T) {
	t.Parallel()
	p := startProvider(t)
	storetest.Both(t, func(t *testing.T) {
		s := withProvider(t, p, groups("admins", "staff", "admins"))
		p.person("ada", "ada@example.org", true, "staff", "admins")
		come := func() *webtest.Browser {
			b := s.Visitor()
			p.come(b, "ada").LeadsTo("/instances")
			return b
		}
		come().Get("/admin/users").Status(200)
		p.person("ada", "ada@example.org", true, "staff")
		come().Get("/admin/users").Status(403)
		p.person("ada", "ada@example.org", true, "admins")
		come().Get("/admin/users").Status(200)
		p.person("ada", "ada@example.org", true, "others")
		p.come(s.Visitor(), "ada").Status(403).Says("None of your groups at Guild")
		p.person("bo", "bo@example.org", true)
		p.come(s.Visitor(), "bo").Status(403)
		if n := s.Count(`SELECT count(*) FROM users`); n != 1 {
			t.Errorf("%d accounts, want 1", n)
		}
		if n := s.Count(`SELECT count(*) FROM audit WHERE what = 'user.changed' AND about = 'ada@example.org'`); n != 2 {
			t.Errorf("the audit has %d changes, want 2", n)
		}
	})
}

func TestADisabledAccountIsNotOpenedByAProvider(t *testing.T) {
	t.Parallel()
	p := startProvider(t)
	p.person("bo", "bo@example.org", true)
	s := withProvider(t, p)
	s.User("Ada", true)
	b := s.Visitor()
	p.come(b, "bo").LeadsTo("/instances")
	if err := s.Accounts.Disable(t.Context(), s.Count(`SELECT id FROM users WHERE email = 'bo@example.org'`)); err != nil {
		t.Fatal(err)
	}
	b.Get("/profile").LeadsTo("/login")
	p.come(b, "bo").Status(403).Says("This account is disabled.")
}

// TestWhoMayHaveAnAccount: without registration, only who is invited, or whose groups say so.
func TestWhoMayHaveAnAccount(t *testing.T) {
	t.Parallel()
	p := startProvider(t)
	p.person("bo", "bo@example.org", true, "staff")
	closed := func(_ *site.Config, o *account.Options) { o.Registration = false }
	s := withProvider(t, p, closed)
	ada := s.User("Ada", true)
	p.come(s.Visitor(), "bo").Status(403).Says("You have no account here")

	instance := ada.Instance("Livonia")
	invited := url.Values{"role": {"editor"}, "expires_in_days": {"7"}, "uses": {"1"}}
	page := ada.Submit(instance+"/members", instance+"/invitations", invited).Status(200).Body.String()
	invitation := strings.TrimPrefix(webtest.ParseHTML(t, page).ByID("new-link").Attrs["value"], "http://qm.test")
	b := s.Visitor()
	b.Get(invitation).LeadsTo("/login")
	p.come(b, "bo").LeadsTo(invitation)
	b.Submit(invitation, invitation, nil).LeadsTo(instance)

	other := withProvider(t, p, closed, groups("", "staff"))
	other.User("Ada", true)
	p.come(other.Visitor(), "bo").LeadsTo("/instances")
}

// TestAnswersThatAreNotToBeTrusted: none of them signs anybody in.
func TestAnswersThatAreNotToBeTrusted(t *testing.T) {
	t.Parallel()
	foreign := newKey(t, "first")
	for name, c := range map[string]struct {
		change func(p *provider)
		answer func(back string) string
		status int
	}{
		"wrong nonce": {change: func(p *provider) { p.nonce = "of another sign-in" }, status: 403},
		"alg none":    {change: func(p *provider) { p.mangle = mangled("none", p.key, nil) }, status: 403},
		"HS256":       {change: func(p *provider) { p.mangle = mangled("HS256", p.key, nil) }, status: 403},
		"a foreign issuer": {change: func(p *provider) {
			p.mangle = mangled("RS256", p.key, map[string]any{"iss": "https://evil.example"})
		}, status: 403},
		"another audience": {change: func(p *provider) { p.mangle = mangled("RS256", p.key, map[string]any{"aud": "another"}) }, status: 403},
		"for several": {change: func(p *provider) {
			p.mangle = mangled("RS256", p.key, map[string]any{"aud": []string{clientID, "another"}, "azp": "another"})
		}, status: 403},
		"another subject in the userinfo": {change: func(p *provider) {
			p.mangle = mangled("RS256", p.key, map[string]any{"sub": "ada"})
		}, status: 403},
		"expired":           {change: func(p *provider) { p.mangle = mangled("RS256", p.key, map[string]any{"exp": 1000}) }, status: 503},
		"a foreign key":     {change: func(p *provider) { p.mangle = mangled("RS256", foreign, nil) }, status: 403},
		"no token":          {change: func(p *provider) { p.mangle = func(map[string]any) string { return "" } }, status: 403},
		"the issuer of one": {answer: func(back string) string { return back + "&iss=https%3A%2F%2Fevil.example" }, status: 403},
		"another state":     {answer: func(back string) string { return back + "x" }, status: 400},
		"no state":          {answer: func(back string) string { return strings.ReplaceAll(back, "state=", "stage=") }, status: 400},
		"another code":      {answer: func(back string) string { return strings.Replace(back, "code=", "code=x", 1) }, status: 403},
		"denied":            {answer: func(back string) string { return strings.Replace(back, "code=", "error=denied&c=", 1) }, status: 403},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := startProvider(t)
			p.person("bo", "bo@example.org", true)
			p.person("ada", "ada@example.org", true)
			s := withProvider(t, p)
			if c.change != nil {
				c.change(p)
			}
			b := s.Visitor()
			back := p.signIn(t, b.Get("/login/oidc").Status(302).Header().Get("Location"), "bo")
			if c.answer != nil {
				back = c.answer(back)
			}
			b.Get(back).Status(c.status).Says(`href="/login"`)
			b.Get("/instances").LeadsTo("/login")
			if n := s.Count(`SELECT count(*) FROM users`); n != 0 {
				t.Errorf("%d accounts were created", n)
			}
		})
	}
}

// mangled returns what makes other id tokens of those of the provider.
func mangled(alg string, k signingKey, others map[string]any) func(map[string]any) string {
	return func(claims map[string]any) string { return signed(alg, k, claims, others) }
}

// TestACodeIsUsedOnce: neither the same browser nor another one gets in by an answer that was used, or that is another's.
func TestACodeIsUsedOnce(t *testing.T) {
	t.Parallel()
	p := startProvider(t)
	p.person("bo", "bo@example.org", true)
	s := withProvider(t, p)
	b, thief := s.Visitor(), s.Visitor()
	back := p.signIn(t, b.Get("/login/oidc").Header().Get("Location"), "bo")
	carried := b.Cookies["quartermaster_oidc"]
	thief.Get("/login/oidc").Status(302)
	thief.Get(back).Status(400).Says("Start again")
	b.Get(back).LeadsTo("/instances")
	thief.Cookies["quartermaster_oidc"] = carried // even with the cookie
	thief.Get(back).Status(403)
	b.Get("/profile").Says("bo@example.org")
	b.Cookies["quartermaster_oidc"] = "changed"
	b.Get(back).Status(400)
}

func TestKeysOfTheProviderChange(t *testing.T) {
	t.Parallel()
	p := startProvider(t)
	p.person("bo", "bo@example.org", true)
	s := withProvider(t, p)
	p.come(s.Visitor(), "bo").LeadsTo("/instances")
	p.rotate(newKey(t, "second"))
	p.come(s.Visitor(), "bo").LeadsTo("/instances")
}

func TestTheClockIsWrong(t *testing.T) {
	t.Parallel()
	p := startProvider(t)
	p.person("bo", "bo@example.org", true)
	s := withProvider(t, p, func(c *site.Config, _ *account.Options) {
		c.Provider = p.client(func() time.Time { return time.Now().Add(48 * time.Hour) })
	})
	p.come(s.Visitor(), "bo").Status(503).Says("The clocks differ")
}
