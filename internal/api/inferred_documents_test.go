package api_test

import (
	"strings"
	"testing"

	"quartermaster/internal/storetest"
)

const crates = "{\n\t\"Enabled\": 1,\n\t\"Radius\": 250.50,\n\t\"Crates\": [ {\"Class\": \"SeaChest\", \"Chance\": 5} ]\n}"

// TestFilesOfModsAreDocuments: a file that nothing is declared of is read and changed by its own values.
func TestFilesOfModsAreDocuments(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, _ := c.instance(t)
		c.upload(t, instance+"/files", upload{name: "profiles/Mod/Crates.json", content: crates},
			upload{name: "profiles/Mod/crates json.json", content: "[1, 2.50]"}, upload{name: "profiles/Mod/Broken.json", content: "{"},
			upload{name: "profiles/Mod/notes.txt", content: "{}"}, upload{name: main + "cfggameplay.json", content: `{"version":122}`},
		).expect(t, 200)
		list := instance + "/documents"
		c.get(t, list+"?q=path:profiles/Mod*").expect(t, 200, "data.2.slug", `"profiles-mod-crates-json-json"`, "data.3", "absent",
			"data.0.slug", `"profiles-mod-broken-json"`, "data.0.pack", "null")
		c.get(t, list+"/gameplay").expect(t, 200, "data.pack", `"dayz"`)
		one := list + "/profiles-mod-crates-json"
		c.get(t, one).expect(t, 200, "data.title", `"Crates.json"`, "data.document.Radius", "250.50", "data.pack", "null", "data.error", "null")
		c.must(t, 200, "PATCH", one, `{"document":{"Radius":300,"Crates":[{"Class":"SeaChest","Chance":5},{"Class":"WoodenCrate","Chance":7}]}}`)
		want := strings.NewReplacer("250.50", "300", `5} ]`, "5}, {\n\t\t\"Class\": \"WoodenCrate\",\n\t\t\"Chance\": 7\n\t} ]").Replace(crates)
		c.get(t, instance+"/files/profiles/Mod/Crates.json").exactly(t, 200, want)
		if r := c.must(t, 422, "PATCH", one, `{"document":{"Radius":"wide"}}`); !strings.Contains(r.body, `"document.Radius"`) {
			t.Errorf("a text for a number is answered %s", r.body)
		}
		c.must(t, 422, "PATCH", one, `{"document":[1]}`)
		c.must(t, 409, "PATCH", list+"/profiles-mod-broken-json", `{"document":{"A":1}}`)
		c.get(t, list+"/profiles-mod-notes-txt").expect(t, 404)
	})
}

// TestDocumentsOfAPack: a pack that knows a file is named, checks its values, and is in the list of packs.
func TestDocumentsOfAPack(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	c.upload(t, instance+"/files", upload{name: "profiles/CodeLock/CodeLockConfig.json", content: `{"RaidIncrements": 5}`}).
		expect(t, 200, "data.files.0.opens_as", `"Code Lock: Settings"`)
	c.get(t, instance+"/documents?q=pack:code-lock").expect(t, 200, "data.0.title", `"Code Lock: Settings"`, "data.1", "absent")
	c.upload(t, instance+"/files", upload{name: "profiles/CodeLock/CodeLockPerms.json", content: `[{"playerId": 1}]`}).expect(t, 200)
	c.get(t, instance+"/documents?q=path:*Perms.json").expect(t, 200, "data.0.problems.0.path", `"0.playerId"`)
	one := instance + "/documents/profiles-codelock-codelockconfig-json"
	c.get(t, one).expect(t, 200, "data.pack", `"code-lock"`)
	c.must(t, 422, "PATCH", one, `{"document":{"RaidIncrements":"five"}}`)
	c.must(t, 200, "PATCH", one, `{"document":{"RaidIncrements":6}}`)
	c.get(t, instance+"/files/profiles/CodeLock/CodeLockConfig.json").exactly(t, 200, `{"RaidIncrements": 6}`)
	c.get(t, "/api/v1/packs?q=slug:code-lock").expect(t, 200, "data.0.name", `"Code Lock"`, "data.0.files.0.paths.0",
		`"CodeLock/CodeLockConfig.json"`)
}

func TestAListIsADocument(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	c.upload(t, instance+"/files", upload{
		name:    "profiles/Mod/Zones.json",
		content: "[\n  {\"Name\": \"A\", \"R\": 1.50},\n  {\"Name\": \"B\", \"R\": 3}\n]\n",
	}).expect(t, 200)
	one := instance + "/documents/profiles-mod-zones-json"
	c.get(t, one).expect(t, 200, "data.document.0.Name", `"A"`)
	c.must(t, 200, "PATCH", one, `{"document":[{"Name":"A","R":1.5},{"Name":"B","R":4}]}`)
	const want = "[\n  {\"Name\": \"A\", \"R\": 1.50},\n  {\"Name\": \"B\", \"R\": 4}\n]\n"
	c.do(t, "PATCH", one, "application/json-patch+json",
		`[{"op":"test","path":"/1/R","value":4},{"op":"replace","path":"/1/R","value":5}]`).expect(t, 200, "data.document.1.R", "5")
	c.do(t, "PATCH", one, "application/json-patch+json", `[{"op":"replace","path":"/1/R","value":4}]`).expect(t, 200)
	c.do(t, "PATCH", one, "application/json-patch+json", `[{"op":"remove","path":"/7"}]`).expect(t, 422, "errors.patch.0",
		`"Operation 0: nothing is at the path."`)
	c.do(t, "PATCH", one, "application/json-patch+json", `{}`).expect(t, 422)
	c.must(t, 422, "PATCH", one, `{}`)
	c.get(t, instance+"/files/profiles/Mod/Zones.json").exactly(t, 200, want)
	c.must(t, 422, "PATCH", one, `{"document":{"0":1}}`)
	if r := c.must(t, 422, "PATCH", one, `{"document":[{"Name":"B","R":"far"}]}`); !strings.Contains(r.body, `"document.0.R"`) {
		t.Errorf("a text for a number is answered %s", r.body)
	}
	c.get(t, instance+"/files/profiles/Mod/Zones.json").exactly(t, 200, want)
}

// TestSlugsOfFiles: two files whose paths differ in signs alone have slugs of their own.
func TestSlugsOfFiles(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	c.upload(t, instance+"/files", upload{name: "profiles/Mod/a-b.json", content: `{"n":1}`},
		upload{name: "profiles/Mod/a b.json", content: `{"n":2}`})
	list := c.get(t, instance+"/documents?q=profiles/Mod")
	list.expect(t, 200, "data.2", "absent")
	for i, n := range map[string]string{"0": "2", "1": "1"} {
		slug := strings.Trim(list.at("data."+i+".slug"), `"`)
		c.get(t, instance+"/documents/"+slug).expect(t, 200, "data.document.n", n)
	}
}
