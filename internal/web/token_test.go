package web

import (
	"net/url"
	"strings"
	"testing"
)

// TestTokensAreMasked holds that no two pages show a token alike, and that each of them goes, as does the cookie's.
func TestTokensAreMasked(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	first, second, plain := b.token("/profile"), b.token("/profile"), b.cookies["XSRF-TOKEN"]
	if first == second || strings.Contains(b.get("/profile").Body.String(), plain) {
		t.Errorf("two pages show the tokens %q and %q of %q", first, second, plain)
	}
	b.header = map[string]string{"Accept": "application/json"}
	for _, token := range []string{first, second, plain} {
		b.send("PUT", "/profile", url.Values{"_token": {token}, "name": {"Ada"}}).status(302)
	}
}
