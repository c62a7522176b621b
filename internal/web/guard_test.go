package web

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/record"
	"quartermaster/internal/throttle"
	"quartermaster/internal/web/site"
)

func TestForgedFormsAreRefused(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b, other := s.user("Ada", false), s.user("Bo", false)
	token, foreign := b.token("/profile"), other.token("/profile")
	tests := []struct {
		name   string
		path   string
		form   url.Values
		header string
		status int
	}{
		{"no token", "/profile", url.Values{}, "", 419},
		{"empty token", "/profile", url.Values{"_token": {""}}, "", 419},
		{"wrong token", "/profile", url.Values{"_token": {"x"}}, "", 419},
		{"token of another session", "/profile", url.Values{"_token": {foreign}}, "", 419},
		{"wrong token before a right header", "/profile", url.Values{"_token": {"x"}}, token, 419},
		{"in the form", "/profile", url.Values{"_token": {token}}, "", 302},
		{"in the header", "/profile", url.Values{}, token, 302},
		{"in the query", "/profile?_token=" + token, url.Values{}, "", 302},
		{"no route", "/nothing", url.Values{}, "", 404},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			test.form.Set("name", "Ada")
			b := &browser{testSite: s, cookies: b.cookies, header: map[string]string{"X-CSRF-TOKEN": test.header}}
			for _, method := range []string{"PUT", "POST"} {
				test.form.Set("_method", "PUT")
				if got := b.send(method, test.path, test.form); got.Code != test.status {
					t.Errorf("%s: status %d, want %d", method, got.Code, test.status)
				}
			}
		})
	}
}

func TestScriptsSendTheReadableCookieBack(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	b.get("/profile").status(200)
	b.header = map[string]string{"X-XSRF-TOKEN": b.cookies["XSRF-TOKEN"]}
	if got := b.send("PUT", "/profile", url.Values{"name": {"Ada"}}); got.Code != 302 {
		t.Errorf("status %d, want 302", got.Code)
	}
}

func TestForgedFormOfAVisitor(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	instance := s.user("Ada", false).instance("A")
	b := s.visitor()
	b.send("PUT", instance, nil).status(419).says("Page Expired")
	b.submit("/login", instance+"?_method=PUT", nil).leadsTo("/login")
	b.header = map[string]string{"Accept": "application/json"}
	b.send("PUT", instance, nil).status(419).says(`{"message":"CSRF token mismatch."}`)
}

func TestVisitorsAreSentToTheSignIn(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	instance := s.user("Ada", false).instance("A")
	form := url.Values{"email": {"ada@example.org"}, "password": {password}}
	b := s.visitor()
	b.get(instance + "/types?search=a%20b&page=2").leadsTo("/login")
	b.submit("/login", "/login", form).leadsTo(instance + "/types?search=a%20b&page=2")
	b.get("/login").leadsTo("/instances")
	json := s.visitor()
	json.header = map[string]string{"Accept": "application/json"}
	json.get(instance).status(401).says(`{"message":"Unauthenticated."}`)
}

// TestForeignInstances holds that everything below an instance is closed to others, and that what is not there is told
// apart from it.
func TestForeignInstances(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	ada, bo := s.user("Ada", true), s.user("Bo", false)
	instance := ada.instance("A")
	own := bo.instance("B")
	name := ada.add(instance, record.InstanceClassnames, record.Values{"name": "AKM"})
	paths := []string{"", "/edit", "/delete", "/history", "/history/1", "/types", "/types/create", "/types/0123456789/edit", "/files.zip", "/files/x", "/economy-core", "/import"}
	for _, path := range paths {
		bo.get(instance + path).status(403).says("Forbidden")
		bo.get("/instances/0123456789" + path).status(404)
	}
	sid := name[strings.LastIndex(name, "/"):]
	for _, path := range []string{"/types", "/economy-core", "/classnames" + sid} {
		bo.put(own, instance+path, nil).status(map[bool]int{true: 405, false: 403}[path == "/types"])
	}
	bo.delete(own, instance, url.Values{"confirm": {"A"}}).status(403)
	bo.get(own + "/classnames" + sid + "/edit").status(404)
	bo.put(own, own+"/classnames"+sid, url.Values{"name": {"X"}}).status(404)
	bo.delete(own, own+"/classnames"+sid, nil).status(404)
	ada.get(name + "/edit").status(200)
}

func TestOnlyAdministratorsSeeTheUsers(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Bo", false)
	b.get("/admin/users").status(403)
	b.put("/profile", "/admin/users/1", url.Values{"plan": {"platinum"}}).status(403)
	b.get("/profile").saysNot("/admin/users")
}

// full lets nothing through for half a minute of a clock.
type full struct{ now func() time.Time }

func (f full) Hit(context.Context, string, int, time.Duration) (throttle.Result, error) {
	return throttle.Result{Limit: site.DefaultFormLimit, Reset: f.now().Add(29500 * time.Millisecond)}, nil
}

func TestTooManyForms(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	s.web.Limiter = full{s.db.Time}
	b.get("/profile").status(200)
	answer := b.put("/profile", "/profile", url.Values{"name": {"A"}}).status(429).says("Too Many Requests")
	if wait := answer.Header().Get("Retry-After"); wait != "30" {
		t.Errorf("Retry-After %q, want 30", wait)
	}
	b.header = map[string]string{"Accept": "application/json"}
	b.put("/profile", "/profile", url.Values{"name": {"A"}}).status(429).says(`{"message":"Too Many Attempts."}`)
}

func TestFormsAreCountedBySender(t *testing.T) {
	t.Parallel()
	s := openSite(t, func(_ *site.Config, o *account.Options) { o.Registration = false })
	b := s.user("Ada", false)
	for range site.DefaultFormLimit {
		if result, err := s.web.Limiter.Hit(context.Background(), "forms:user "+itoa(b.user.ID), site.DefaultFormLimit, time.Minute); err != nil || !result.Allowed {
			t.Fatal(result, err)
		}
	}
	b.put("/profile", "/profile", url.Values{"name": {"A"}}).status(429)
	s.user("Bo", false).put("/profile", "/profile", url.Values{"name": {"B"}}).leadsTo("/profile")
}
