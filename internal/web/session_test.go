package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2"
)

func TestSignInChangesTheSession(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	s.user("Ada", false)
	b := s.visitor()
	form := url.Values{"email": {"ada@example.org"}, "password": {password}}
	token := b.token("/login")
	before := b.cookies[sessionName]
	b.submit("/login", "/login", form).leadsTo("/instances")
	after := b.cookies[sessionName]
	if before == "" || after == before {
		t.Errorf("session %q before and %q after the sign-in", before, after)
	}
	if b.token("/profile") == token {
		t.Error("the CSRF token is the one of before")
	}
	b.cookies[sessionName] = before
	b.get("/instances").leadsTo("/login")
	b.cookies[sessionName] = after
	b.submit("/profile", "/logout", nil).leadsTo("/login")
	b.get("/login").says("You are logged out.")
	b.cookies[sessionName] = after
	b.get("/instances").leadsTo("/login")
}

func TestAChosenSessionTokenIsNotTaken(t *testing.T) {
	t.Parallel()
	b := openSite(t).visitor()
	b.cookies[sessionName] = "chosen-by-somebody-else"
	b.get("/login").status(200)
	if b.cookies[sessionName] == "chosen-by-somebody-else" {
		t.Error("the session goes by a token that the server did not make")
	}
}

func TestSessionCookie(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	for address, secure := range map[string]bool{"http://qm.test/login": false, "https://qm.test/login": true} {
		answer := httptest.NewRecorder()
		s.handler.ServeHTTP(answer, httptest.NewRequest("GET", address, nil))
		cookies := answer.Result().Cookies()
		if len(cookies) != 2 {
			t.Fatalf("%s: %d cookies, want 2", address, len(cookies))
		}
		for i, name := range []string{"XSRF-TOKEN", "quartermaster_session"} {
			c := cookies[i]
			if c.Name != name || c.HttpOnly != (i == 1) || c.SameSite != http.SameSiteLaxMode || c.Secure != secure || c.MaxAge != 7200 || c.Path != "/" || c.Domain != "" {
				t.Errorf("%s: cookie %+v", address, c)
			}
		}
	}
}

func TestReadingPagesMakesNoSession(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.visitor()
	b.get("/").status(200)
	b.get("/nothing").status(404)
	b.send("POST", "/login", nil).status(419)
	b.header = map[string]string{"Accept": "application/json"}
	b.get("/instances").status(401)
	if n := s.count(`SELECT count(*) FROM sessions`); n != 0 || len(b.cookies) != 0 {
		t.Errorf("%d sessions and the cookies %v, want none", n, b.cookies)
	}
}

func TestSessionEndsWithItsEpoch(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	b.get("/profile").status(200)
	if _, err := s.accounts.ChangePassword(context.Background(), b.user.ID, password, "another password", false); err != nil {
		t.Fatal(err)
	}
	b.get("/profile").leadsTo("/login")
}

func TestSessionEndsWithItsUser(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	if _, err := s.db.Exec(context.Background(), `DELETE FROM users WHERE id = $1`, b.user.ID); err != nil {
		t.Fatal(err)
	}
	b.get("/profile").leadsTo("/login")
}

// TestSessionIsProlonged holds that a session in use goes on, and that reading pages does not write it each time.
func TestSessionIsProlonged(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	b.get("/profile").status(200)
	if answer := b.get("/profile"); answer.Header().Get("Set-Cookie") != "" {
		t.Error("a page that was only read wrote the session")
	}
	b.session(func(ctx context.Context, sessions *scs.SessionManager) {
		sessions.SetDeadline(ctx, time.Now().Add(time.Hour))
	})
	if cookie := b.get("/profile").Header().Get("Set-Cookie"); !strings.Contains(cookie, "Max-Age=7200") {
		t.Errorf("cookie %q, want one of two hours", cookie)
	}
}

func TestExpiredSessionIsOver(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	if _, err := s.db.Exec(context.Background(), `UPDATE sessions SET expires_at = $1`, time.Now().Add(-time.Second).UnixMicro()); err != nil {
		t.Fatal(err)
	}
	b.get("/profile").leadsTo("/login")
}
