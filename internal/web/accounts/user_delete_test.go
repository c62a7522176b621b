package accounts_test

import (
	"net/url"
	"testing"

	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

func TestDeletedAccounts(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		ada, bo, cy := s.User("Ada", true), s.User("Bo", false), s.User("Cy", false)
		page := pageOf(bo)
		livonia, shared := bo.Instance("Livonia"), cy.Instance("Of Cy")
		akm := webtest.File{Name: "db/types.xml", Text: `<types><type name="AKM"><nominal>3</nominal><lifetime>100</lifetime></type></types>`}
		bo.Import(livonia, nil, akm).Status(200)
		remove := func(form url.Values) webtest.Answer { return ada.Delete(page+"/delete", page, form) }
		for _, c := range []struct {
			form url.Values
			says string
		}{
			{url.Values{"confirm": {"bo"}, "instances": {"delete"}}, "not the email address of the account"},
			{url.Values{"confirm": {"bo@example.org"}}, "choose what happens to them"},
			{url.Values{"confirm": {"bo@example.org"}, "instances": {"hand-over"}}, "nobody can take the instances over"},
			{url.Values{"confirm": {"bo@example.org"}, "instances": {"hand-over"}, "heir": {"no@example.org"}}, "No such account"},
			{url.Values{"confirm": {"bo@example.org"}, "instances": {"hand-over"}, "heir": {"bo@example.org"}}, "No such account"},
		} {
			remove(c.form).LeadsTo(page + "/delete")
			ada.Get(page + "/delete").Says(c.says)
			bo.Get("/profile").Status(200) // nothing was done
		}
		ada.Get(page).Says(page + "/delete")
		remove(url.Values{"confirm": {"BO@example.org"}, "instances": {"hand-over"}, "heir": {"cy@example.org"}}).LeadsTo("/admin/users")
		ada.Get("/admin/users").Says("The account of Bo was deleted.").SaysNot("bo@example.org")
		bo.Get("/profile").LeadsTo("/login")
		cy.Get(livonia).Status(200).Says("Livonia")
		cy.Get(livonia + "/types").Says("AKM")
		cy.Get(shared).Status(200)
		ada.Get(page).Status(404)

		page = pageOf(cy)
		ada.Delete(page+"/delete", page, url.Values{"confirm": {"cy@example.org"}, "instances": {"delete"}}).LeadsTo("/admin/users")
		for _, table := range []string{"instances", "types", "instance_classnames", "members", "stored_files", "stored_drafts"} {
			if n := s.Count(`SELECT count(*) FROM ` + table); n != 0 {
				t.Errorf("%d rows of %s are left", n, table)
			}
		}
	})
}

func TestDeletingAnAccountIsForOthers(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	ada, bo := s.User("Ada", true), s.User("Bo", false)
	page := pageOf(ada)
	ada.Delete(page+"/delete", page, url.Values{"confirm": {"ada@example.org"}}).LeadsTo(page + "/delete")
	ada.Get(page + "/delete").Says("This is your own account.")
	bo.Delete("/profile", page, url.Values{"confirm": {"ada@example.org"}}).Status(403)
	bo.Get(page + "/delete").Status(403)
}
