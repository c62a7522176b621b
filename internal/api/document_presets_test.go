package api_test

import (
	"strings"
	"testing"
)

func TestPresetsOfDocuments(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, list := c.documented(t, upload{name: "db/globals.xml", content: globals}, upload{
		name: "db/economy.xml", content: "<economy><dynamic></economy>",
	})
	got := c.get(t, list+"/globals")
	got.expect(t, 200, "data.presets.0.name", `"more-infected"`, "data.presets.0.title", `"30 % more infected"`)
	preset := list + "/globals/presets/more-animals"
	c.must(t, 200, "POST", preset, `{"dry_run":true}`).expect(t, 200, "data.revision", "null", "data.changes.0.path", `"AnimalMaxCount"`,
		"data.changes.0.old", "200", "data.changes.0.new", "260")
	c.get(t, instance+"/files/"+main+"db/globals.xml").exactly(t, 200, globals)
	c.headed(t, "POST", preset, `{}`, "If-Match", `"other"`).expect(t, 412)
	c.headed(t, "POST", preset, `{}`, "If-Match", got.etag()).expect(t, 200, "data.revision", "3", "data.changes.1", "absent")
	c.get(t, instance+"/files/"+main+"db/globals.xml").exactly(t, 200, strings.Replace(globals, `"200"`, `"260"`, 1))
	pristine := list + "/globals/presets/pristine-loot" // which adds what the file does not have
	c.must(t, 200, "POST", pristine, `{}`).expect(t, 200, "data.changes.0.path", `"LootDamageMax"`, "data.changes.1.old", "null")
	c.must(t, 200, "POST", pristine, `{}`).expect(t, 200, "data.revision", "null", "data.changes.0", "absent")
	c.must(t, 422, "POST", preset, `{"dry_run":"perhaps"}`)
	c.must(t, 404, "POST", list+"/globals/presets/none", `{}`)
	c.must(t, 404, "POST", list+"/none/presets/usual", `{}`)
	c.must(t, 409, "POST", list+"/economy/presets/usual", `{}`)
}
