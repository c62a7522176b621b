package api_test

import (
	"strings"
	"testing"

	"quartermaster/internal/storetest"
)

// A new name of a class reaches what is no record: the groups of events, and comments inside entries; and undo takes it back there.
func TestBulkRenameFollowsIntoTexts(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, _ := c.instance(t)
		files := map[string]string{
			"cfgeventgroups.xml": "<eventgroupdef>\n\t<group name=\"Gun\">\n\t\t<child type=\"Gun\" x=\"1.50\" z=\"2\" a=\"3\"/> <!-- <child type=\"Gun\"/> -->\n" +
				"\t\t<child type=\"Gunner\" x=\"1\"/>\n\t</group>\n</eventgroupdef>\n",
			"cfgspawnabletypes.xml": "<spawnabletypes>\n\t<type name=\"Other\">\n\t\t<!-- <cargo chance=\"0.50\"><item name=\"Gun\"/></cargo> -->\n" +
				"\t\t<hoarder/>\n\t</type>\n</spawnabletypes>\n",
			"db/events.xml": "<events>\n\t<event name=\"LootA\">\n\t\t<nominal>01</nominal><min>0</min><max>1</max><lifetime>9</lifetime>\n" +
				"\t\t<children>\n\t\t\t<!-- <child type=\"Gun\" max=\"1\"/> -->\n\t\t</children>\n\t</event>\n</events>\n",
			"db/types.xml": "<types>\n\t<type name=\"Gun\"><nominal>1</nominal></type>\n</types>\n",
		}
		const folder = "mpmissions/dayzOffline.chernarusplus/"
		for path, text := range files {
			c.upload(t, instance+"/files", upload{folder + path, text}).expect(t, 200, "data.files.0.status", `"imported"`)
		}
		says := func(name string) {
			t.Helper()
			renamed := strings.NewReplacer(`<child type="Gun"`, `<child type="`+name+`"`, `<item name="Gun"`, `<item name="`+name+`"`,
				`<type name="Gun"`, `<type name="`+name+`"`)
			for path, text := range files {
				c.get(t, instance+"/texts/"+folder+path).expect(t, 200, "data.text", strings.ReplaceAll(quoted(renamed.Replace(text)), `\/`, "/"))
			}
		}
		says("Gun")
		done := c.bulk(t, instance+"/types", `"q":"name:Gun"`, `{"op":"rename","value":"Rifle"}`)
		says("Rifle")
		c.must(t, 200, "POST", instance+"/revisions/"+done.at("data.revision")+"/undo", `{}`)
		says("Gun")
	})
}
