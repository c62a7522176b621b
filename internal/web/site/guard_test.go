package site_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
	"quartermaster/internal/throttle"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/webtest"
)

func TestForgedFormsAreRefused(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b, other := s.User("Ada", false), s.User("Bo", false)
	token, foreign := b.Token("/profile"), other.Token("/profile")
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
			b := &webtest.Browser{Site: s, Cookies: b.Cookies, Header: map[string]string{"X-CSRF-TOKEN": test.header}}
			for _, method := range []string{"PUT", "POST"} {
				test.form.Set("_method", "PUT")
				if got := b.Send(method, test.path, test.form); got.Code != test.status {
					t.Errorf("%s: status %d, want %d", method, got.Code, test.status)
				}
			}
		})
	}
}

func TestScriptsSendTheReadableCookieBack(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	b.Get("/profile").Status(200)
	b.Header = map[string]string{"X-XSRF-TOKEN": b.Cookies["XSRF-TOKEN"]}
	if got := b.Send("PUT", "/profile", url.Values{"name": {"Ada"}}); got.Code != 302 {
		t.Errorf("status %d, want 302", got.Code)
	}
}

func TestForgedFormOfAVisitor(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	instance := s.User("Ada", false).Instance("A")
	b := s.Visitor()
	b.Send("PUT", instance, nil).Status(419).Says("Page Expired")
	b.Submit("/login", instance+"?_method=PUT", nil).LeadsTo("/login")
	b.Header = map[string]string{"Accept": "application/json"}
	b.Send("PUT", instance, nil).Status(419).Says(`{"message":"CSRF token mismatch."}`)
}

func TestVisitorsAreSentToTheSignIn(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	instance := s.User("Ada", false).Instance("A")
	form := url.Values{"email": {"ada@example.org"}, "password": {webtest.Password}}
	b := s.Visitor()
	b.Get(instance + "/types?search=a%20b&page=2").LeadsTo("/login")
	b.Submit("/login", "/login", form).LeadsTo(instance + "/types?search=a%20b&page=2")
	b.Get("/login").LeadsTo("/instances")
	json := s.Visitor()
	json.Header = map[string]string{"Accept": "application/json"}
	json.Get(instance).Status(401).Says(`{"message":"Unauthenticated."}`)
}

// TestForeignInstances holds that everything below an instance is closed to others, and that what is not there is told
// apart from it.
func TestForeignInstances(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		ada, bo := s.User("Ada", true), s.User("Bo", false)
		instance := ada.Instance("A")
		own := bo.Instance("B")
		name := ada.Add(instance, record.InstanceClassnames, record.Values{"name": "AKM"})
		paths := []string{
			"", "/edit", "/delete", "/history", "/history/1", "/types", "/types/create", "/types/0123456789/edit", "/files.zip", "/files/x",
			"/economy-core", "/import",
		}
		for _, path := range paths {
			bo.Get(instance + path).Status(403).Says("Forbidden")
			bo.Get("/instances/0123456789" + path).Status(404)
		}
		sid := name[strings.LastIndex(name, "/"):]
		for _, path := range []string{"/types", "/economy-core", "/classnames" + sid} {
			bo.Put(own, instance+path, nil).Status(map[bool]int{true: 405, false: 403}[path == "/types"])
		}
		bo.Delete(own, instance, url.Values{"confirm": {"A"}}).Status(403)
		bo.Get(own + "/classnames" + sid + "/edit").Status(404)
		bo.Put(own, own+"/classnames"+sid, url.Values{"name": {"X"}}).Status(404)
		bo.Delete(own, own+"/classnames"+sid, nil).Status(404)
		ada.Get(name + "/edit").Status(200)
	})
}

func TestOnlyAdministratorsSeeTheUsers(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Bo", false)
		b.Get("/admin/users").Status(403)
		b.Put("/profile", "/admin/users/1", url.Values{"plan": {"platinum"}}).Status(403)
		b.Get("/profile").SaysNot("/admin/users")
	})
}

// full lets nothing through for half a minute of a clock.
type full struct{ now func() time.Time }

func (f full) Hit(context.Context, string, int, time.Duration) (throttle.Result, error) {
	return throttle.Result{Limit: site.DefaultFormLimit, Reset: f.now().Add(29500 * time.Millisecond)}, nil
}

func TestTooManyForms(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		s.Pages.Limiter = full{s.DB.Time}
		b.Get("/profile").Status(200)
		answer := b.Put("/profile", "/profile", url.Values{"name": {"A"}}).Status(429).Says("Too Many Requests")
		if wait := answer.Header().Get("Retry-After"); wait != "30" {
			t.Errorf("Retry-After %q, want 30", wait)
		}
		b.Header = map[string]string{"Accept": "application/json"}
		b.Put("/profile", "/profile", url.Values{"name": {"A"}}).Status(429).Says(`{"message":"Too Many Attempts."}`)
	})
}

func TestFormsAreCountedBySender(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t, func(_ *site.Config, o *account.Options) { o.Registration = false })
	b := s.User("Ada", false)
	for range site.DefaultFormLimit {
		if result, err := s.Pages.Limiter.Hit(context.Background(), "forms:user "+fmt.Sprint(b.User.ID), site.DefaultFormLimit,
			time.Minute); err != nil || !result.Allowed {
			t.Fatal(result, err)
		}
	}
	b.Put("/profile", "/profile", url.Values{"name": {"A"}}).Status(429)
	s.User("Bo", false).Put("/profile", "/profile", url.Values{"name": {"B"}}).LeadsTo("/profile")
}
