package site_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"

	"quartermaster/internal/account"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

func TestSignInChangesTheSession(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		s.User("Ada", false)
		b := s.Visitor()
		form := url.Values{"email": {"ada@example.org"}, "password": {webtest.Password}}
		token := b.Token("/login")
		before := b.Cookies[webtest.SessionName]
		b.Submit("/login", "/login", form).LeadsTo("/instances")
		after := b.Cookies[webtest.SessionName]
		if before == "" || after == before {
			t.Errorf("session %q before and %q after the sign-in", before, after)
		}
		if b.Token("/profile") == token {
			t.Error("the CSRF token is the one of before")
		}
		b.Cookies[webtest.SessionName] = before
		b.Get("/instances").LeadsTo("/login")
		b.Cookies[webtest.SessionName] = after
		b.Submit("/profile", "/logout", nil).LeadsTo("/login")
		b.Get("/login").Says("You are logged out.")
		b.Cookies[webtest.SessionName] = after
		b.Get("/instances").LeadsTo("/login")
	})
}

func TestAChosenSessionTokenIsNotTaken(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		b := webtest.Open(t).Visitor()
		b.Cookies[webtest.SessionName] = "chosen-by-somebody-else"
		b.Get("/login").Status(200)
		if b.Cookies[webtest.SessionName] == "chosen-by-somebody-else" {
			t.Error("the session goes by a token that the server did not make")
		}
	})
}

func TestSessionCookie(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		for address, secure := range map[string]bool{"http://qm.test/login": false, "https://qm.test/login": true} {
			answer := httptest.NewRecorder()
			s.Handler.ServeHTTP(answer, httptest.NewRequest("GET", address, nil))
			cookies := answer.Result().Cookies()
			if len(cookies) != 2 {
				t.Fatalf("%s: %d cookies, want 2", address, len(cookies))
			}
			for i, name := range []string{"XSRF-TOKEN", "quartermaster_session"} {
				c := cookies[i]
				if c.Name != name || c.HttpOnly != (i == 1) || c.SameSite != http.SameSiteLaxMode || c.Secure != secure || c.MaxAge != 7200 ||
					c.Path != "/" || c.Domain != "" {
					t.Errorf("%s: cookie %+v", address, c)
				}
			}
		}
	})
}

func TestReadingPagesMakesNoSession(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		s.User("Ada", false) // before whom the first page is a form
		had := s.Count(`SELECT count(*) FROM sessions`)
		b := s.Visitor()
		b.Get("/").Status(200)
		b.Get("/nothing").Status(404)
		b.Send("POST", "/login", nil).Status(419)
		b.Header = map[string]string{"Accept": "application/json"}
		b.Get("/instances").Status(401)
		if n := s.Count(`SELECT count(*) FROM sessions`); n != had || len(b.Cookies) != 0 {
			t.Errorf("%d sessions more and the cookies %v, want none", n-had, b.Cookies)
		}
	})
}

func TestSessionEndsWithItsEpoch(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		b.Get("/profile").Status(200)
		change := account.PasswordChange{Current: webtest.Password, New: "another password"}
		if _, err := s.Accounts.ChangePassword(context.Background(), b.User.ID, change, "192.0.2.1"); err != nil {
			t.Fatal(err)
		}
		b.Get("/profile").LeadsTo("/login")
	})
}

func TestSessionEndsWithItsUser(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		if _, err := s.DB.Exec(context.Background(), `DELETE FROM users WHERE id = $1`, b.User.ID); err != nil {
			t.Fatal(err)
		}
		b.Get("/profile").LeadsTo("/login")
	})
}

// TestSessionIsProlonged holds that a session in use goes on, and that reading pages does not write it each time.
func TestSessionIsProlonged(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		b.Get("/profile").Status(200)
		if answer := b.Get("/profile"); answer.Header().Get("Set-Cookie") != "" {
			t.Error("a page that was only read wrote the session")
		}
		b.Session(func(ctx context.Context, sessions *scs.SessionManager) {
			sessions.SetDeadline(ctx, time.Now().Add(time.Hour))
		})
		if cookie := b.Get("/profile").Header().Get("Set-Cookie"); !strings.Contains(cookie, "Max-Age=7200") {
			t.Errorf("cookie %q, want one of two hours", cookie)
		}
	})
}

func TestExpiredSessionIsOver(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		if _, err := s.DB.Exec(context.Background(), `UPDATE sessions SET expires_at = $1`,
			time.Now().Add(-time.Second).UnixMicro()); err != nil {
			t.Fatal(err)
		}
		b.Get("/profile").LeadsTo("/login")
	})
}

// TestPartsAreNoPagesToComeBackTo: what a page loads into itself after its session has ended is not where the next sign-in leads.
func TestPartsAreNoPagesToComeBackTo(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	s.User("Ada", false)
	b := s.Visitor()
	b.Header = map[string]string{"X-Part": "1"}
	b.Get("/instances/problems?of=x").LeadsTo("/login")
	b.Header = nil
	form := url.Values{"email": {"ada@example.org"}, "password": {webtest.Password}}
	b.Submit("/login", "/login", form).LeadsTo("/instances")
}
