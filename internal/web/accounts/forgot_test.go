package accounts_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/account"
	"quartermaster/internal/resetmail"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

// outbox keeps the mails that are sent.
type outbox chan [2]string

func (o outbox) Send(_ context.Context, to, _, text string) error {
	o <- [2]string{to, text}
	return nil
}

// withMail opens a site that sends mails into the outbox.
func withMail(t *testing.T) (*webtest.Site, outbox) {
	t.Helper()
	s, sent := webtest.Open(t), make(outbox, 10)
	s.Pages.Resets = resetmail.New(s.Accounts, sent, "https://qm.example.org", slog.New(slog.DiscardHandler))
	return s, sent
}

var linkPattern = regexp.MustCompile(`https?://[a-z.]+(/reset-password\?code=[A-Za-z0-9]{40})`)

const replacement = "battery staple"

func TestForgottenPassword(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s, sent := withMail(t)
		ada := s.User("Ada", false)
		token, err := s.Accounts.NewToken(t.Context(), ada.User.ID)
		if err != nil {
			t.Fatal(err)
		}
		other, err := s.Accounts.NewReset(t.Context(), ada.User.ID)
		if err != nil {
			t.Fatal(err)
		}
		b := s.Visitor()
		b.Get("/login").Says(`href="/forgot-password"`)
		b.Submit("/forgot-password", "/forgot-password", url.Values{"email": {"ADA@example.org"}}).LeadsTo("/login")
		b.Get("/login").Says("If an account has this email address")
		mail := <-sent
		link := linkPattern.FindStringSubmatch(mail[1])
		if mail[0] != "ada@example.org" || link == nil || !strings.HasPrefix(link[0], "https://qm.example.org/") ||
			strings.Contains(mail[1], "Ada") { // a name is chosen by who registers, perhaps with the address of another
			t.Fatalf("mail %q", mail)
		}
		page := link[1]
		b.Get(page).Status(200).Says("ada@example.org", "Choose a new password")
		if cache := b.Get(page).Header().Get("Cache-Control"); cache != "no-store" {
			t.Errorf("Cache-Control %q", cache)
		}
		b.Submit(page, page, url.Values{"password": {"short"}}).LeadsTo(page)
		b.Get(page).Says("between 8 and 200 characters")
		b.Submit(page, page, url.Values{"password": {replacement}}).LeadsTo("/login")
		b.Get("/login").Says("Your password was changed.")

		ada.Get("/profile").LeadsTo("/login") // the session has ended
		if _, err := s.Accounts.ByToken(t.Context(), token, "", ""); err == nil {
			t.Error("the token works after a new password")
		}
		for _, used := range []string{page, "/reset-password?code=" + other, "/reset-password?code=x", "/reset-password"} {
			b.Get(used).Status(404).Says("This link does not work any more")
			b.Submit("/login", used, url.Values{"password": {"yet another one"}}).Status(404)
		}
		b.Submit("/login", "/login", url.Values{"email": {"ada@example.org"}, "password": {webtest.Password}}).LeadsTo("/login")
		b.Submit("/login", "/login", url.Values{"email": {"ada@example.org"}, "password": {replacement}}).LeadsTo("/instances")
	})
}

// TestForgottenPasswordTellsNothing: the answer for an account, for none and for a disabled one is the same, and only the first gets a
// mail, three times an hour.
func TestForgottenPasswordTellsNothing(t *testing.T) {
	t.Parallel()
	s, sent := withMail(t)
	bo := s.User("Bo", false)
	if err := s.Accounts.Disable(t.Context(), bo.User.ID); err != nil {
		t.Fatal(err)
	}
	s.User("Ada", false)
	b := s.Visitor()
	ask := func(email string) string {
		b.Submit("/forgot-password", "/forgot-password", url.Values{"email": {email}}).LeadsTo("/login")
		return regexp.MustCompile(`If an account has[^<]*`).FindString(b.Get("/login").Body.String())
	}
	want := ask("ada@example.org")
	again := slices.Repeat([]string{"ada@example.org"}, 3)
	for _, email := range append(again, "nobody@example.org", "bo@example.org", "no address", "") {
		if got := ask(email); got != want || got == "" {
			t.Errorf("%q: %q, want %q", email, got, want)
		}
	}
	for range 3 {
		if mail := <-sent; mail[0] != "ada@example.org" {
			t.Errorf("mail to %s", mail[0])
		}
	}
	if n := s.Count(`SELECT count(*) FROM reset_links`); n != 3 {
		t.Errorf("%d links, want 3", n)
	}
	ask("one more")
	ask("and another")
	b.Submit("/forgot-password", "/forgot-password", url.Values{"email": {"ada@example.org"}}).LeadsTo("/forgot-password")
	b.Get("/forgot-password").Says("Too many attempts.")
}

func TestForgottenPasswordWithoutMail(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).Visitor()
	b.Get("/forgot-password").Status(200).Says("Ask its administrators").SaysNot(`action="/forgot-password"`)
	b.Submit("/forgot-password", "/forgot-password", url.Values{"email": {"ada@example.org"}}).Status(404)
}

func TestAdministratorsMakeResetLinks(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	admin, bo := s.User("Ada", true), s.User("Bo", false)
	page := pageOf(bo)
	answer := admin.Submit(page, page+"/reset-link", nil).Status(200).Says("Copy the link now")
	if cache := answer.Header().Get("Cache-Control"); cache != "no-store" {
		t.Errorf("Cache-Control %q", cache)
	}
	link := linkPattern.FindStringSubmatch(answer.Body.String())
	if link == nil || !strings.HasPrefix(link[0], "http://qm.test/") {
		t.Fatalf("no link in %s", answer.Body)
	}
	admin.Get(page).SaysNot(link[1])
	bo.Submit(link[1], link[1], url.Values{"password": {replacement}}).LeadsTo("/login") // who is logged in may use it, too
	bo.Get("/profile").LeadsTo("/login")

	answer = admin.Submit(page, page+"/reset-link", nil)
	link = linkPattern.FindStringSubmatch(answer.Body.String())
	admin.Submit(page, page+"/disabled", nil).LeadsTo(page)
	bo.Get(link[1]).Status(404)
	admin.Get(page).SaysNot("/reset-link")
	admin.Submit(page, page+"/reset-link", nil).LeadsTo(page)
	admin.Get(page).Says("Enable the account first.")
	bo.Submit("/login", page+"/reset-link", nil).LeadsTo("/login")
}

// TestResetLinksAreOver: an hour is over by the clock of the database, and a new password ends them.
func TestResetLinksAreOver(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		ada := s.User("Ada", false)
		open := func() string {
			code, err := s.Accounts.NewReset(t.Context(), ada.User.ID)
			if err != nil {
				t.Fatal(err)
			}
			return code
		}
		for name, end := range map[string]func() error{
			"time": func() error {
				_, err := s.DB.Exec(t.Context(), `UPDATE reset_links SET expires_at = expires_at - $1`, account.ResetFor.Microseconds())
				return err
			},
			"a new password": func() error {
				change := account.PasswordChange{Current: webtest.Password, New: webtest.Password}
				_, err := s.Accounts.ChangePassword(t.Context(), ada.User.ID, change, "192.0.2.1")
				return err
			},
			"the command line": func() error {
				password := webtest.Password
				return s.Accounts.Update(t.Context(), "ada@example.org", account.Update{Password: &password})
			},
		} {
			code := open()
			if _, err := s.Accounts.ResetOf(t.Context(), code); err != nil {
				t.Fatalf("%s: %v to begin with", name, err)
			}
			if err := end(); err != nil {
				t.Fatal(err)
			}
			if err := s.Accounts.Reset(t.Context(), code, replacement); !errors.Is(err, account.ErrResetLink) {
				t.Errorf("%s: %v", name, err)
			}
		}
		code := open()
		if n := s.Count(`SELECT count(*) FROM reset_links WHERE digest = $1`, code); n != 0 {
			t.Error("the code itself is stored")
		}
	})
}

// TestResetLinksWorkOnce also where two use one at the same time.
func TestResetLinksWorkOnce(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		code, err := s.Accounts.NewReset(t.Context(), s.User("Ada", false).User.ID)
		if err != nil {
			t.Fatal(err)
		}
		answers := make(chan error)
		for range 2 {
			go func() { answers <- s.Accounts.Reset(context.WithoutCancel(t.Context()), code, replacement) }()
		}
		one, two := <-answers, <-answers
		if (one == nil) == (two == nil) {
			t.Errorf("%v and %v, want one of them to be refused", one, two)
		}
	})
}

// TestResetPagesTellNoReferrer: the address has the code in it.
func TestResetPagesTellNoReferrer(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	answer := httptest.NewRecorder()
	s.Handler.ServeHTTP(answer, httptest.NewRequest("GET", "/reset-password?code=x", nil))
	if policy := answer.Header().Get("Referrer-Policy"); policy != "same-origin" {
		t.Errorf("Referrer-Policy %q", policy)
	}
}
