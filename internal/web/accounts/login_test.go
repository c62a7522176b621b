package accounts_test

import (
	"context"
	"fmt"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/account"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/webtest"
)

// csrfTokens are what differs between the pages of two sessions.
var csrfTokens = regexp.MustCompile(`[A-Za-z0-9_-]{40,}`)

func TestRegistration(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.Visitor()
	b.Get("/").Status(200).Says("The first account manages the service.", `action="/register"`)
	b.Get("/register").Says("The first account manages the service.").SaysNot("Have an account already?")
	form := url.Values{"name": {"Ada"}, "email": {"Ada@Example.org"}, "password": {webtest.Password}}
	b.Submit("/register", "/register", form).LeadsTo("/instances")
	b.Get("/instances").Says("Ada", "Users", "No instance yet")
	user, err := s.Accounts.ByEmail(context.Background(), "ada@example.org")
	if err != nil || !user.IsAdmin || user.Plan.Name != account.PlatinumPlan {
		t.Errorf("the first user is %+v, %v, want an administrator", user, err)
	}
	second := s.Visitor()
	second.Get("/").Says("Create an account")
	form.Set("email", "bo@example.org")
	second.Submit("/register", "/register", form).LeadsTo("/login")
	second.Get("/login").Says("If this email address is new, your account has been created", `value="bo@example.org"`)
	second.Submit("/login", "/login", form).LeadsTo("/instances")
	second.Get("/instances").SaysNot(`href="/admin/users"`)
}

func TestRegistrationRefused(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	s.User("Ada", false)
	tests := []struct {
		name, field, text string
		form              url.Values
	}{
		{
			"name", "name", "The name field must be between 1 and 255 characters.",
			url.Values{"email": {"x@example.org"}, "password": {webtest.Password}},
		},
		{
			"email", "email", "The email field must be a valid email address.",
			url.Values{"name": {"X"}, "email": {"x"}, "password": {webtest.Password}},
		},
		{
			"password", "password", "The password field must be between 8 and 200 characters.",
			url.Values{"name": {"X"}, "email": {"x@example.org"}, "password": {"1234567"}},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := s.Visitor()
			b.Submit("/register", "/register", test.form).LeadsTo("/register")
			page := b.Get("/register").Says(test.text, `id="register-`+test.field+`-error"`, `aria-invalid="true"`, "1 entry needs your attention")
			if entered := test.form.Get("email"); !strings.Contains(page.Body.String(), `value="`+entered+`"`) {
				t.Errorf("the entry %q is gone", entered)
			}
			page.SaysNot(test.form.Get("password"))
			b.Get("/register").SaysNot(test.text)
			b.Header = map[string]string{"Accept": "application/json"}
			b.Submit("/register", "/register", test.form).Status(422).Says(`{"message":"` + test.text + `","errors":{"` + test.field + `":["` +
				test.text + `"]}}`)
		})
	}
}

// TestRegisteringDoesNotTellWhoIsKnown: to a browser and to a program, a new address and a known one get the same answer, and the
// same page after it.
func TestRegisteringDoesNotTellWhoIsKnown(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	known := s.User("Ada", false)
	for _, accept := range []string{"", "application/json"} {
		answers := map[string]string{}
		for _, email := range []string{"ada@example.org", "new" + strings.ReplaceAll(accept, "/", "") + "@example.org"} {
			b := s.Visitor()
			b.Header = map[string]string{"Accept": accept}
			answer := b.Submit("/register", "/register", url.Values{
				"name": {"X"}, "email": {email}, "password": {"another password"},
			}).LeadsTo("/login")
			page := b.Get("/login").Says(`value="` + email + `"`)
			b.Get("/profile").SaysNot(email)
			text := answer.Body.String() + page.Body.String()
			answers[email] = csrfTokens.ReplaceAllString(strings.ReplaceAll(text, email, ""), "")
		}
		texts := slices.Collect(maps.Values(answers))
		if diff := cmp.Diff(texts[0], texts[1]); diff != "" {
			t.Error(diff)
		}
	}
	known.Get("/profile").Says("ada@example.org")
	s.Visitor().Submit("/login", "/login", url.Values{"email": {"ada@example.org"}, "password": {webtest.Password}}).LeadsTo("/instances")
}

// TestRegisteringIsThrottled for each address, whether what was asked for is new or not.
func TestRegisteringIsThrottled(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	s.User("Ada", false)
	b := s.Visitor()
	form := url.Values{"name": {"X"}, "email": {"ada@example.org"}, "password": {webtest.Password}}
	for range 30 {
		b.Submit("/register", "/register", form).LeadsTo("/login")
	}
	b.Submit("/register", "/register", form).LeadsTo("/register")
	b.Get("/register").Says("Too many attempts. Try again in ")
	b.Header = map[string]string{"Accept": "application/json"}
	if b.Submit("/register", "/register", form).Status(429).Header().Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

func TestClosedRegistration(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t, func(_ *site.Config, o *account.Options) { o.Registration = false })
	b := s.Visitor()
	b.Get("/").SaysNot(`href="/register"`)
	b.Get("/login").SaysNot(`href="/register"`)
	b.Get("/register").Status(403).Says("Registration is closed", `href="/login"`)
	b.Submit("/login", "/register", url.Values{"name": {"X"}, "email": {"x@example.org"}, "password": {webtest.Password}}).Status(403)
}

func TestSignInRefused(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	s.User("Ada", false)
	b := s.Visitor()
	form := url.Values{"email": {"ada@example.org"}, "password": {"wrong password"}}
	for range 5 {
		b.Submit("/login", "/login", form).LeadsTo("/login")
	}
	b.Get("/login").Says("These credentials do not match our records.", `value="ada@example.org"`).SaysNot("wrong password")
	b.Submit("/login", "/login", form).LeadsTo("/login")
	b.Get("/login").Says("Too many attempts. Try again in ")
	b.Header = map[string]string{"Accept": "application/json"}
	answer := b.Submit("/login", "/login", form).Status(429)
	if answer.Header().Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

func TestProfile(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		b.Get("/profile").Says("ada@example.org", "platinum", "0 of 1,000", "0 B of 1 GB", "You have none",
			`<progress max="1000" value="0" aria-label="Instances">`)
		b.Put("/profile", "/profile", url.Values{"name": {"  Ada Quinn "}}).LeadsTo("/profile")
		b.Get("/profile").Says("Your name was changed.", `value="Ada Quinn"`)
		b.Put("/profile", "/profile", url.Values{"name": {""}}).LeadsTo("/profile")
		b.Get("/profile").Says("The name field must be between 1 and 255 characters.")
		b.Get("/profile/token").LeadsTo("/profile")
	})
}

func TestChangePassword(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	elsewhere := s.Visitor()
	elsewhere.Submit("/login", "/login", url.Values{"email": {"ada@example.org"}, "password": {webtest.Password}}).LeadsTo("/instances")
	before := b.Cookies[webtest.SessionName]

	b.Put("/profile", "/profile/password", url.Values{
		"current_password": {"not this one"}, "password": {"another password"},
	}).LeadsTo("/profile")
	b.Get("/profile").Says("The password is incorrect.", `id="password-current_password-error"`).SaysNot("another password", "not this one")
	b.Put("/profile", "/profile/password", url.Values{"current_password": {webtest.Password}, "password": {"short"}}).LeadsTo("/profile")
	b.Get("/profile").Says("The password field must be between 8 and 200 characters.")
	elsewhere.Get("/profile").Status(200)

	b.Put("/profile", "/profile/password", url.Values{
		"current_password": {webtest.Password}, "password": {"another password"},
	}).LeadsTo("/profile")
	b.Get("/profile").Says("Your password was changed.")
	elsewhere.Get("/profile").LeadsTo("/login")
	if b.Cookies[webtest.SessionName] == before {
		t.Error("the session has its old token")
	}
}

// TestChangePasswordEndsTheToken unless the switch, which is there with a token alone, says no.
func TestChangePasswordEndsTheToken(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	b.Get("/profile").SaysNot("Also revoke my API tokens")
	old := webtest.Password
	for _, test := range []struct {
		sent string
		ends bool
	}{{"0", false}, {"1", true}, {"", true}} {
		b.Submit("/profile", "/profile/token", nil).Status(200)
		field := webtest.ParseHTML(t, b.Get("/profile").Says("Also revoke my API tokens").Body.String()).ByID("password-end_token")
		if _, on := field.Attrs["checked"]; !on {
			t.Error("the switch is off")
		}
		form := url.Values{"current_password": {old}, "password": {old + "x"}}
		if test.sent != "" {
			form.Set("end_token", test.sent)
		}
		old += "x"
		b.Put("/profile", "/profile/password", form).LeadsTo("/profile")
		page := b.Get("/profile").Says("Your password was changed.")
		user, err := s.Accounts.ByID(context.Background(), b.User.ID)
		if ended := user.TokenMadeAt == 0; err != nil || ended != test.ends ||
			strings.Contains(page.Body.String(), "Your API tokens were revoked.") != test.ends {
			t.Errorf("sent %q: token ended: %v, want %v, %v", test.sent, ended, test.ends, err)
		}
	}
}

func TestAPIToken(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	answer := b.Submit("/profile", "/profile/token", nil).Status(200).Says("Your token was generated.", "Copy the token now")
	if got := answer.Header().Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control %q, want no-store", got)
	}
	page := webtest.ParseHTML(t, answer.Body.String())
	token := page.ByID("new-token").Attrs["value"]
	if user, err := s.Accounts.ByToken(context.Background(), token, "", ""); err != nil || user.ID != b.User.ID {
		t.Fatalf("the token %q belongs to %v, %v", token, user.ID, err)
	}
	b.Get("/profile").Says("You have a token").SaysNot(token)
	b.Submit("/profile", "/profile/token", nil).Status(200).Says("The previous token was revoked.")
	if _, err := s.Accounts.ByToken(context.Background(), token, "", ""); err == nil {
		t.Error("the previous token still works")
	}
	b.Delete("/profile", "/profile/token", nil).LeadsTo("/profile")
	b.Get("/profile").Says("Your token was revoked.", "You have none")
}

func TestUsers(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		admin := s.User("Ada", true)
		bo := s.User("Bo", false)
		admin.Get("/admin/users").Says("ada@example.org", "bo@example.org", "administrator", "Rows 1 to 2 of 2")
		admin.Get("/admin/users?search=BO").Says("bo@example.org").SaysNot("bo@example.org</small> ada@example.org", ">ada@example.org<")
		admin.Get("/admin/users?search=%25").Says("Nothing matches")
		id := bo.User.ID
		path := "/admin/users/" + fmt.Sprint(bo.User.ID)
		admin.Put("/admin/users", path, url.Values{"plan": {"free"}}).LeadsTo("/admin/users")
		admin.Get("/admin/users").Says("Bo now has the plan free.")
		if user, err := s.Accounts.ByID(context.Background(), id); err != nil || user.Plan.Name != account.FreePlan {
			t.Errorf("plan %q, %v, want free", user.Plan.Name, err)
		}
		bo.Get("/profile").Says("Your plan does not include the API")
		admin.Put("/admin/users", path, url.Values{"plan": {"gold"}}).LeadsTo("/admin/users")
		admin.Get("/admin/users").Says("The selected plan is invalid.")
		admin.Put("/admin/users", "/admin/users/999", url.Values{"plan": {"free"}}).Status(404)
		admin.Put("/admin/users", "/admin/users/x", url.Values{"plan": {"free"}}).Status(404)
		admin.Header = map[string]string{"Accept": "application/json"}
		admin.Put("/admin/users", path, url.Values{"plan": {"gold"}}).Status(422).Says(`"plan":["The selected plan is invalid."]`)
	})
}
