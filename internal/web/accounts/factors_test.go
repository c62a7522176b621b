package accounts_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/storetest"
	"quartermaster/internal/totp"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/webtest"
)

const (
	factorsURL = "/profile/factors"
	appURL     = factorsURL + "/app"
	secondURL  = "/login/second"
)

var (
	password    = url.Values{"current_password": {webtest.Password}}
	keyText     = regexp.MustCompile(`Key: <code class="code">([A-Z2-7 ]+)</code>`)
	recoveryRow = regexp.MustCompile(`<li>([0-9A-Z]{4}(?:-[0-9A-Z]{4}){3})</li>`)
)

// codeIn returns the form with the code that an app shows that many steps from now.
func codeIn(b *webtest.Browser, secret string, steps int64) url.Values {
	b.TB.Helper()
	code, err := totp.Code(secret, totp.Step(b.DB.Time())+steps)
	if err != nil {
		b.TB.Fatal(err)
	}
	return url.Values{"one_time_code": {code}}
}

// addApp adds an authenticator app on the pages, with the code of the present step, and returns its secret and the recovery codes.
func addApp(b *webtest.Browser) (secret string, codes []string) {
	b.TB.Helper()
	b.Submit(factorsURL, appURL, password).LeadsTo(appURL)
	page := b.Get(appURL).Says(`<svg class="qr"`, "Scan the code")
	if page.Header().Get("Cache-Control") != "no-store" {
		b.TB.Error("the secret may be kept by the browser")
	}
	m := keyText.FindStringSubmatch(page.Body.String())
	if m == nil {
		b.TB.Fatal("no key")
	}
	secret = strings.ReplaceAll(m[1], " ", "")
	answer := b.Put(appURL, appURL, codeIn(b, secret, 0)).Status(200).Says("Your authenticator app was added.")
	if answer.Header().Get("Cache-Control") != "no-store" {
		b.TB.Error("the recovery codes may be kept by the browser")
	}
	for _, row := range recoveryRow.FindAllStringSubmatch(answer.Body.String(), -1) {
		codes = append(codes, row[1])
	}
	if len(codes) != 10 {
		b.TB.Fatalf("%d recovery codes", len(codes))
	}
	return secret, codes
}

// firstStep gives the right password of Ada.
func firstStep(s *webtest.Site) *webtest.Browser {
	b := s.Visitor()
	b.Submit("/login", "/login", url.Values{"email": {"ada@example.org"}, "password": {webtest.Password}}).LeadsTo(secondURL)
	return b
}

func TestSecondFactor(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		elsewhere := signIn(s, "Firefox")
		b.Get("/profile").Says("a leaked password opens nothing")
		b.Submit(factorsURL, appURL, url.Values{"current_password": {"wrong"}}).LeadsTo(factorsURL)
		b.Get(factorsURL).Says("The password is incorrect.").SaysNot("Recovery codes")
		b.Get(appURL).LeadsTo(factorsURL)
		b.Put(factorsURL, appURL, url.Values{"one_time_code": {"123456"}}).LeadsTo(factorsURL)
		b.Submit(factorsURL, factorsURL+"/codes", password).LeadsTo(factorsURL)
		secret, codes := addApp(b)
		elsewhere.Get("/profile").LeadsTo("/login")
		b.Get(factorsURL).Says("Added", "10 left").SaysNot(codes[0])
		b.Get("/profile").Says("You are asked for your")

		visitor := firstStep(s)
		visitor.Get(secondURL).Says("six digits")
		visitor.Submit(secondURL, secondURL, url.Values{"one_time_code": {"000000x"}}).LeadsTo(secondURL)
		visitor.Get(secondURL).Says("This code is wrong or already used.").SaysNot("000000x")
		visitor.Get("/instances").LeadsTo("/login")
		code := codeIn(visitor, secret, 1)
		visitor.Submit(secondURL, secondURL, code).LeadsTo("/instances")
		visitor.Get("/profile").Status(200)
		visitor.Get(secondURL).LeadsTo("/instances")

		late := firstStep(s)
		late.Submit(secondURL, secondURL, code).LeadsTo(secondURL) // used
		late.Submit(secondURL, secondURL, url.Values{"one_time_code": {strings.ToLower(codes[3])}}).LeadsTo("/instances")
		late.Get("/instances").Says("You have 9 recovery codes left.")

		visitor.Submit(factorsURL, "/profile/token", nil).Status(200)
		visitor.Delete(factorsURL, appURL, url.Values{"current_password": {"wrong"}}).LeadsTo(factorsURL)
		late.Get("/profile").Status(200)
		visitor.Delete(factorsURL, appURL, password).LeadsTo(factorsURL)
		visitor.Get(factorsURL).Says("Your authenticator app was removed.", "your API tokens were revoked").SaysNot("Recovery codes")
		late.Get("/profile").LeadsTo("/login")
		visitor.Get("/profile").Says("You have none yet")
		signIn(s, "Firefox")
	})
}

// TestNewRecoveryCodes replace those before.
func TestNewRecoveryCodes(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	_, codes := addApp(b)
	b.Submit(factorsURL, factorsURL+"/codes", url.Values{"current_password": {"wrong"}}).LeadsTo(factorsURL)
	answer := b.Submit(factorsURL, factorsURL+"/codes", password).Status(200).Says("The previous ones no longer work.")
	renewed := recoveryRow.FindAllStringSubmatch(answer.Body.String(), -1)
	visitor := firstStep(s)
	visitor.Submit(secondURL, secondURL, url.Values{"one_time_code": {codes[0]}}).LeadsTo(secondURL)
	visitor.Submit(secondURL, secondURL, url.Values{"one_time_code": {renewed[0][1]}}).LeadsTo("/instances")
}

// TestASecondStepEnds with its time, a new password, and the factor that it is about; and it leads to the page that was asked for.
func TestASecondStepEnds(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	secret, codes := addApp(b)
	visitor := s.Visitor()
	visitor.Get(secondURL).LeadsTo("/login")
	visitor.Submit("/login", secondURL, codeIn(visitor, secret, 0)).LeadsTo("/login")

	visitor = s.Visitor()
	visitor.Get("/profile/tokens").LeadsTo("/login")
	visitor.Submit("/login", "/login", url.Values{"email": {"ada@example.org"}, "password": {webtest.Password}}).LeadsTo(secondURL)
	visitor.Submit(secondURL, secondURL, url.Values{"one_time_code": {codes[0]}}).LeadsTo("/profile/tokens")

	slow, other, reset := firstStep(s), firstStep(s), firstStep(s)
	slow.Pending(-time.Second)
	slow.Get(secondURL).LeadsTo("/login")
	slow.Submit("/login", secondURL, url.Values{"one_time_code": {codes[1]}}).LeadsTo("/login")
	if _, err := s.Accounts.EndSessions(t.Context(), b.User.ID); err != nil { // as a new password does
		t.Fatal(err)
	}
	other.Get(secondURL).LeadsTo("/login")
	other.Submit("/login", secondURL, url.Values{"one_time_code": {codes[1]}}).LeadsTo("/login")
	if _, err := s.Accounts.ResetFactors(t.Context(), "ada@example.org"); err != nil {
		t.Fatal(err)
	}
	reset.Get(secondURL).LeadsTo("/login")
}

// TestARequiredSecondFactor is set up after the login, and then everything is there.
func TestARequiredSecondFactor(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t, func(c *site.Config, _ *account.Options) { c.Require = account.EverybodyNeeds })
	s.User("Ada", false)
	b := s.Visitor()
	b.Submit("/login", "/login", url.Values{"email": {"ada@example.org"}, "password": {webtest.Password}}).LeadsTo("/instances")
	b.Get("/instances").LeadsTo(factorsURL)
	b.Submit(factorsURL, "/profile/token", nil).LeadsTo(factorsURL)
	addApp(b)
	b.Get("/instances").Status(200)
	b.Delete(factorsURL, appURL, password).LeadsTo(factorsURL)
	b.Get("/instances").LeadsTo(factorsURL)
	b.Submit(factorsURL, "/logout", nil).LeadsTo("/login")
}
