package accounts_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

func pageOf(b *webtest.Browser) string { return fmt.Sprint("/admin/users/", b.User.ID) }

func TestDisabledAccounts(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		admin, bo := s.User("Ada", true), s.User("Bo", false)
		page := pageOf(bo)
		personal, err := s.Accounts.NewToken(t.Context(), bo.User.ID)
		if err != nil {
			t.Fatal(err)
		}
		_, limited, err := s.DB.MakeToken(t.Context(), bo.User.ID, store.Token{Name: "bot", Everywhere: true})
		if err != nil {
			t.Fatal(err)
		}
		works := func(token string) bool {
			_, err := s.Accounts.ByToken(t.Context(), token, "", "")
			return err == nil
		}
		right := url.Values{"email": {"bo@example.org"}, "password": {webtest.Password}}
		wrong := url.Values{"email": {"bo@example.org"}, "password": {"not the password"}}

		bo.Get("/profile").Status(200)
		if !works(personal) || !works(limited) {
			t.Fatal("the tokens do not work to begin with")
		}
		admin.Get(page).Says("bo@example.org", "Disable the account")
		admin.Submit(page, page+"/disabled", nil).LeadsTo(page)
		admin.Get(page).Says("Bo is disabled, and logged out everywhere.", "Enable the account")
		admin.Get("/admin/users").Says("disabled")
		bo.Get("/profile").LeadsTo("/login")
		if works(personal) || works(limited) {
			t.Error("a token of a disabled account works")
		}
		visitor := s.Visitor()
		visitor.Submit("/login", "/login", wrong).LeadsTo("/login")
		visitor.Get("/login").Says("do not match").SaysNot("disabled")
		visitor.Submit("/login", "/login", right).LeadsTo("/login")
		visitor.Get("/login").Says("This account is disabled.")

		admin.Delete(page, page+"/disabled", nil).LeadsTo(page)
		admin.Get(page).Says("Bo can log in again.", "Disable the account")
		if works(personal) || works(limited) {
			t.Error("a token that has ended works again")
		}
		bo.Get("/profile").LeadsTo("/login")
		visitor.Submit("/login", "/login", right).LeadsTo("/instances")
	})
}

// TestWhatADisabledAccountHadUnderWay: what a request stores that was admitted just before is of no use, neither while the account is
// disabled nor afterwards.
func TestWhatADisabledAccountHadUnderWay(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	bo := s.User("Bo", false)
	if err := s.Accounts.Disable(t.Context(), bo.User.ID); err != nil {
		t.Fatal(err)
	}
	token, err := s.Accounts.NewToken(t.Context(), bo.User.ID)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := s.Accounts.ByToken(t.Context(), token, "", ""); err == nil {
			t.Error("the token works")
		}
		if err := s.Accounts.Enable(t.Context(), bo.User.ID); err != nil {
			t.Fatal(err)
		}
	}
}

func TestOfADisabledAccountTheServersGoOn(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		admin, bo, cy := s.User("Ada", true), s.User("Bo", false), s.User("Cy", false)
		instance := bo.Instance("Livonia")
		members := instance + "/members"
		invited := url.Values{"role": {"editor"}, "expires_in_days": {"7"}, "uses": {"5"}}
		page := webtest.ParseHTML(t, bo.Submit(members, instance+"/invitations", invited).Status(200).Body.String())
		invitation := strings.TrimPrefix(page.ByID("new-link").Attrs["value"], "http://qm.test")
		cy.Submit(invitation, invitation, nil).LeadsTo(instance)
		admin.Submit(pageOf(bo), pageOf(bo)+"/disabled", nil).LeadsTo(pageOf(bo))
		cy.Get(instance).Status(200).Says("Livonia")
		s.User("Di", false).Get(invitation).Status(404)
	})
}

func TestTheLastAdministratorIsNotDisabled(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		ada, bo := s.User("Ada", true), s.User("Bo", true)
		ada.Get(pageOf(ada)).SaysNot("Disable the account") // what is his own is not offered
		ada.Submit(pageOf(bo), pageOf(bo)+"/disabled", nil).LeadsTo(pageOf(bo))
		ada.Submit(pageOf(bo), pageOf(ada)+"/disabled", nil).LeadsTo(pageOf(ada))
		ada.Get(pageOf(ada)).Says("This is the last administrator")
		ada.Get("/profile").Status(200)
	})
}

func TestOnlyAdministratorsSeeAccounts(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	ada, bo := s.User("Ada", true), s.User("Bo", false)
	bo.Get(pageOf(ada)).Status(403)
	bo.Submit("/profile", pageOf(ada)+"/disabled", nil).Status(403)
	ada.Get("/admin/users/999").Status(404)
	ada.Submit("/profile", "/admin/users/999/disabled", nil).Status(404)
	ada.Get("/admin/users/x").Status(404)
	ada.Get(pageOf(bo) + "/disabled").LeadsTo(pageOf(bo))
}
