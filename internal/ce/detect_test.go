package ce_test

import (
	"testing"

	"quartermaster/internal/ce"
)

func TestDetect(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		name, data string
		want       ce.Kind
	}{
		"types":                     {"a.xml", "<types/>", ce.KindTypes},
		"events":                    {"a.xml", "\ufeff<?xml version=\"1.0\"?>\n<!-- a -- b --><events/>", ce.KindEvents},
		"economy core":              {"a.xml", "<economycore></economycore>", ce.KindEconomyCore},
		"limits":                    {"a.xml", "<lists/>", ce.KindLimits},
		"user limits":               {"a.xml", "<user_lists/>", ce.KindUserLimits},
		"root before name":          {"cfgeconomycore.xml", "<events/>", ce.KindEvents},
		"spawnable types":           {"types.xml", "<spawnabletypes/>", ce.KindSpawnableTypes},
		"random presets":            {"a.xml", "<randompresets/>", ce.KindRandomPresets},
		"event spawns":              {"a.xml", "<eventposdef/>", ce.KindEventSpawns},
		"player spawns":             {"a.xml", "<playerspawnpoints/>", ce.KindPlayerSpawns},
		"player spawns of a kind":   {"a.xml", "<hop/>", ce.KindPlayerSpawns},
		"messages":                  {"a.xml", "<messages/>", ce.KindMessages},
		"other root":                {"types.xml", "<eventgroupdef/>", ce.KindUnknown},
		"type":                      {"readme.txt", "add:\n<type name=\"A\"><tag/><nominal>1</nominal></type>", ce.KindTypes},
		"second type":               {"a", `<type name="A"/><type name="B"><flags/></type>`, ce.KindTypes},
		"spawnable type":            {"types.xml", `<type name="A"><tag/><cargo/></type>`, ce.KindSpawnableTypes},
		"bare type":                 {"My_TYPES.XML", `<type name="A"/>`, ce.KindTypes},
		"bare type, other name":     {"CfgSpawnableTypes.xml", `<type name="A"/>`, ce.KindSpawnableTypes},
		"event":                     {"a.xml", `<event name="A"><nominal>1</nominal></event>`, ce.KindEvents},
		"event spawn":               {"events.xml", `<event name="A"><zone/><pos x="1" z="2"/></event>`, ce.KindEventSpawns},
		"bare event":                {`db\Events.xml`, `<event name="A"/>`, ce.KindEvents},
		"bare event spawn":          {"cfgEventSpawns.xml", `<event name="A"/>`, ce.KindEventSpawns},
		"bare in a foreign file":    {"messages.xml", `<event name="A"/>`, ce.KindUnknown},
		"preset":                    {"a.xml", `<cargo chance="1" name="A"/>`, ce.KindRandomPresets},
		"block of a spawnable type": {"cfgrandompresets.xml", `<attachments chance="1"><item name="A"/></attachments>`, ce.KindUnknown},
		"message":                   {"a.txt", `<message><onConnect>1</onConnect><text>a</text></message>`, ce.KindMessages},
		"place":                     {"cfgplayerspawnpoints.xml", `<pos x="1" z="2"/>`, ce.KindUnknown},
		"ce folder":                 {"a.xml", `<ce folder="a"/>`, ce.KindEconomyCore},
		"JSON":                      {"types.json", `{"a": "x < y"}`, ce.KindUnknown},
		"text":                      {"types.txt", "a < b", ce.KindUnknown},
		"text of tags":              {"TraderConfig.txt", "<CurrencyName> #a & b", ce.KindUnknown},
		"empty":                     {"types.xml", "", ce.KindUnknown},
		"no element":                {"types.xml", "hello", ce.KindUnknown},
		"broken behind the root":    {"a.xml", "<types>\n<type", ce.KindTypes},
		"broken bytes behind it":    {"a.xml", "<types>\xff</types>", ce.KindTypes},
		"broken root":               {"a.xml", "<user_lists", ce.KindUserLimits},
		"broken snippet":            {"a.xml", `<type name="A"><nominal>1</nom>`, ce.KindTypes},
		"broken bare snippet":       {"types.xml", `<type name="A"><tag>`, ce.KindTypes},
		"broken before the root":    {"cfgEconomyCore.xml", "<!-- ", ce.KindEconomyCore},
		"broken, limits":            {"cfglimitsdefinition.xml", "<", ce.KindLimits},
		"broken, user limits":       {"cfglimitsdefinitionuser.xml", "<", ce.KindUserLimits},
		"broken, presets":           {"cfgrandompresets.xml", "<", ce.KindRandomPresets},
		"broken, player spawns":     {"cfgplayerspawnpoints.xml", "<", ce.KindPlayerSpawns},
		"broken, messages":          {`db\MESSAGES.xml`, "<", ce.KindMessages},
		"broken, types in folder":   {"events/types.xml", "<", ce.KindTypes},
		"broken, in another coding": {"types.xml", "\xff\xfe<\x00t\x00", ce.KindTypes},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := ce.Detect(test.name, []byte(test.data))
			if err != nil || got != test.want {
				t.Errorf("got %q, error %v, want %q", got, err, test.want)
			}
		})
	}
}

func TestDetectReportsXMLThatShowsNothing(t *testing.T) {
	t.Parallel()
	for _, data := range []string{"<!-- a", "<?xml version", `<type name="A`, `<event name="A"><a></b>`, "<cargo name=", "<message"} {
		if got, err := ce.Detect("a.xml", []byte(data)); err == nil || got != ce.KindUnknown {
			t.Errorf("%s: got %q without an error", data, got)
		}
	}
}
