package api_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/storetest"
)

var auditedWhat = regexp.MustCompile(`"what":"([^"]+)"`)

// audited returns what the audit at a path has, newest first.
func (c client) audited(t testing.TB, path string) (list []string) {
	t.Helper()
	for _, found := range auditedWhat.FindAllStringSubmatch(c.must(t, http.StatusOK, "GET", path, "").body, -1) {
		list = append(list, found[1])
	}
	return list
}

// account returns the public identifier of the client's user.
func (c client) account(t testing.TB) (sid string) {
	t.Helper()
	check(t, c.server.db.QueryRow(t.Context(), `SELECT sid FROM users WHERE id = $1`, c.userID).Scan(&sid))
	return sid
}

// TestAudit does what the audit keeps, and reads it as administrator, as owner, and as those who may not.
func TestAudit(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		owner, friend, operator := s.user(t), s.user(t), s.user(t)
		if _, err := s.db.Exec(t.Context(), `UPDATE users SET is_admin = 1 WHERE id = $1`, operator.userID); err != nil {
			t.Fatal(err)
		}
		earlier, _ := owner.made(t, `{"name":"Audited","map_id":1}`)
		sid := sidOf(earlier)
		at, member := "/api/v1/instances/"+sid, friend.account(t)
		code := strings.Trim(owner.must(t, 201, "POST", at+"/invitations", `{"role":"editor"}`).at("data.code"), `"`)
		friend.must(t, 200, "POST", "/api/v1/invitations/"+code+"/accept", "")
		owner.must(t, 200, "PATCH", at+"/members/"+member, `{"role":"viewer"}`)
		token := owner.tokenTo(t, at+"/tokens", `{"name":"Bot of the server","permissions":["read","deliver"]}`)
		token.must(t, 200, "PUT", at+"/target", `{"protocol":"ftp","host":"192.0.2.9","username":"u","password":"a secret of mine"}`)
		token.must(t, 200, "GET", at+"/files.zip", "")
		owner.must(t, 200, "DELETE", at+"/members/"+member, "")

		want := []string{
			"member.removed", "export", "target.changed", "token.created", "member.changed", "member.joined", "member.invited", "instance.created",
		}
		if got := owner.audited(t, at+"/audit"); !slices.Equal(got, want) {
			t.Errorf("the audit of the instance has %q, want %q", got, want)
		}
		body := owner.get(t, at+"/audit?what=target.changed").body
		for _, part := range []string{
			`"who":"Bot of the server"`, `"token":"Bot of the server"`, `"about":"192.0.2.9"`, `"ip":"`, `"instance":"` + sid + `"`,
			`"details":{"protocol":"ftp"}`, `"total":1`,
		} {
			if !strings.Contains(body, part) {
				t.Errorf("%s is not in %s", part, body)
			}
		}
		if all := owner.get(t, at+"/audit").body; strings.Contains(all, "secret of mine") || strings.Contains(all, code) {
			t.Error("the audit has a secret:", all)
		}
		for query, want := range map[string]int{
			"who=bot%20of%20the%20server": 2, "who=Nobody": 0, "from=2999-01-01": 0, "to=1999-01-01": 0, "from=2020-01-01": 8, "q=what:export": 1,
			"per_page=3&page=3": 2,
		} {
			if got := owner.audited(t, at+"/audit?"+query); len(got) != want {
				t.Errorf("%s finds %q, want %d", query, got, want)
			}
		}
		for _, query := range []string{"what=nonsense", "from=yesterday", "to=x", "q=nonsense=5"} {
			owner.must(t, http.StatusUnprocessableEntity, "GET", at+"/audit?"+query, "")
		}
		for _, path := range []string{at + "/audit?format=csv&what=export", at + "/audit.csv?what=export", at + "/audit.csv?q=what:export"} {
			sheet := owner.must(t, 200, "GET", path, "")
			lines := strings.Split(strings.TrimSpace(sheet.body), "\r\n")
			if len(lines) != 2 || !strings.Contains(lines[1], ",export,files.zip,"+sid) {
				t.Errorf("%s: %q", path, sheet.body)
			}
		}
		friend.must(t, http.StatusNotFound, "GET", at+"/audit", "")
		for _, path := range []string{"/api/v1/audit", "/api/v1/audit.csv"} {
			operator.must(t, http.StatusOK, "GET", path, "")
			if r := owner.must(t, http.StatusForbidden, "GET", path, ""); r.body != `{"message":"This needs an administrator of the service."}` {
				t.Error(path, r.body)
			}
		}
		owner.must(t, http.StatusOK, "DELETE", earlier, "")
		got := operator.get(t, "/api/v1/audit?what=instance.deleted").body
		if !strings.Contains(got, `"about":"Audited"`) || !strings.Contains(got, `"instance":"`+sid+`"`) {
			t.Error("the deletion is not kept:", got)
		}
	})
}
