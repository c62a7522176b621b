package accounts_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/web/webtest"
)

// TestAuditPages signs in with a wrong and a right password and looks at what the audit shows to whom.
func TestAuditPages(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	admin, user, visitor := s.User("Ada", true), s.User("Bo", false), s.Visitor()
	for _, try := range []url.Values{
		{"email": {"bo@example.org"}, "password": {"a wrong secret of mine"}}, {"email": {"my password by mistake"}, "password": {"another"}},
	} {
		visitor.Submit("/login", "/login", try)
	}
	visitor.Submit("/login", "/login", url.Values{"email": {"bo@example.org"}, "password": {webtest.Password}})
	visitor.Submit("/instances", "/logout", url.Values{})
	all := admin.Get("/admin/audit").Status(http.StatusOK).Says("Failed to sign in", "bo@example.org", "someone unknown", "way: password")
	all.SaysNot("secret of mine", "password by mistake")
	admin.Get("/admin/audit?what=sign-in.failed&from=2999-01-01").Says("From: 2999-01-01").SaysNot("bo@example.org")
	admin.Get("/admin/audit?search=BO&what=sign-out").Says("bo@example.org").SaysNot("someone unknown")
	sheet := admin.Get("/admin/audit.csv?what=sign-in.failed").Status(http.StatusOK).Body.String()
	if lines := strings.Count(sheet, "\r\n"); lines != 3 {
		t.Errorf("the sheet has %d lines:\n%s", lines, sheet)
	}
	user.Get("/admin/audit").Status(http.StatusForbidden)

	instance := user.Instance("Own")
	user.Get(instance+"/audit").Says("Created an instance", "Own").SaysNot("bo@example.org")
	admin.Get(instance + "/audit").Status(http.StatusForbidden)
}
