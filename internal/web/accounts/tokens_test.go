package accounts_test

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/access"
	"quartermaster/internal/store"
	"quartermaster/internal/web/webtest"
)

// TestTokensWithLimits: a token is made on a page, shown once, works within its limits, and ends there.
func TestTokensWithLimits(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("Limited")
	sid := strings.TrimPrefix(instance, "/instances/")
	for page, form := range map[string]url.Values{
		"/profile/tokens": {
			"name": {"Bot"}, "permissions[]": {"", "read", "players"}, "instances[]": {"", sid}, "days": {"30"},
			"addresses": {"127.0.0.1, 192.0.2.0/24"},
		},
		instance + "/tokens": {
			"name": {"Bot"}, "permissions[]": {"", "read", "players"}, "days": {"30"}, "addresses": {"127.0.0.1 192.0.2.0/24"},
		},
	} {
		b.Get(page).Status(200).Says("Make a token")
		made := b.Submit(page, page, form).Status(200)
		text := webtest.ParseHTML(t, made.Body.String()).ByID("new-token").Attrs["value"]
		if got := made.Header().Get("Cache-Control"); got != "no-store" {
			t.Errorf("%s: Cache-Control %q", page, got)
		}
		caller, err := s.Accounts.ByToken(context.Background(), text, sid, "192.0.2.7")
		if err != nil || caller.Token.May != access.NewSet(access.Read, access.Players) || caller.Instance.Scope.InstanceID == 0 {
			t.Fatalf("%s: %+v, %v", page, caller, err)
		}
		if _, err := s.Accounts.ByToken(context.Background(), text, sid, "192.0.3.7"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: from elsewhere: %v", page, err)
		}
		b.Get(page).Status(200).Says("Bot", "read, players", "192.0.2.0/24").SaysNot(text)
		b.Submit(page, page, url.Values{"name": {""}, "days": {"0"}}).Status(http.StatusFound)
		b.Get(page).Says("A token ends after 1 to 3650 days.")
		b.Delete(page, page+"/"+caller.Token.SID, nil).LeadsTo(page)
		if _, err := s.Accounts.ByToken(context.Background(), text, sid, "192.0.2.7"); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%s: after its end: %v", page, err)
		}
	}
}
