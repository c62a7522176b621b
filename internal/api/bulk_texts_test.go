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
			"cfgeventgroups.xml": "<eventgroupdef>\n\t<group name=\"Gun\">\n\t\t<child type=\"Gun\" x=\"1.50\" z=\"2\" a=\"3\"/> <!-- <child " +
				"type=\"Gun\"/> -->\n\t\t<child type=\"Gunner\" x=\"1\"/>\n\t</group>\n</eventgroupdef>\n",
			"cfgspawnabletypes.xml": "<spawnabletypes>\n\t<type name=\"Other\">\n\t\t<!-- <cargo chance=\"0.50\"><item name=\"Gun\"/></cargo> " +
				"-->\n\t\t<hoarder/>\n\t</type>\n</spawnabletypes>\n",
			"db/events.xml": "<events>\n\t<event name=\"LootA\">\n\t\t<nominal>01</nominal><min>0</min><max>1</max><lifetime>9</lifetime>\n" +
				"\t\t<children>\n\t\t\t<!-- <child type=\"Gun\" max=\"1\"/> -->\n\t\t</children>\n\t</event>\n</events>\n",
			"cfgIgnoreList.xml": "<ignore>\r\n\t<type name=\"Bandage\"></type>\r\n\t<type name=\"Gun\"></type>\r\n</ignore>",
			"cfgenvironment.xml": "<env>\n\t<territories>\n\t\t<territory type=\"Herd\" name=\"Deer\" behavior=\"DZDeerGroupBeh\">\n\t\t\t<agent " +
				"type=\"Male\" chance=\"1\"><spawn configName=\"Gun\" chance=\"1\"/></agent>\n\t\t</territory>\n\t</territories>\n</env>\n",
			"cfggameplay.json": `{"version":123,"PlayerData":{"spawnGearPresetFiles":["./custom/gear.json"]},` +
				`"WorldsData":{"objectSpawnersArr":["custom/objects.json"]}}`,
			"custom/gear.json": `{"spawnWeight": 1,"name":"P","discreteUnsortedItemSets":[{"name":"a","spawnWeight":1,` +
				`"simpleChildrenTypes":["Gun",  "Apple"]}]}`,
			"custom/objects.json": "{\n\t\"Objects\": [ {\"name\":\"Gun\",\"pos\":[1.50,2,3],\"ypr\":[0,0,0]} ]\n}",
			"db/types.xml":        "<types>\n\t<type name=\"Gun\"><nominal>1</nominal></type>\n</types>\n",
		}
		const folder = "mpmissions/dayzOffline.chernarusplus/"
		for path, text := range files {
			c.upload(t, instance+"/files", upload{folder + path, text}).expect(t, 200, "data.files.0.status", `"imported"`)
		}
		says := func(name string) {
			t.Helper()
			renamed := strings.NewReplacer(`<child type="Gun"`, `<child type="`+name+`"`, `<item name="Gun"`, `<item name="`+name+`"`,
				`configName="Gun"`, `configName="`+name+`"`, `["Gun",`, `["`+name+`",`, `"name":"Gun"`, `"name":"`+name+`"`,
				`<type name="Gun"`, `<type name="`+name+`"`)
			for path, text := range files {
				c.get(t, instance+"/texts/"+folder+path).expect(t, 200, "data.text", strings.ReplaceAll(quoted(renamed.Replace(text)), `\/`, "/"))
			}
		}
		says("Gun")
		c.filtered(t, instance+"/classnames", "name:Gun used>7").expect(t, 200, "meta.total", "1")
		done := c.bulk(t, instance+"/types", `"q":"name:Gun"`, `{"op":"rename","value":"Rifle"}`)
		says("Rifle")
		c.must(t, 200, "POST", instance+"/revisions/"+done.at("data.revision")+"/undo", `{}`)
		says("Gun")
	})
}
