package site_test

import (
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/web/webtest"
)

// TestTokensAreMasked holds that no two pages show a token alike, and that each of them goes, as does the cookie's.
func TestTokensAreMasked(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	first, second, plain := b.Token("/profile"), b.Token("/profile"), b.Cookies["XSRF-TOKEN"]
	if first == second || strings.Contains(b.Get("/profile").Body.String(), plain) {
		t.Errorf("two pages show the tokens %q and %q of %q", first, second, plain)
	}
	b.Header = map[string]string{"Accept": "application/json"}
	for _, token := range []string{first, second, plain} {
		b.Send("PUT", "/profile", url.Values{"_token": {token}, "name": {"Ada"}}).Status(302)
	}
}
