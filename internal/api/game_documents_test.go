package api_test

import (
	"strings"
	"testing"

	"quartermaster/internal/storetest"
)

const globals = "<?xml version=\"1.0\"?>\r\n<variables>\r\n    <!-- ours -->\r\n    <var name=\"AnimalMaxCount\" type=\"0\" " +
	"value=\"200\"/>\r\n    <var name=\"LootDamageMax\" type=\"1\" value=\"0.82\"/>\r\n</variables>\r\n"

// documented makes an instance with files that are documents.
func (c client) documented(t testing.TB, files ...upload) (instance, list string) {
	t.Helper()
	instance, _ = c.instance(t)
	for i := range files {
		files[i].name = main + files[i].name
	}
	if len(files) > 0 {
		c.upload(t, instance+"/files", files...).expect(t, 200)
	}
	return instance, instance + "/documents"
}

func TestADocumentIsReadAndChanged(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, list := c.documented(t, upload{name: "db/globals.xml", content: globals})
		one := list + "/globals"
		got := c.get(t, one)
		got.expect(t, 200, "data.slug", `"globals"`, "data.path", `"`+main+`db/globals.xml"`, "data.present", "true",
			"data.document.LootDamageMax", "0.82", "data.problems.0", "absent")
		changed := c.headed(t, "PATCH", one, `{"document":{"LootDamageMax":0.5,"ZombieMaxCount":800,"AnimalMaxCount":200.0}}`, "If-Match",
			got.etag())
		changed.expect(t, 200, "data.document.LootDamageMax", "0.5", "data.document.ZombieMaxCount", "800")
		want := strings.Replace(globals, "0.82\"/>\r\n", "0.5\"/>\r\n    <var name=\"ZombieMaxCount\" type=\"0\" value=\"800\"/>\r\n", 1)
		c.get(t, instance+"/files/"+main+"db/globals.xml").exactly(t, 200, want)
		if tag := c.get(t, one).etag(); tag != changed.etag() {
			t.Errorf("the change answered with the tag %s, and the document has %s", changed.etag(), tag)
		}
		c.headed(t, "PATCH", one, `{"document":{"LootDamageMax":1}}`, "If-Match", got.etag()).expect(t, 412)
		c.get(t, instance+"/revisions").expect(t, 200, "data.0.action", `"update"`, "data.0.summary", `"save globals.xml"`, "data.1.action",
			`"import"`, "data.2.action", `"create"`)
	})
}

func TestWhatADocumentRefuses(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	_, list := c.documented(t, upload{name: "db/globals.xml", content: globals}, upload{
		name: "db/economy.xml", content: "<economy><dynamic></economy>",
	})
	c.must(t, 422, "PATCH", list+"/globals", `{}`).expect(t, 422, "errors.document.0", `"The document field must be present."`)
	c.must(t, 422, "PATCH", list+"/globals", `{"document":{"AnimalMaxCount":"many"}}`).expect(t, 422, "message",
		`"The document.AnimalMaxCount field must be an integer."`)
	c.must(t, 404, "PATCH", list+"/unknown", `{"document":{}}`)
	c.must(t, 409, "PATCH", list+"/economy", `{"document":{}}`)
	broken := c.get(t, list+"/economy")
	broken.expect(t, 200, "data.present", "true", "data.document", "null")
	if !strings.Contains(broken.at("data.error"), "line 1") {
		t.Error(broken.body)
	}
}

// TestADocumentIsMade from the game's defaults, where the file is not there.
func TestADocumentIsMade(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, list := c.documented(t)
		c.get(t, list+"/gameplay").expect(t, 200, "data.present", "false", "data.document.PlayerData.StaminaData.staminaMax", "100.0")
		c.must(t, 200, "PATCH", list+"/gameplay", `{"document":{"UIData":{"use3DMap":true}}}`).expect(t, 200, "data.present", "true",
			"data.document.UIData.use3DMap", "true")
		if text := c.get(t, instance+"/files/"+main+"cfggameplay.json").body; !strings.Contains(text, `"staminaMax": 100.0`) {
			t.Error(text)
		}
	})
}

// TestDocumentsThatOthersName: files of territories and those of cfggameplay.json, with what decides whether the game reads them.
func TestDocumentsThatOthersName(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	const zones = `<territory-type><territory color="1"><zone name="InfectedCity" smin="0" smax="0" dmin="2" dmax="4" x="1" z="2" ` +
		`r="60"/></territory></territory-type>`
	instance, list := c.documented(t,
		upload{name: "cfggameplay.json", content: `{"WorldsData":{"objectSpawnersArr":["./custom/a.json","custom/b.json"]}}`},
		upload{name: "custom/a.json", content: `{"Objects":[]}`},
		upload{name: "cfgenvironment.xml", content: `<env><territories><file path="env/zombie_territories.xml"/></territories></env>`},
		upload{name: "env/zombie_territories.xml", content: zones},
		upload{name: "env/fox_territories.xml", content: zones},
	)
	c.upload(t, instance+"/files", upload{"serverDZ.cfg", "hostname = \"x\";\nenableCfgGameplayFile = 0;\n"}).expect(t, 200)
	c.get(t, list+"/territories").expect(t, 422)
	c.must(t, 404, "GET", list+"/territories?file=env/deer.xml", "")
	c.get(t, list+"/territories?file=env/zombie_territories.xml").expect(t, 200, "data.document.territory.0.zone.0.dmax", "4", "data.notes.0",
		"absent")
	notes := map[string]string{
		"/territories?file=env/fox_territories.xml": "does not name it", "/object-spawner?file=custom/b.json": "it is not there",
		"/gameplay": "enableCfgGameplayFile is not 1", "/object-spawner?file=custom/a.json": "enableCfgGameplayFile is not 1",
	}
	for path, want := range notes {
		if got := c.get(t, list+path).at("data.notes.0"); !strings.Contains(got, want) {
			t.Errorf("%s: %s", path, got)
		}
	}
	all := c.get(t, list)
	for _, slug := range []string{"globals", "economy", "weather", "environment", "territories", "object-spawner"} {
		if !strings.Contains(all.body, `"slug":"`+slug+`"`) {
			t.Errorf("%s is not among the documents", slug)
		}
	}
}

// TestSettingsAreDocumentsToo: those of the mod, whose records follow.
func TestSettingsAreDocumentsToo(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, list := c.documented(t)
	c.must(t, 200, "PATCH", list+"/general", `{"document":{"EnableGravecross":1}}`).expect(t, 200, "data.document.EnableGravecross", "1")
	c.get(t, instance+"/expansion/settings/general").expect(t, 200, "data.document.EnableGravecross", "1")
}

func TestManyZonesAreChanged(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	const zones = `<territory-type><territory color="1">
<zone name="InfectedCity" smin="0" smax="0" dmin="3" dmax="5" x="1.5" z="2" r="60"/>
<zone name="InfectedCityTier1" smin="1" smax="2" dmin="9" dmax="9" x="1" z="2" r="60"/>
<zone name="InfectedArmy" smin="1" smax="2" dmin="1" dmax="1" x="1" z="2" r="60"/>
</territory></territory-type>`
	instance, list := c.documented(t, upload{name: "env/zombie_territories.xml", content: zones})
	const more = `{"names":["infectedcity*"],"operations":[{"op":"multiply","field":"dmax","value":1.3}]`
	path := list + "/territories/bulk?file=env/zombie_territories.xml"
	c.must(t, 200, "POST", path, more+`,"dry_run":true}`).expect(t, 200, "data.matched", "2", "data.changed", "2", "data.revision", "null",
		"data.rows.0.changes.dmax", "[5,7]", "data.rows.0.x", "1.5")
	c.must(t, 200, "POST", path, more+`}`).expect(t, 200, "data.changed", "2", "data.rows.1.changes.dmax", "[9,12]")
	want := strings.NewReplacer(`dmax="5"`, `dmax="7"`, `dmax="9"`, `dmax="12"`).Replace(zones)
	c.get(t, instance+"/files/"+main+"env/zombie_territories.xml").exactly(t, 200, want)
	c.must(t, 200, "POST", path, `{"operations":[{"op":"set","field":"dmax","value":2},{"op":"add","field":"smin","value":-5}]}`).expect(t,
		200,
		"data.matched", "3", "data.rows.0.changes.dmin", "[3,2]", "data.rows.2.changes.smin", "[1,0]")
	c.must(t, 200, "POST", path, `{"operations":[{"op":"set","field":"dmax","value":2}]}`).expect(t, 200, "data.changed", "0",
		"data.revision", "null")
	c.must(t, 422, "POST", path, `{"operations":[{"op":"double","field":"dmax","value":2}]}`)
	c.must(t, 404, "POST", list+"/territories/bulk?file=env/none.xml", `{"operations":[{"op":"set","field":"dmax","value":2}]}`)

	both := list + "/territories/bulk?file=env/*" // one revision for several files
	c.upload(t, instance+"/files", upload{
		name: main + "env/bear_territories.xml", content: strings.ReplaceAll(zones, "Infected", "Bear"),
	}).expect(t,
		200)
	c.must(t, 200, "POST", both, `{"names":["*army"],"operations":[{"op":"add","field":"r","value":1}]}`).expect(t, 200,
		"data.matched", "2", "data.changed", "2", "data.rows.0.file", `"env/bear_territories.xml"`, "data.rows.1.file",
		`"env/zombie_territories.xml"`)
	c.get(t, instance+"/revisions").expect(t, 200, "data.0.summary", `"save bear_territories.xml, zombie_territories.xml"`, "data.1.action",
		`"import"`)
	c.must(t, 422, "POST", list+"/territories/bulk", `{"operations":[{"op":"set","field":"dmax","value":2}]}`)
	c.must(t, 404, "POST", list+"/territories/bulk?file=none*", `{"operations":[{"op":"set","field":"dmax","value":2}]}`)
}
