package site_test

import (
	"net/http"
	"net/url"
	"testing"

	"quartermaster/internal/web/webtest"
)

// holding asks for a page with the tag of one that the browser has kept.
func holding(b *webtest.Browser, page, tag string) webtest.Answer {
	b.Header = map[string]string{"If-None-Match": tag}
	defer func() { b.Header = nil }()
	return b.Get(page)
}

// TestPagesThatABrowserHas: a page that has not changed is not sent again, and its forms go on working; what has changed, what is said
// about what was just done, and what another person or session is shown are sent.
func TestPagesThatABrowserHas(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	ada, bob := s.User("Ada", false), s.User("Bob", false)
	at := ada.Instance("Mine")
	const join = `INSERT INTO members (instance_id, user_id, role, created_at) VALUES ($1, $2, 'viewer', 0)`
	if _, err := s.DB.Exec(t.Context(), join, ada.Scope(at).InstanceID, bob.User.ID); err != nil {
		t.Fatal(err)
	}
	settings := at + "/edit"
	for _, page := range []string{at, settings, at + "/types", at + "/history"} {
		ada.Get(page) // what was just done is said once
		kept := ada.Get(page).Status(http.StatusOK)
		tag := kept.Header().Get("ETag")
		if same := holding(ada, page, tag).Status(http.StatusNotModified); same.Body.Len() != 0 || same.Header().Get("Cache-Control") == "" {
			t.Errorf("%s: 304 with %d bytes and %v", page, same.Body.Len(), same.Header())
		}
		if other := holding(bob, page, tag); other.Code == http.StatusNotModified {
			t.Errorf("%s: Bob is told that he has what Ada has", page)
		}
	}
	ada.Submit(settings, "/instances", url.Values{"name": {"Second"}, "map_id": {"1"}})
	told := ada.Get(at).Says("Second was created.")
	holding(ada, at, told.Header().Get("ETag")).Status(http.StatusOK).SaysNot("Second was created.")
	kept := ada.Get(at)
	tag := kept.Header().Get("ETag")
	holding(ada, at, tag).Status(http.StatusNotModified)
	ada.Send("POST", "/logout", url.Values{"_token": {webtest.TokenPattern.FindStringSubmatch(kept.Body.String())[1]}}).LeadsTo("/login")
	holding(ada, at, tag).LeadsTo("/login")
}
