package web_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"quartermaster/internal/access"
	"quartermaster/internal/account"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/webtest"
)

var routeParameter = regexp.MustCompile(`\{[^}]+\}|\*`)

// TestRolesOnPages sends every request on an instance that the site answers, as a member of each role: what the role does not have is
// refused and changes nothing, and pages lead to nothing that would be refused. Strangers are refused everything.
func TestRolesOnPages(t *testing.T) {
	t.Parallel()
	storetest.Both(t, testRolesOnPages)
}

func testRolesOnPages(t *testing.T) {
	s := webtest.Open(t, func(c *site.Config, _ *account.Options) { c.FormLimit = 0 })
	owner, member := s.User("Anna", false), s.User("Ben", false)
	row, err := s.DB.CreateInstance(t.Context(), owner.User.ID, record.Values{"name": "Shared", "map_id": int64(1)})
	if err != nil {
		t.Fatal(err)
	}
	id, sid := record.Instances.ID(row), record.Instances.SID(row)
	refusedToStrangers(t, s, member, sid)
	if _, err := s.DB.Exec(t.Context(), `INSERT INTO members (instance_id, user_id, role, created_at) VALUES ($1, $2, 'viewer', 0)`, id,
		member.User.ID); err != nil {
		t.Fatal(err)
	}
	roles := access.Roles()[:5]
	if storetest.OnPostgres(t) {
		roles = roles[:1] // what a role may is the same there; the API's test asks for all of them on both
	}
	for _, role := range roles {
		if _, err := s.DB.Exec(t.Context(), `UPDATE members SET role = $1`, string(role)); err != nil {
			t.Fatal(err)
		}
		token := member.Token("/instances")
		before := s.Count(`SELECT revision FROM instances WHERE id = $1`, id)
		needs := map[string]access.Permission{}
		for _, route := range s.Pages.Routes() {
			if !strings.Contains(route.Pattern, "{instance}") {
				continue
			}
			path := pathTo(route, sid)
			needs[route.Method+" "+path] = route.Needs
			if role.Allows(route.Needs) && route.Method != http.MethodGet || strings.HasSuffix(path, "/events") {
				continue
			}
			answer := member.Send(route.Method, path, url.Values{"_token": {token}})
			switch refused := answer.Code == http.StatusForbidden; {
			case role.Allows(route.Needs) && refused:
				t.Errorf("%s: %s %s is refused", role, route.Method, route.Pattern)
			case !role.Allows(route.Needs) && !refused && answer.Code != http.StatusNotFound:
				t.Errorf("%s: %s %s: %d", role, route.Method, route.Pattern, answer.Code)
			}
		}
		for _, page := range []string{"", "/types", "/history", "/lint", "/documents", "/delivery", "/server", "/members", "/recipes"} {
			leadsOn(t, member.Get("/instances/"+sid+page).Status(http.StatusOK), role, needs)
		}
		if after := s.Count(`SELECT revision FROM instances WHERE id = $1`, id); after != before {
			t.Errorf("%s: revision %d has become %d", role, before, after)
		}
	}
}

// pathTo is the address of a route on an instance, with records that are not there.
func pathTo(route site.Route, instance string) string {
	return routeParameter.ReplaceAllString(strings.Replace(route.Pattern, "{instance}", instance, 1), "0000000000")
}

// refusedToStrangers sends every request on an instance as somebody who is no member of it, and as nobody.
func refusedToStrangers(t *testing.T, s *webtest.Site, stranger *webtest.Browser, sid string) {
	t.Helper()
	before, visitor := s.Count(`SELECT revision FROM instances WHERE sid = $1`, sid), s.Visitor()
	token, unsigned := stranger.Token("/instances"), visitor.Token("/login")
	for _, route := range s.Pages.Routes() {
		if !strings.Contains(route.Pattern, "{instance}") {
			continue
		}
		path := pathTo(route, sid)
		if answer := stranger.Send(route.Method, path, url.Values{"_token": {token}}); answer.Code != http.StatusForbidden {
			t.Errorf("a stranger: %s %s: %d", route.Method, route.Pattern, answer.Code)
		}
		answer := visitor.Send(route.Method, path, url.Values{"_token": {unsigned}})
		if !strings.HasSuffix(answer.Header().Get("Location"), "/login") {
			t.Errorf("nobody: %s %s: %d %s", route.Method, route.Pattern, answer.Code, answer.Header().Get("Location"))
		}
		if answer := stranger.Send(route.Method, path, nil); route.Method != http.MethodGet && answer.Code != 419 {
			t.Errorf("without the token of a form: %s %s: %d", route.Method, route.Pattern, answer.Code)
		}
	}
	if after := s.Count(`SELECT revision FROM instances WHERE sid = $1`, sid); after != before {
		t.Errorf("strangers have made revision %d of %d", after, before)
	}
}

var (
	link = regexp.MustCompile(`<a [^>]*href="([^"?#]+)`)
	form = regexp.MustCompile(`(?s)<form ([^>]*)>.*?</form>`)
	sent = regexp.MustCompile(`action="([^"?#]+)`)
	verb = regexp.MustCompile(`name="_method" value="([A-Z]+)"`)
)

// leadsOn demands that the links of a page lead to nothing that would be refused.
func leadsOn(t *testing.T, page webtest.Answer, role access.Role, needs map[string]access.Permission) {
	t.Helper()
	for _, m := range link.FindAllStringSubmatch(page.Body.String(), -1) {
		if p, known := needs["GET "+m[1]]; known && !role.Allows(p) {
			t.Errorf("%s: %s leads to %s", role, page.Path, m[1])
		}
	}
	for _, m := range form.FindAllStringSubmatch(page.Body.String(), -1) {
		action, method := sent.FindStringSubmatch(m[1]), http.MethodGet
		if strings.Contains(strings.ToLower(m[1]), `method="post"`) {
			method = http.MethodPost
		}
		if other := verb.FindStringSubmatch(m[0]); other != nil {
			method = other[1]
		}
		if action == nil {
			continue
		}
		if p, known := needs[method+" "+action[1]]; known && !role.Allows(p) {
			t.Errorf("%s: %s has a form to %s %s", role, page.Path, method, action[1])
		}
	}
}

// TestInvitations: a manager makes a link, somebody joins by it, is given another role, and leaves.
func TestInvitations(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	owner, guest := s.User("Anna", false), s.User("Ben", false)
	row, err := s.DB.CreateInstance(t.Context(), owner.User.ID, record.Values{"name": "Shared", "map_id": int64(1)})
	if err != nil {
		t.Fatal(err)
	}
	at := "/instances/" + record.Instances.SID(row)
	guest.Get(at).Status(http.StatusForbidden)
	made := owner.Submit(at+"/members", at+"/invitations",
		url.Values{"role": {"viewer"}, "expires_in_days": {"7"}, "uses": {"1"}}).Status(http.StatusOK)
	code := regexp.MustCompile(`/invitations/([A-Za-z0-9]{32})"`).FindStringSubmatch(made.Body.String())
	if code == nil {
		t.Fatalf("there is no link:\n%s", made.Body)
	}
	owner.Get(at + "/members").Status(http.StatusOK).SaysNot(code[1])
	guest.Get("/invitations/"+code[1]).Status(http.StatusOK).Says("Anna invites you", "Shared", "viewer")
	guest.Submit("/invitations/"+code[1], "/invitations/"+code[1], url.Values{}).LeadsTo(at)
	guest.Get(at).Status(http.StatusOK)
	guest.Get(at + "/edit").Status(http.StatusForbidden).Says("This needs the permission manage; your role is viewer.")
	guest.Get("/instances").Status(http.StatusOK).Says("Anna’s server; your role is viewer")
	guest.Get("/invitations/" + code[1]).Status(http.StatusNotFound)
	guest.Delete(at+"/members", at+"/members/"+guest.User.SID, url.Values{}).LeadsTo("/instances")
	guest.Get(at).Status(http.StatusForbidden)
}

// TestInvitedVisitorsRegister: who has an invitation creates an account by three fields, also where nobody else can, and is a member then.
func TestInvitedVisitorsRegister(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t, func(_ *site.Config, o *account.Options) { o.Registration = false })
	row, err := s.DB.CreateInstance(t.Context(), s.User("Anna", false).User.ID, record.Values{"name": "Shared", "map_id": int64(1)})
	if err != nil {
		t.Fatal(err)
	}
	at := "/instances/" + record.Instances.SID(row)
	scope := store.Scope{UserID: row[record.Instances.Index("user_id")].(int64), InstanceID: record.Instances.ID(row)}
	_, code, err := s.DB.Invite(t.Context(), scope, store.Invitation{
		Role: access.Editor, Email: "carl@example.org", Uses: 1, ExpiresAt: s.DB.UntilDays(1),
	})
	if err != nil {
		t.Fatal(err)
	}
	page := "/invitations/" + code
	send := func(b *webtest.Browser, email string) webtest.Answer {
		return b.Submit("/login", "/register", url.Values{"name": {"Carl"}, "email": {email}, "password": {"a long password"}})
	}
	stranger := s.Visitor()
	stranger.Get("/invitations/" + strings.Repeat("x", 32)).LeadsTo("/login")
	stranger.Get("/register").Status(http.StatusForbidden)
	send(stranger, "dora@example.org").Status(http.StatusForbidden)

	carl := s.Visitor()
	carl.Get(page).LeadsTo("/login")
	carl.Get("/login").Status(http.StatusOK).Says("invites you to work on Shared, with the role editor.", `href="/register"`)
	carl.Get("/register").Status(http.StatusOK).Says("invites you to work on Shared", `value="carl@example.org"`)
	send(carl, "dora@example.org").LeadsTo("/register")
	carl.Get("/register").Says("This invitation is for another e-mail address.")
	send(carl, "Carl@Example.org").LeadsTo(at)
	carl.Get(at).Status(http.StatusOK)

	late := s.Visitor()
	late.Get(page).LeadsTo("/login")
	late.Get("/register").Status(http.StatusForbidden)
	if n := s.Count(`SELECT count(*) FROM users`); n != 2 {
		t.Errorf("%d accounts, want Anna's and Carl's", n)
	}
}
