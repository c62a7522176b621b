package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/access"
	"quartermaster/internal/endpoint"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

// joined makes a user a member of the instance of a world, and returns the world as he sees it.
func (f furnished) joined(t testing.TB, c client, role access.Role) furnished {
	t.Helper()
	const text = `INSERT INTO members (instance_id, user_id, role, created_at) VALUES ($1, $2, $3, 0)
		ON CONFLICT (instance_id, user_id) DO UPDATE SET role = excluded.role`
	_, err := f.server.db.Exec(t.Context(), text, f.scope.InstanceID, c.userID, string(role))
	check(t, err)
	f.client = c
	return f
}

// inInstance returns the endpoints on an instance.
func inInstance() (list []endpoint.Endpoint) {
	for _, e := range served() {
		if strings.Contains(e.Path, "{instance") && e.Record != record.Views { // those of others are not there
			list = append(list, e)
		}
	}
	return list
}

// TestRoles sends every request on an instance as a member of every role: what the role does not have is refused and changes nothing.
func TestRoles(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		owned, member := furnish(t, s.user(t), "Shared"), s.user(t)
		for _, role := range access.Roles()[:5] {
			seen := owned.joined(t, member, role)
			seen.get(t, "/api/v1/instances/"+owned.instance) // which is noted
			before := owned.snapshot(t)
			for _, e := range inInstance() {
				if role.Allows(e.Needs()) {
					continue
				}
				r := seen.send(t, e.Method, seen.path(e), seen.bodyFor(e))
				want := `{"message":"` + access.Denied{Needs: e.Needs(), Role: role}.Error() + `"}`
				if r.status != http.StatusForbidden || r.body != want {
					t.Errorf("%s: %s %s: %d %.200s, want 403 %s", role, e.Method, e.Path, r.status, r.body, want)
				}
			}
			if after := owned.snapshot(t); after != before {
				t.Error(role, cmp.Diff(strings.Split(before, "\n"), strings.Split(after, "\n")))
			}
			readAll(t, seen, role)
		}
		for _, role := range access.Roles()[1:5] {
			writeAll(t, furnish(t, s.user(t), "Of"+string(role)).joined(t, member, role), role)
		}
	})
}

// readAll reads everything that a role may read.
func readAll(t *testing.T, seen furnished, role access.Role) {
	t.Helper()
	for _, e := range inInstance() {
		if e.Method != http.MethodGet || !role.Allows(e.Needs()) || strings.HasPrefix(string(e.Action), "compare") ||
			e.Action == "fill building" {
			continue
		}
		if r := seen.get(t, seen.path(e)); r.status != http.StatusOK {
			t.Errorf("%s: GET %s: %d %.200s", role, e.Path, r.status, r.body)
		}
	}
}

// writeAll sends what a role may change beyond those below it, deletions last.
func writeAll(t *testing.T, seen furnished, role access.Role) {
	t.Helper()
	own := role.Permissions()[len(role.Permissions())-1]
	for _, deletes := range []bool{false, true} {
		for _, e := range inInstance() {
			if e.Needs() != own || e.Method == http.MethodGet || deletes != (e.Method == http.MethodDelete) {
				continue
			}
			r := seen.send(t, e.Method, seen.path(e), seen.bodyFor(e))
			if e.Action == "delete draft" && r.status == http.StatusForbidden && role == access.Editor {
				continue // it is somebody else's
			}
			refused := r.status == http.StatusForbidden || r.status == http.StatusNotFound && !deletes
			if refused || r.status >= http.StatusInternalServerError && r.status != http.StatusServiceUnavailable {
				t.Errorf("%s: %s %s: %d %.200s", role, e.Method, e.Path, r.status, r.body)
			}
		}
	}
}

// TestARoleCountsWithTheNextRequest: nothing that was answered before is answered again to who may not see it any more.
func TestARoleCountsWithTheNextRequest(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		owned, member := furnish(t, s.user(t), "Shared"), s.user(t)
		list, path := "/api/v1/instances", "/api/v1/instances/"+owned.instance
		member.get(t, path+"/types").expect(t, 404)
		owned.joined(t, member, access.Editor)
		member.get(t, path+"/types").expect(t, 200)
		member.get(t, path).expect(t, 200, "data.role", `"editor"`)
		member.get(t, list).expect(t, 200, "meta.total", "1", "data.0.role", `"editor"`)
		member.get(t, list+"?role=owner").expect(t, 200, "meta.total", "0")
		member.get(t, list+"?role=editor").expect(t, 200, "meta.total", "1")
		member.get(t, "/api/instance").expect(t, 200, "total", "1", "data.0.role", `"editor"`)
		own, _ := member.instance(t)
		member.get(t, list).expect(t, 200, "meta.total", "2", "data.0.sid", `"`+sidOf(own)+`"`, "data.1.sid", `"`+owned.instance+`"`)
		member.must(t, 201, "POST", path+"/messages", `{"text":"By a member"}`)
		owned.must(t, 200, "PATCH", "/api/instance/"+owned.instance, `{"name":"Other"}`)
		settings := path + "/revisions/" + owned.get(t, path).at("data.revision") + "/undo"
		if r := member.send(t, "POST", settings, "{}"); r.status != http.StatusForbidden {
			t.Errorf("an editor takes settings back: %d %s", r.status, r.body)
		}
		owned.joined(t, member, access.Viewer)
		if r := member.send(t, "POST", path+"/messages", `{"text":"x"}`); r.status != http.StatusForbidden {
			t.Errorf("%d %s", r.status, r.body)
		}
		_, err := s.db.Exec(t.Context(), `DELETE FROM members WHERE user_id = $1`, member.userID)
		check(t, err)
		member.get(t, path+"/types").expect(t, 404)
		member.get(t, path).expect(t, 404)
		member.get(t, list).expect(t, 200, "meta.total", "1")
	})
}

// TestPasswordsInFilesNeedDeliver: an editor works with the documents of the server, and sees no password of it.
func TestPasswordsInFilesNeedDeliver(t *testing.T) {
	t.Parallel()
	s := start(t)
	owned, member := furnish(t, s.user(t), "Shared"), s.user(t)
	path := "/api/v1/instances/" + owned.instance
	const file, secret = "hostname = \"Mine\";\npassword = \"\";\npasswordAdmin = \"geheim99\";\n", "geheim99"
	owned.upload(t, path+"/files", upload{"serverDZ.cfg", file}).expect(t, 200)
	owned.upload(t, path+"/files", upload{"serverDZ.cfg", strings.Replace(file, "geheim", "geheim99", 1)}).expect(t, 200)
	const webhook = "{\"Hook\": {\"Discord\": \"https://discord.com/api/webhooks/1/geheim99\", \"Password\": \"\"}, \"Players\": 5}"
	owned.upload(t, path+"/files", upload{"profiles/Tower/Tower.json", webhook},
		upload{"profiles/Tower/Plain.json", `{"Password": "", "Players": 5}`},
		upload{"profiles/VPPAdminTools/Permissions/credentials.txt", "geheim99\n"}).expect(t, 200)
	newest := "/revisions/" + owned.get(t, path).at("data.revision")
	owned.get(t, path+"/texts/serverDZ.cfg").expect(t, 200)
	for _, role := range []access.Role{access.Viewer, access.Editor} {
		owned.joined(t, member, role)
		member.get(t, path+"/texts/profiles/Tower/Plain.json").expect(t, 200)
		for _, at := range []string{
			"/texts/serverDZ.cfg", "/files/serverDZ.cfg", "/files/serverDZ.cfg?diff=1", "/texts/profiles/Tower/Tower.json",
			"/files/profiles/Tower/Tower.json", "/texts/profiles/VPPAdminTools/Permissions/credentials.txt",
		} {
			if r := member.get(t, path+at); r.status != http.StatusForbidden || strings.Contains(r.body, secret) {
				t.Errorf("%s: %s: %d %.300s", role, at, r.status, r.body)
			}
		}
		for _, at := range []string{
			"/documents", "/documents/server", "/documents/profiles-tower-tower-json",
			"/documents/profiles-vppadmintools-permissions-credentials-txt", "/files", "/files.zip", "/revisions/export", "/revisions/export.csv",
			newest, newest + "/files",
			newest + "/files.csv", newest + "/diff",
		} {
			if r := member.get(t, path+at); r.status != 200 || strings.Contains(r.body, secret) {
				t.Errorf("%s: %s: %d", role, at, r.status)
			}
		}
	}
	member.get(t, path+"/documents/server").expect(t, 200, "data.document.passwordAdmin", `"********"`)
	member.must(t, 200, "PATCH", path+"/documents/server", `{"document":{"passwordAdmin":"********","hostname":"Theirs"}}`)
	for _, change := range [][2]string{{"PATCH", `{"path":"x.txt"}`}, {"DELETE", ""}, {"PUT", `{"text":"x"}`}} {
		if r := member.send(t, change[0], path+"/texts/serverDZ.cfg", change[1]); r.status != http.StatusForbidden {
			t.Errorf("%s: %d %s", change[0], r.status, r.body)
		}
	}
	if text := owned.get(t, path+"/texts/serverDZ.cfg").body; !strings.Contains(text, secret) || !strings.Contains(text, "Theirs") {
		t.Errorf("the file is %s", text)
	}
	owned.joined(t, member, access.Deployer)
	if text := member.get(t, path+"/texts/serverDZ.cfg"); !strings.Contains(text.body, secret) {
		t.Errorf("%d %s", text.status, text.body)
	}
}

// TestAModeratorCommandsPlayersAlone: what concerns the server itself needs the permission deliver.
func TestAModeratorCommandsPlayersAlone(t *testing.T) {
	t.Parallel()
	s := start(t)
	owned, member := furnish(t, s.user(t), "Shared"), s.user(t)
	path := "/api/v1/instances/" + owned.instance + "/rcon"
	owned.joined(t, member, access.Moderator)
	member.must(t, 200, "POST", path, `{"command":"message","text":"Hello"}`)
	for _, command := range []string{"lock", "unlock", "shutdown"} {
		r := member.send(t, "POST", path, `{"command":"`+command+`"}`)
		if want := `{"message":"This needs the permission deliver; your role is moderator."}`; r.status != 403 || r.body != want {
			t.Errorf("%s: %d %s", command, r.status, r.body)
		}
	}
}
