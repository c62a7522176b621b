package ce_test

import (
	"testing"

	"quartermaster/internal/ce"
)

func TestDetect(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		name, data string
		want       ce.FileType
	}{
		"types":                     {"a.xml", "<types/>", ce.TypesFile},
		"events":                    {"a.xml", "\ufeff<?xml version=\"1.0\"?>\n<!-- a -- b --><events/>", ce.EventsFile},
		"economy core":              {"a.xml", "<economycore></economycore>", ce.EconomyCoreFile},
		"limits":                    {"a.xml", "<lists/>", ce.LimitsFile},
		"user limits":               {"a.xml", "<user_lists/>", ce.UserLimitsFile},
		"root before name":          {"cfgeconomycore.xml", "<events/>", ce.EventsFile},
		"spawnable types":           {"types.xml", "<spawnabletypes/>", ce.SpawnableTypesFile},
		"random presets":            {"a.xml", "<randompresets/>", ce.RandomPresetsFile},
		"event spawns":              {"a.xml", "<eventposdef/>", ce.EventSpawnsFile},
		"player spawns":             {"a.xml", "<playerspawnpoints/>", ce.PlayerSpawnsFile},
		"player spawns of a kind":   {"a.xml", "<hop/>", ce.PlayerSpawnsFile},
		"messages":                  {"a.xml", "<messages/>", ce.MessagesFile},
		"other root":                {"types.xml", "<eventgroupdef/>", ce.UnknownFile},
		"type":                      {"readme.txt", "add:\n<type name=\"A\"><tag/><nominal>1</nominal></type>", ce.TypesFile},
		"second type":               {"a", `<type name="A"/><type name="B"><flags/></type>`, ce.TypesFile},
		"spawnable type":            {"types.xml", `<type name="A"><tag/><cargo/></type>`, ce.SpawnableTypesFile},
		"bare type":                 {"My_TYPES.XML", `<type name="A"/>`, ce.TypesFile},
		"bare type, other name":     {"CfgSpawnableTypes.xml", `<type name="A"/>`, ce.SpawnableTypesFile},
		"event":                     {"a.xml", `<event name="A"><nominal>1</nominal></event>`, ce.EventsFile},
		"event spawn":               {"events.xml", `<event name="A"><zone/><pos x="1" z="2"/></event>`, ce.EventSpawnsFile},
		"bare event":                {`db\Events.xml`, `<event name="A"/>`, ce.EventsFile},
		"bare event spawn":          {"cfgEventSpawns.xml", `<event name="A"/>`, ce.EventSpawnsFile},
		"bare in a foreign file":    {"messages.xml", `<event name="A"/>`, ce.UnknownFile},
		"preset":                    {"a.xml", `<cargo chance="1" name="A"/>`, ce.RandomPresetsFile},
		"block of a spawnable type": {"cfgrandompresets.xml", `<attachments chance="1"><item name="A"/></attachments>`, ce.UnknownFile},
		"message":                   {"a.txt", `<message><onConnect>1</onConnect><text>a</text></message>`, ce.MessagesFile},
		"place":                     {"cfgplayerspawnpoints.xml", `<pos x="1" z="2"/>`, ce.UnknownFile},
		"ce folder":                 {"a.xml", `<ce folder="a"/>`, ce.EconomyCoreFile},
		"JSON":                      {"types.json", `{"a": "x < y"}`, ce.UnknownFile},
		"text":                      {"types.txt", "a < b", ce.UnknownFile},
		"text of tags":              {"TraderConfig.txt", "<CurrencyName> #a & b", ce.UnknownFile},
		"empty":                     {"types.xml", "", ce.UnknownFile},
		"no element":                {"types.xml", "hello", ce.UnknownFile},
		"broken behind the root":    {"a.xml", "<types>\n<type", ce.TypesFile},
		"broken bytes behind it":    {"a.xml", "<types>\xff</types>", ce.TypesFile},
		"broken root":               {"a.xml", "<user_lists", ce.UserLimitsFile},
		"broken snippet":            {"a.xml", `<type name="A"><nominal>1</nom>`, ce.TypesFile},
		"broken bare snippet":       {"types.xml", `<type name="A"><tag>`, ce.TypesFile},
		"broken before the root":    {"cfgEconomyCore.xml", "<!-- ", ce.EconomyCoreFile},
		"broken, limits":            {"cfglimitsdefinition.xml", "<", ce.LimitsFile},
		"broken, user limits":       {"cfglimitsdefinitionuser.xml", "<", ce.UserLimitsFile},
		"broken, presets":           {"cfgrandompresets.xml", "<", ce.RandomPresetsFile},
		"broken, player spawns":     {"cfgplayerspawnpoints.xml", "<", ce.PlayerSpawnsFile},
		"broken, messages":          {`db\MESSAGES.xml`, "<", ce.MessagesFile},
		"broken, types in folder":   {"events/types.xml", "<", ce.TypesFile},
		"broken, in another coding": {"types.xml", "\xff\xfe<\x00t\x00", ce.TypesFile},
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
		if got, err := ce.Detect("a.xml", []byte(data)); err == nil || got != ce.UnknownFile {
			t.Errorf("%s: got %q without an error", data, got)
		}
	}
}
