package api_test

import (
	"fmt"
	"hash/crc32"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/access"
	"quartermaster/internal/storetest"
)

// token makes a token of the client's user, and returns a client that uses it.
func (c client) tokenTo(t testing.TB, path, body string) client {
	t.Helper()
	c.token = strings.Trim(c.must(t, 201, "POST", path, body).at("data.token"), `"`)
	return c
}

const ownTokens = "/api/v1/tokens"

// TestWhatATokenMay sends every request on an instance with a token of each permission: what it does not have is refused and changes
// nothing, and what it has may be read.
func TestWhatATokenMay(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		owned := furnish(t, s.user(t), "Guarded")
		for _, p := range access.Grantable() {
			limited := owned
			limited.client = owned.tokenTo(t, ownTokens, fmt.Sprintf(`{"name":"Bot","permissions":[%q],"instances":[%q]}`, p, owned.instance))
			before := withoutUses(owned.snapshot(t))
			for _, e := range inInstance() {
				needs := e.Needs()
				if o := e.Operation; o != nil && access.NewSet(p).Allows(needs) {
					needs = o.NeedsToken
				}
				if access.NewSet(p).Allows(needs) || e.Operation != nil && e.Operation.ByPeople {
					continue
				}
				r := limited.send(t, e.Method, limited.path(e), limited.bodyFor(e))
				want := fmt.Sprintf(`{"message":"This needs the permission %s; the token has %s."}`, needs.Word(), p)
				if r.status != http.StatusForbidden || r.body != want {
					t.Errorf("%s: %s %s: %d %.200s, want 403 %s", p, e.Method, e.Path, r.status, r.body, want)
				}
			}
			if after := withoutUses(owned.snapshot(t)); after != before {
				t.Error(p, cmp.Diff(strings.Split(before, "\n"), strings.Split(after, "\n")))
			}
		}
	})
}

var uses = regexp.MustCompile(`"last_used_at":[^}]*`)

func withoutUses(snapshot string) string { return uses.ReplaceAllString(snapshot, "") }

// TestTokens: a token works where, whence and until when it was made for, and for no longer than its user may himself.
func TestTokens(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		owner, other := s.user(t), s.user(t)
		one, another := furnish(t, owner, "One"), furnish(t, owner, "Another")
		path := "/api/v1/instances/" + one.instance
		made := owner.must(t, 201, "POST", ownTokens, fmt.Sprintf(`{"name":"Bot","permissions":["edit","read"],"instances":[%q],
			"addresses":["127.0.0.0/8","::1"],"expires_at":"2126-05-30T00:00:00Z"}`, one.instance))
		made.expect(t, 201, "data.permissions", `["read","edit"]`, "data.instances.0", `"`+one.instance+`"`,
			"data.addresses", `["127.0.0.0/8","::1/128"]`,
			"data.last_used_at", "null")
		text := strings.Trim(made.at("data.token"), `"`)
		if sum := crc32.ChecksumIEEE([]byte(text[3:43])); !strings.HasPrefix(text, "qm_") || len(text) != 49 || base62(sum) != text[43:] {
			t.Errorf("the token is %q", text)
		}
		bot := owner
		bot.token = text
		bot.get(t, path+"/types").expect(t, 200)
		bot.must(t, 201, "POST", path+"/messages", `{"text":"By a bot"}`)
		bot.get(t, "/api/instance/"+one.instance).expect(t, 200)
		bot.get(t, "/api/v1/instances").expect(t, 200, "meta.total", "1", "data.0.sid", `"`+one.instance+`"`)
		bot.get(t, "/api/instance").expect(t, 200, "total", "1")
		bot.get(t, "/api/v1/jobs").expect(t, 200, "meta.total", "1")
		owner.get(t, "/api/v1/jobs").expect(t, 200, "meta.total", "2")
		bot.get(t, "/api/v1/instances/"+another.instance).expect(t, 404)
		owner.get(t, ownTokens).expect(t, 200, "data.0.last_used_ip", `"127.0.0.1"`, "data.0.last_used_to", `"types.list"`)
		owner.send(t, "POST", ownTokens, `{"name":"None","permissions":["read"],"instances":[]}`).expect(t, 422, "errors.instances.0",
			`"Name an instance, or leave this out for all of them."`)
		if list := owner.get(t, ownTokens); strings.Contains(list.body, text) {
			t.Error("the list has the token")
		}
		for _, refused := range [][2]string{
			{ownTokens, `{"message":"A token cannot make tokens."}`},
			{path + "/tokens", `{"message":"This needs the permission manage; the token has read, edit."}`},
			{"/api/instance", `{"message":"This needs the permission manage; the token has read, edit."}`},
			{"/api/v1/categories", `{"message":"This needs a token for all instances."}`},
		} {
			if r := bot.send(t, "POST", refused[0], `{"name":"x","permissions":["read"]}`); r.status != 403 || r.body != refused[1] {
				t.Errorf("POST %s: %d %s", refused[0], r.status, r.body)
			}
		}
		copying := `{"q":"AKM","operations":[{"op":"copy","fields":["nominal"],"from":"` + another.instance + `"}]}`
		if r := bot.send(t, "POST", path+"/types/bulk", copying); r.status != 422 || !strings.Contains(r.body, `.from"`) {
			t.Errorf("a token of one instance copies from another: %d %s", r.status, r.body)
		}
		everywhere := owner.tokenTo(t, ownTokens, `{"name":"All","permissions":["edit"]}`)
		everywhere.must(t, 201, "POST", "/api/v1/categories", `{"name":"Bunker"}`)
		if r := other.send(t, "DELETE", ownTokens+"/"+strings.Trim(made.at("data.sid"), `"`), ""); r.status != 404 {
			t.Errorf("somebody ends a token of another: %d", r.status)
		}
		_, err := s.db.Exec(t.Context(), `UPDATE tokens SET expires_at = 1 WHERE name = 'Bot' AND expires_at IS NOT NULL`)
		check(t, err)
		bot.get(t, path+"/types").expect(t, 401)
		elsewhere := owner.tokenTo(t, ownTokens, `{"name":"Home","permissions":["read"],"addresses":["192.0.2.1"]}`)
		elsewhere.get(t, path).expect(t, 401)
		owner.must(t, 200, "DELETE", ownTokens+"/"+strings.Trim(owner.get(t, ownTokens).at("data.1.sid"), `"`), "")
		everywhere.get(t, path).expect(t, 401)
		for field, body := range map[string]string{
			"permissions": `{"name":"x","permissions":["owner"]}`, "addresses": `{"name":"x","permissions":["read"],"addresses":["here"]}`,
			"expires_at": `{"name":"x","permissions":["read"],"expires_at":"2020-01-01T00:00:00Z"}`, "name": `{"permissions":["read"]}`,
			"instances": `{"name":"x","permissions":["read"],"instances":["` + furnish(t, other, "Theirs").instance + `"]}`,
		} {
			if r := owner.send(t, "POST", ownTokens, body); r.status != 422 || !strings.Contains(r.body, `"`+field) {
				t.Errorf("%s: %d %s", body, r.status, r.body)
			}
		}
	})
}

// base62 writes a number with six digits.
func base62(n uint32) (text string) {
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	for range 6 {
		text, n = string(digits[n%62])+text, n/62
	}
	return text
}

// TestTokensOfAnInstance belong to nobody: they stay when people go, and what they change is by their names, also when they are gone.
func TestTokensOfAnInstance(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		owned, member := furnish(t, s.user(t), "Shared"), s.user(t)
		path := "/api/v1/instances/" + owned.instance
		owned.joined(t, member, "manager")
		bot := member.tokenTo(t, path+"/tokens", `{"name":"Night bot","permissions":["read","edit"]}`)
		if r := member.send(t, "POST", path+"/tokens", `{"name":"x","permissions":["manage"]}`); r.status != 422 {
			t.Errorf("a token of an instance may manage: %d %s", r.status, r.body)
		}
		_, err := s.db.Exec(t.Context(), `DELETE FROM members WHERE user_id = $1`, member.userID)
		check(t, err)
		bot.must(t, 201, "POST", path+"/messages", `{"text":"By a bot"}`)
		bot.get(t, "/api/v1/instances").expect(t, 200, "meta.total", "1", "data.0.role", `"deployer"`)
		owned.get(t, path+"/revisions").expect(t, 200, "data.0.author", `"Night bot"`)
		if list := owned.get(t, path+"/members"); strings.Contains(list.body, "Night bot") {
			t.Errorf("a token is a member: %s", list.body)
		}
		sid := strings.Trim(owned.get(t, path+"/tokens").at("data.0.sid"), `"`)
		owned.get(t, path+"/tokens").expect(t, 200, "data.0.last_used_to", `"messages.create"`)
		owned.must(t, 200, "DELETE", path+"/tokens/"+sid, "")
		bot.get(t, path).expect(t, 401)
		owned.get(t, path+"/revisions").expect(t, 200, "data.0.author", `"Night bot"`)
		users, err := s.accounts.All(t.Context())
		check(t, err)
		for _, u := range users {
			if u.Name == "Night bot" {
				t.Error("the program is among the users")
			}
		}
		owned.must(t, 200, "DELETE", "/api/instance/"+owned.instance, "")
		check(t, s.db.ForgetPrograms(t.Context()))
		var left int64
		check(t, s.db.QueryRow(t.Context(), `SELECT count(*) FROM users WHERE name = 'Night bot'`).Scan(&left))
		if left != 0 {
			t.Error("the program outlives its instance")
		}
	})
}

// TestTokensHaveWindowsOfTheirOwn: each may send as much as the rate limit, and all of a user and his instances five times
// that.
func TestTokensHaveWindowsOfTheirOwn(t *testing.T) {
	t.Parallel()
	s := start(t, rateLimit(3))
	owner := s.user(t)
	var bots []client
	for range 6 {
		s.clock.forward(time.Minute)
		bots = append(bots, owner.tokenTo(t, ownTokens, `{"name":"Bot","permissions":["read"]}`))
	}
	s.clock.forward(time.Minute)
	instance, _ := owner.instance(t)
	bots[5] = owner.tokenTo(t, instance+"/tokens", `{"name":"Bot","permissions":["read"]}`) // which counts to the owner
	for i, bot := range bots {
		for n := range 4 {
			want := 200
			if n == 3 || i == 5 {
				want = 429
			}
			if r := bot.get(t, "/api/v1/maps"); r.status != want {
				t.Errorf("request %d of token %d: %d, want %d", n, i, r.status, want)
			}
		}
	}
	owner.get(t, "/api/v1/maps").expect(t, 200)
}
