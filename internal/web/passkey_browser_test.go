package web_test

import (
	"context"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"

	"quartermaster/internal/account"
	"quartermaster/internal/passkey"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/webtest"
)

// passkeys makes a passkey in Chromium's virtual authenticator, and logs in by it: without a name, after the password, and when another
// device has a copy of it, which is noticed.
func passkeys(chromium context.Context, t *testing.T) {
	server := httptest.NewUnstartedServer(nil)
	address := strings.Replace("http://"+server.Listener.Addr().String(), "127.0.0.1", "localhost", 1)
	service, err := passkey.New("Quartermaster", address)
	if err != nil {
		t.Fatal(err)
	}
	s := webtest.Open(t, func(c *site.Config, _ *account.Options) { c.Passkeys = service })
	server.Config.Handler = s.Handler
	server.Start()
	t.Cleanup(server.Close)
	server.URL = address
	s.User("Ada", false)
	b := webtest.OpenTab(chromium, t, server)
	addAuthenticator(t, b)
	press := chromedp.Click(chromedp.CSS("form[data-passkey] button"))

	b.SignIn("ada@example.org")
	b.Open(site.FactorsPath)
	b.Do(chromedp.SendKeys(chromedp.ID("passkey-name"), "laptop"))
	b.Follow(chromedp.SendKeys(chromedp.ID("passkey-current_password"), webtest.Password+"\r"))
	b.Follow(press)
	b.Says("Your passkey was added.", "Your recovery codes")

	logOut := chromedp.Click(chromedp.CSS(`form[action="/logout"] button`))
	b.Follow(logOut)
	if path := b.Follow(press); path != "/instances" {
		t.Errorf("the passkey leads to %s", path)
	}
	b.Follow(logOut)
	if path := b.SignInTo("ada@example.org"); path != site.SecondStepPath {
		t.Errorf("the password leads to %s", path)
	}
	if path := b.Follow(press); path != "/instances" {
		t.Errorf("after the password, the passkey leads to %s", path)
	}

	// Another device with the same passkey has been used more often.
	if _, err := s.DB.Exec(t.Context(), `UPDATE passkeys SET key = replace(key, '"Count":', '"Count":9')`); err != nil {
		t.Fatal(err)
	}
	b.Follow(logOut)
	b.Follow(press)
	b.Says("Your passkey may have been copied")
}

func addAuthenticator(t *testing.T, b *webtest.Tab) {
	t.Helper()
	if _, err := chromedp.Call(b, webauthn.Enable, webauthn.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	options := webauthn.VirtualAuthenticatorOptions{
		Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal,
		HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true,
	}
	if _, err := chromedp.Call(b, webauthn.AddVirtualAuthenticator, webauthn.AddVirtualAuthenticatorParams{Options: &options}); err != nil {
		t.Fatal(err)
	}
}
