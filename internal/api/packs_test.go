package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"quartermaster/internal/access"
	"quartermaster/internal/storetest"
)

// packOf is the body that uploads a pack of doors. Marks of the value Word stand behind its type.
func packOf(slug, name, marks string) string {
	return fmt.Sprintf(`{"pack":{"slug":%q,"name":%q,"about":"Doors.","version":"1.0","run_time":["Doors/Log/**"],"files":[{"name":"door",
		"title":"Door","about":"A door.","paths":["Doors/*.json"],"schema":{"type":"object","properties":{
		"Word":{"type":"string"%s},"Width":{"type":"number","title":"Width"}}},
		"rules":[{"id":"narrow","severity":"error","when":"Width<1","at":"Width","says":"Nobody fits through {Width} m."}]}]}}`,
		slug, name, marks)
}

const (
	ownPacks   = "/api/v1/packs"
	secretWord = `,"x-mark":"secret"`
)

// TestPacksOfAnAccount: a pack of the owner counts on his instance, for its members too, and for nobody else; without it everything is as
// before, to the byte.
func TestPacksOfAnAccount(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		f := doorsOf(t, s.user(t))
		one, door := f.path+"/documents/profiles-doors-north-json", `{"Word": "sesame", "Width": 0.50}`
		f.upload(t, f.path+"/files", upload{"profiles/Doors/North.json", door}).expect(t, 200)
		f.viewer.get(t, f.path+"/documents/profiles-doors-north-json").expect(t, 200, "data.pack", "null", "data.document.Word", `"sesame"`)
		problems := f.path + "/lint?q=rule:pack-error"
		f.get(t, problems).expect(t, 200, "data.0", "absent")

		s.user(t).must(t, 201, "POST", ownPacks, packOf("doors", "Of a stranger", ""))
		f.viewer.must(t, 201, "POST", ownPacks, packOf("doors", "Of the viewer", ""))
		f.get(t, one).expect(t, 200, "data.pack", "null")

		f.must(t, 201, "POST", ownPacks, packOf("doors", "Doors", secretWord)).expect(t, 201, "data.from", `"account"`, "data.replaces", "null")
		f.get(t, one).expect(t, 200, "data.pack", `"doors"`, "data.title", `"Doors: Door (North)"`, "data.document.Word", `"sesame"`)
		f.get(t, problems).expect(t, 200, "data.0.message", `"Width (line 1): Nobody fits through 0.50 m."`)
		seen := f.viewer.get(t, one)
		if seen.expect(t, 200, "data.pack", `"doors"`); strings.Contains(seen.body, "sesame") {
			t.Errorf("a viewer sees the secret: %s", seen.body)
		}
		f.viewer.get(t, f.path+"/files/profiles/Doors/North.json").expect(t, 403)
		f.upload(t, f.path+"/files", upload{"profiles/Doors/Log/today.json", "{}"}).expect(t, 200, "data.files.0.status", `"skipped"`)
		f.get(t, f.path+"/files/profiles/Doors/North.json").exactly(t, 200, door)

		f.must(t, 201, "POST", ownPacks, packOf("doors", "Doors", "")).expect(t, 201, "data.replaces", `"1.0"`, "data.no_longer_hidden.0",
			`"Doors/*.json: Word"`)
		f.viewer.get(t, one).expect(t, 200, "data.document.Word", `"sesame"`)
		f.must(t, 200, "DELETE", ownPacks+"/doors", "")
		f.get(t, one).expect(t, 200, "data.pack", "null")
		f.get(t, problems).expect(t, 200, "data.0", "absent")
		f.must(t, 404, "DELETE", ownPacks+"/doors", "")
		f.viewer.get(t, ownPacks+"/doors").expect(t, 200, "data.name", `"Of the viewer"`)
	})
}

// doorWorld is an instance with its owner, and a viewer of it.
type doorWorld struct {
	client
	path   string
	viewer client
}

func doorsOf(t *testing.T, owner client) doorWorld {
	t.Helper()
	path, scope := owner.instance(t)
	viewer := owner.server.user(t)
	furnished{client: owner, scope: scope}.joined(t, viewer, access.Viewer)
	return doorWorld{owner, path, viewer}
}

// TestUploadsOfPacks: what is wrong is told with its place, one of the program is replaced and comes back, and tokens need what packs hide.
func TestUploadsOfPacks(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	c.get(t, ownPacks+"/code-lock").expect(t, 200, "data.from", `"program"`, "data.updated_at", "null", "data.mistakes.0", "absent")
	wrong := strings.Replace(packOf("doors", "Doors", ""), `"when":"Width<1"`, `"when":"Height<1"`, 1)
	c.must(t, 422, "POST", ownPacks, wrong).expect(t, 422, "errors.pack.0",
		`"files.0.rules.0 when or says: the schema has no Height."`)
	c.must(t, 422, "POST", ownPacks, `{"pack":[1]}`)
	c.must(t, 422, "POST", ownPacks, `{}`)
	c.must(t, 422, "DELETE", ownPacks+"/code-lock", "")
	dry := strings.Replace(packOf("code-lock", "Mine", ""), `{"pack"`, `{"dry_run":true,"pack"`, 1)
	c.must(t, 201, "POST", ownPacks, dry).expect(t, 201, "data.name", `"Mine"`)
	c.get(t, ownPacks+"/code-lock").expect(t, 200, "data.from", `"program"`)
	c.must(t, 201, "POST", ownPacks, packOf("code-lock", "Mine", secretWord))
	c.get(t, ownPacks+"?q=from:account").expect(t, 200, "data.0.name", `"Mine"`, "data.1", "absent")
	c.get(t, ownPacks+"?q=slug:code-lock").expect(t, 200, "data.0.name", `"Mine"`, "data.1", "absent")
	c.get(t, ownPacks+"/code-lock").expect(t, 200, "data.hides.0", `"Doors/*.json: Word"`)

	for name, test := range map[string]struct {
		limits string
		status int
		of     string
	}{
		"for one instance": {`["edit","deliver","read"],"instances":["` + sidOf(instance) + `"]`, http.StatusForbidden, `"program"`},
		"not to deliver":   {`["edit","read"]`, http.StatusForbidden, `"account"`},
		"to deliver":       {`["deliver","read"]`, http.StatusCreated, `"account"`},
	} {
		token := c.tokenTo(t, ownTokens, `{"name":"Bot","permissions":`+test.limits+`}`)
		token.get(t, ownPacks+"/code-lock").expect(t, 200, "data.from", test.of)
		if r := token.send(t, "POST", ownPacks, packOf("doors", "Doors", "")); r.status != test.status {
			t.Errorf("a token %s: %d %s", name, r.status, r.body)
		}
	}
	c.must(t, 200, "DELETE", ownPacks+"/code-lock", "")
	c.get(t, ownPacks+"/code-lock").expect(t, 200, "data.name", `"Code Lock"`)
}
