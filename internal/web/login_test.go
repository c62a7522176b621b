package web

import (
	"context"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/account"
	"quartermaster/internal/web/site"
)

// csrfTokens are what differs between the pages of two sessions.
var csrfTokens = regexp.MustCompile(`[A-Za-z0-9_-]{40,}`)

func TestRegistration(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.visitor()
	b.get("/").says("Create an account")
	form := url.Values{"name": {"Ada"}, "email": {"Ada@Example.org"}, "password": {password}}
	b.submit("/register", "/register", form).leadsTo("/instances")
	b.get("/instances").says("Ada", "Users", "No instance yet")
	user, err := s.accounts.ByEmail(context.Background(), "ada@example.org")
	if err != nil || !user.IsAdmin || user.Plan.Name != account.PlatinumPlan {
		t.Errorf("the first user is %+v, %v, want an administrator", user, err)
	}
	second := s.visitor()
	form.Set("email", "bo@example.org")
	second.submit("/register", "/register", form).leadsTo("/login")
	second.get("/login").says("If this email address is new, your account has been created", `value="bo@example.org"`)
	second.submit("/login", "/login", form).leadsTo("/instances")
	second.get("/instances").saysNot(`href="/admin/users"`)
}

func TestRegistrationRefused(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	s.user("Ada", false)
	tests := []struct {
		name, field, text string
		form              url.Values
	}{
		{"name", "name", "The name field must be between 1 and 255 characters.", url.Values{"email": {"x@example.org"}, "password": {password}}},
		{"email", "email", "The email field must be a valid email address.", url.Values{"name": {"X"}, "email": {"x"}, "password": {password}}},
		{"password", "password", "The password field must be between 8 and 200 characters.", url.Values{"name": {"X"}, "email": {"x@example.org"}, "password": {"1234567"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := s.visitor()
			b.submit("/register", "/register", test.form).leadsTo("/register")
			page := b.get("/register").says(test.text, `id="register-`+test.field+`-error"`, `aria-invalid="true"`, "1 entry needs your attention")
			if entered := test.form.Get("email"); !strings.Contains(page.Body.String(), `value="`+entered+`"`) {
				t.Errorf("the entry %q is gone", entered)
			}
			page.saysNot(test.form.Get("password"))
			b.get("/register").saysNot(test.text)
			b.header = map[string]string{"Accept": "application/json"}
			b.submit("/register", "/register", test.form).status(422).says(`{"message":"` + test.text + `","errors":{"` + test.field + `":["` + test.text + `"]}}`)
		})
	}
}

// TestRegisteringDoesNotTellWhoIsKnown: to a browser and to a program, a new address and a known one get the same answer, and the
// same page after it.
func TestRegisteringDoesNotTellWhoIsKnown(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	known := s.user("Ada", false)
	for _, accept := range []string{"", "application/json"} {
		answers := map[string]string{}
		for _, email := range []string{"ada@example.org", "new" + strings.ReplaceAll(accept, "/", "") + "@example.org"} {
			b := s.visitor()
			b.header = map[string]string{"Accept": accept}
			answer := b.submit("/register", "/register", url.Values{"name": {"X"}, "email": {email}, "password": {"another password"}}).leadsTo("/login")
			page := b.get("/login").says(`value="` + email + `"`)
			b.get("/profile").saysNot(email)
			text := answer.Body.String() + page.Body.String()
			answers[email] = csrfTokens.ReplaceAllString(strings.ReplaceAll(text, email, ""), "")
		}
		texts := slices.Collect(maps.Values(answers))
		if diff := cmp.Diff(texts[0], texts[1]); diff != "" {
			t.Error(diff)
		}
	}
	known.get("/profile").says("ada@example.org")
	s.visitor().submit("/login", "/login", url.Values{"email": {"ada@example.org"}, "password": {password}}).leadsTo("/instances")
}

// TestRegisteringIsThrottled for each address, whether what was asked for is new or not.
func TestRegisteringIsThrottled(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	s.user("Ada", false)
	b := s.visitor()
	form := url.Values{"name": {"X"}, "email": {"ada@example.org"}, "password": {password}}
	for range 30 {
		b.submit("/register", "/register", form).leadsTo("/login")
	}
	b.submit("/register", "/register", form).leadsTo("/register")
	b.get("/register").says("Too many attempts. Try again in ")
	b.header = map[string]string{"Accept": "application/json"}
	if b.submit("/register", "/register", form).status(429).Header().Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

func TestClosedRegistration(t *testing.T) {
	t.Parallel()
	s := openSite(t, func(_ *site.Config, o *account.Options) { o.Registration = false })
	b := s.visitor()
	b.get("/").saysNot(`href="/register"`)
	b.get("/login").saysNot(`href="/register"`)
	b.get("/register").status(403).says("Registration is closed", `href="/login"`)
	b.submit("/login", "/register", url.Values{"name": {"X"}, "email": {"x@example.org"}, "password": {password}}).status(403)
}

func TestSignInRefused(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	s.user("Ada", false)
	b := s.visitor()
	form := url.Values{"email": {"ada@example.org"}, "password": {"wrong password"}}
	for range 5 {
		b.submit("/login", "/login", form).leadsTo("/login")
	}
	b.get("/login").says("These credentials do not match our records.", `value="ada@example.org"`).saysNot("wrong password")
	b.submit("/login", "/login", form).leadsTo("/login")
	b.get("/login").says("Too many attempts. Try again in ")
	b.header = map[string]string{"Accept": "application/json"}
	answer := b.submit("/login", "/login", form).status(429)
	if answer.Header().Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
}

func TestProfile(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	b.get("/profile").says("ada@example.org", "platinum", "0 of 1,000", "0 B of 1 GB", "You have none", `<progress max="1000" value="0" aria-label="Instances">`)
	b.put("/profile", "/profile", url.Values{"name": {"  Ada Quinn "}}).leadsTo("/profile")
	b.get("/profile").says("Your name was changed.", `value="Ada Quinn"`)
	b.put("/profile", "/profile", url.Values{"name": {""}}).leadsTo("/profile")
	b.get("/profile").says("The name field must be between 1 and 255 characters.")
	b.get("/profile/token").leadsTo("/profile")
}

func TestChangePassword(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	elsewhere := s.visitor()
	elsewhere.submit("/login", "/login", url.Values{"email": {"ada@example.org"}, "password": {password}}).leadsTo("/instances")
	before := b.cookies[sessionName]

	b.put("/profile", "/profile/password", url.Values{"current_password": {"not this one"}, "password": {"another password"}}).leadsTo("/profile")
	b.get("/profile").says("The password is incorrect.", `id="password-current_password-error"`).saysNot("another password", "not this one")
	b.put("/profile", "/profile/password", url.Values{"current_password": {password}, "password": {"short"}}).leadsTo("/profile")
	b.get("/profile").says("The password field must be between 8 and 200 characters.")
	elsewhere.get("/profile").status(200)

	b.put("/profile", "/profile/password", url.Values{"current_password": {password}, "password": {"another password"}}).leadsTo("/profile")
	b.get("/profile").says("Your password was changed.")
	elsewhere.get("/profile").leadsTo("/login")
	if b.cookies[sessionName] == before {
		t.Error("the session has its old token")
	}
}

// TestChangePasswordEndsTheToken unless the switch, which is there with a token alone, says no.
func TestChangePasswordEndsTheToken(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	b.get("/profile").saysNot("Also revoke my API token")
	old := password
	for _, test := range []struct {
		sent string
		ends bool
	}{{"0", false}, {"1", true}, {"", true}} {
		b.submit("/profile", "/profile/token", nil).status(200)
		field := parseHTML(t, b.get("/profile").says("Also revoke my API token").Body.String()).byID("password-end_token")
		if _, on := field.attrs["checked"]; !on {
			t.Error("the switch is off")
		}
		form := url.Values{"current_password": {old}, "password": {old + "x"}}
		if test.sent != "" {
			form.Set("end_token", test.sent)
		}
		old += "x"
		b.put("/profile", "/profile/password", form).leadsTo("/profile")
		page := b.get("/profile").says("Your password was changed.")
		user, err := s.accounts.ByID(context.Background(), b.user.ID)
		if ended := user.TokenMadeAt == 0; err != nil || ended != test.ends || strings.Contains(page.Body.String(), "Your API token was revoked.") != test.ends {
			t.Errorf("sent %q: token ended: %v, want %v, %v", test.sent, ended, test.ends, err)
		}
	}
}

func TestAPIToken(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	answer := b.submit("/profile", "/profile/token", nil).status(200).says("Your token was generated.", "Copy the token now")
	if got := answer.Header().Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control %q, want no-store", got)
	}
	page := parseHTML(t, answer.Body.String())
	token := page.byID("new-token").attrs["value"]
	if user, err := s.accounts.ByToken(context.Background(), token, ""); err != nil || user.ID != b.user.ID {
		t.Fatalf("the token %q belongs to %v, %v", token, user.ID, err)
	}
	b.get("/profile").says("You have a token").saysNot(token)
	b.submit("/profile", "/profile/token", nil).status(200).says("The previous token was revoked.")
	if _, err := s.accounts.ByToken(context.Background(), token, ""); err == nil {
		t.Error("the previous token still works")
	}
	b.delete("/profile", "/profile/token", nil).leadsTo("/profile")
	b.get("/profile").says("Your token was revoked.", "You have none")
}

func TestUsers(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	admin := s.user("Ada", true)
	bo := s.user("Bo", false)
	admin.get("/admin/users").says("ada@example.org", "bo@example.org", "administrator", "Rows 1 to 2 of 2")
	admin.get("/admin/users?search=BO").says("bo@example.org").saysNot("bo@example.org</small> ada@example.org", ">ada@example.org<")
	admin.get("/admin/users?search=%25").says("Nothing matches")
	id := bo.user.ID
	path := "/admin/users/" + itoa(bo.user.ID)
	admin.put("/admin/users", path, url.Values{"plan": {"free"}}).leadsTo("/admin/users")
	admin.get("/admin/users").says("Bo now has the plan free.")
	if user, err := s.accounts.ByID(context.Background(), id); err != nil || user.Plan.Name != account.FreePlan {
		t.Errorf("plan %q, %v, want free", user.Plan.Name, err)
	}
	bo.get("/profile").says("Your plan does not include the API")
	admin.put("/admin/users", path, url.Values{"plan": {"gold"}}).leadsTo("/admin/users")
	admin.get("/admin/users").says("The selected plan is invalid.")
	admin.put("/admin/users", "/admin/users/999", url.Values{"plan": {"free"}}).status(404)
	admin.put("/admin/users", "/admin/users/x", url.Values{"plan": {"free"}}).status(404)
	admin.header = map[string]string{"Accept": "application/json"}
	admin.put("/admin/users", path, url.Values{"plan": {"gold"}}).status(422).says(`"plan":["The selected plan is invalid."]`)
}
