package site_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/account"
	"quartermaster/internal/httpd"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/webtest"
)

func TestRouting(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	tests := []struct {
		method, path string
		status       int
		allow        string
	}{
		{"GET", "/nothing", 404, ""},
		{"GET", "/instances//x", 404, ""},
		{"GET", "/instances/../profile", 404, ""},
		{"GET", "/instances%2Fcreate", 404, ""},
		{"GET", "//evil.test/", 404, ""},
		{"GET", "/profile/", 200, ""},
		{"GET", "/%ff", 400, ""},
		{"HEAD", "/profile", 200, ""},
		{"GET", "/logout", 405, "POST"},
		{"DELETE", "/profile", 405, "GET, HEAD, PUT"},
		{"POST", instance + "/history", 405, "GET, HEAD"},
		{"BREW", "/profile", 405, "GET, HEAD, PUT"},
		{"BREW", "/nothing", 404, ""},
		{"OPTIONS", instance + "/types/x", 200, "GET,HEAD,PUT,PATCH,DELETE"},
		{"OPTIONS", "/nothing", 404, ""},
	}
	for _, test := range tests {
		request := httptest.NewRequest(test.method, "http://qm.test/", nil)
		target, err := url.Parse("http://qm.test" + test.path)
		if err != nil {
			t.Fatal(err)
		}
		request.URL = target
		got := b.Do(request)
		if got.Code != test.status || got.Header().Get("Allow") != test.allow {
			t.Errorf("%s %s: %d, allows %q, want %d, %q", test.method, test.path, got.Code, got.Header().Get("Allow"), test.status, test.allow)
		}
		if got.Header().Get("X-Content-Type-Options") != "nosniff" || got.Header().Get("X-Frame-Options") != "DENY" {
			t.Errorf("%s: headers %v", test.path, got.Header())
		}
	}
	b.Header = map[string]string{"Accept": "application/json"}
	b.Get("/nothing").Status(404).Says(`{"message":"Not Found."}`)
	b.Get("/%ff").Status(400).Says(`{"message":"Bad Request"}`)
	b.Get("/logout").Status(405).Says(`{"message":"The GET method is not supported for route logout. Supported methods: POST."}`)
}

func TestMethodOverride(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	name := url.Values{"name": {"Ada"}, "_token": {b.Token("/profile")}}
	with := func(method string) url.Values {
		form := webtest.Cloned(name)
		form.Set("_method", method)
		return form
	}
	b.Send("PUT", "/profile", name).LeadsTo("/profile")
	b.Send("POST", "/profile", with("PUT")).LeadsTo("/profile")
	b.Send("POST", "/profile", with("put")).LeadsTo("/profile")
	b.Send("POST", "/profile?_method=PUT", name).LeadsTo("/profile")
	b.Send("POST", "/profile", name).Status(405)
	b.Send("POST", "/profile", with("DELETE")).Status(405)
	b.Send("POST", "/profile", with("P-T")).Status(405)
	b.Send("PUT", "/profile", with("DELETE")).LeadsTo("/profile")
	b.Get("/profile?_method=PUT").Status(200)
	b.Header = map[string]string{"X-HTTP-Method-Override": "PUT"}
	b.Send("POST", "/profile", with("DELETE")).LeadsTo("/profile")
}

func TestBodies(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	token := b.Token("/profile")
	multipart := "--b\r\nContent-Disposition: form-data; name=\"_token\"\r\n\r\n" + token +
		"\r\n--b\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nBo\r\n--b--\r\n"
	tests := []struct {
		name, kind, body string
		status           int
	}{
		{"JSON", "application/json", `{"_token":"` + token + `","name":"Bo"}`, 302},
		{"broken JSON", "application/json", `{"_token":"` + token + `"`, 419},
		{"multipart", "multipart/form-data; boundary=b", multipart, 302},
		{"multipart without end", "multipart/form-data; boundary=b", multipart[:len(multipart)-6], 400},
		{"multipart of another boundary", "multipart/form-data; boundary=c", multipart, 419},
		{"other kind", "text/plain", "_token=" + token, 419},
		{"too large", "application/x-www-form-urlencoded", "_token=" + token + "&name=" + strings.Repeat("x", 4<<20), 413},
		{"too many values", "application/x-www-form-urlencoded", "_token=" + token + strings.Repeat("&a[]=1", 20_000), 413},
		{"multipart without files too large", "multipart/form-data; boundary=b", multipart[:len(multipart)-6] + strings.Repeat("x", 4<<20), 413},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			request := httptest.NewRequest("PUT", "http://qm.test/profile", strings.NewReader(test.body))
			request.Header.Set("Content-Type", test.kind)
			if got := b.Do(request); got.Code != test.status {
				t.Errorf("status %d, want %d", got.Code, test.status)
			}
		})
	}
}

func TestTheWayBack(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	list := instance + "/types?search=a%20b"
	for referer, want := range map[string]string{
		"":                                instance + "/edit",
		"http://qm.test" + list:           list,
		"https://qm.test" + list:          instance + "/edit",
		"http://evil.test" + list:         instance + "/edit",
		"http://qm.test.evil.test" + list: instance + "/edit",
		"::":                              instance + "/edit",
	} {
		b.Header = map[string]string{"Referer": referer}
		b.Put("/profile", instance, url.Values{"name": {""}}).LeadsTo(want)
	}
}

// TestTheHostIsNoBase holds that redirects stay on the configured address, whatever the Host header says.
func TestTheHostIsNoBase(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	handler := httpd.Wrap(httpd.Config{BaseURL: "https://qm.example.org", Logger: slog.New(slog.DiscardHandler)}, s.Pages,
		http.HandlerFunc(s.Pages.Failed))
	request := httptest.NewRequest("GET", "http://evil.test/instances", nil)
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, request)
	if got := recorder.Header().Get("Location"); got != "https://qm.example.org/login" {
		t.Errorf("leads to %q", got)
	}
	if cookie := recorder.Header().Get("Set-Cookie"); !strings.Contains(cookie, "; Secure") {
		t.Errorf("cookie %q, want a secure one", cookie)
	}
}

// TestFailuresAreNotTold holds that a failure of the database shows nothing of itself.
func TestFailuresAreNotTold(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	s := webtest.Open(t, func(c *site.Config, _ *account.Options) { c.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
	b := s.User("Ada", false)
	instance := b.Instance("A")
	page := b.Get(instance)
	page.Status(200)
	if err := s.DB.Close(); err != nil {
		t.Fatal(err)
	}
	away := b.Get(instance).Status(503).Says("Unavailable", "Please try again in a few seconds.").SaysNot("sql", "database")
	if away.Header().Get("Retry-After") == "" {
		t.Error("nobody is told when to try again")
	}
	if !strings.Contains(log.String(), "request failed") {
		t.Errorf("logged %q", log.String())
	}
	recorder := httptest.NewRecorder()
	s.Pages.Failed(recorder, httptest.NewRequest("GET", "/", nil))
	body, _ := io.ReadAll(recorder.Body)
	if recorder.Code != 500 || !strings.Contains(string(body), "Server Error") {
		t.Errorf("status %d: %s", recorder.Code, body)
	}
}
