package mission_test

import (
	"context"
	"strings"
	"testing"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// longTexts are files with a text at LONG, and where the error says that it stands.
var longTexts = []struct{ path, text, want string }{
	{"types.xml", "<types>\n<type name=\"LONG\"/>\n</types>", "line 2: name is"},
	{"types.xml", "<types>\n\n<type name=\"A\"><category name=\"LONG\"/></type>\n</types>", "line 3: category name is"},
	{"types.xml", "<types><type name=\"A\"><usage name=\"LONG\"/></type>\n</types>", "line 1: type usage name is"},
	{"types.xml", "<types><type name=\"A\"><usage user=\"LONG\"/></type>\n</types>", "line 1: type usage name is"},
	{"types.xml", "<types><type name=\"A\"><value name=\"LONG\"/></type>\n</types>", "line 1: type value name is"},
	{"types.xml", "<types><type name=\"A\"><tag name=\"LONG\"/></type>\n</types>", "line 1: type tag name is"},
	{"events.xml", "<events>\n<event name=\"LONG\"/>\n</events>", "line 2: name is"},
	{"events.xml", "<events>\n<event name=\"A\"><secondary>LONG</secondary></event>\n</events>", "line 2: secondary is"},
	{
		"events.xml", "<events>\n<event name=\"A\"><children><child type=\"B\"/><child type=\"LONG\"/></children></event>\n</events>",
		"line 2: children.1.type is",
	},
	{"cfgspawnabletypes.xml", "<spawnabletypes>\n<type name=\"LONG\"/>\n</spawnabletypes>", "line 2: name is"},
	{"cfgspawnabletypes.xml", "<spawnabletypes>\n<type name=\"A\"><tag name=\"LONG\"/></type>\n</spawnabletypes>", "line 2: tags.0 is"},
	{
		"cfgspawnabletypes.xml", "<spawnabletypes>\n<type name=\"A\"><cargo preset=\"LONG\"/></type>\n</spawnabletypes>",
		"line 2: blocks.0.preset is",
	},
	{
		"cfgspawnabletypes.xml", "<spawnabletypes>\n<type name=\"A\"><cargo><item name=\"LONG\"/></cargo></type>\n</spawnabletypes>",
		"line 2: blocks.0.items.0.name is",
	},
	{"cfgrandompresets.xml", "<randompresets>\n<cargo name=\"LONG\"/>\n</randompresets>", "line 2: name is"},
	{"cfgrandompresets.xml", "<randompresets>\n<cargo name=\"A\"><item name=\"LONG\"/></cargo>\n</randompresets>", "line 2: items.0.name is"},
	{"cfgeventspawns.xml", "<eventposdef>\n<event name=\"LONG\"/>\n</eventposdef>", "line 2: name is"},
	{
		"cfgeventspawns.xml", "<eventposdef>\n<event name=\"A\"><pos x=\"1\" z=\"1\" group=\"LONG\"/></event>\n</eventposdef>",
		"line 2: positions.0.group is",
	},
	{
		"cfgplayerspawnpoints.xml",
		"<playerspawnpoints><fresh><group name=\"LONG\">\n<pos x=\"1\" z=\"1\"/></group></fresh></playerspawnpoints>", "line 2: group is",
	},
	{"cfglimitsdefinition.xml", "<lists><categories><category name=\"LONG\"/></categories></lists>", "name is"},
	{"cfglimitsdefinition.xml", "<lists><tags><tag name=\"LONG\"/></tags></lists>", "name is"},
	{"cfglimitsdefinition.xml", "<lists><usageflags><usage name=\"LONG\"/></usageflags></lists>", "name is"},
	{"cfglimitsdefinition.xml", "<lists><valueflags><value name=\"LONG\"/></valueflags></lists>", "name is"},
	{"cfglimitsdefinitionuser.xml", "<user_lists><usageflags><user name=\"LONG\"/></usageflags></user_lists>", "name is"},
	{"TraderConfig.txt", "<CurrencyName> #tm\n<Currency> LONG, 1\n<FileEnd>\n", "line 2: name is"},
	{"TraderConfig.txt", "<Trader> LONG\n<FileEnd>\n", "line 1: name is"},
	{"TraderConfig.txt", "<Trader> A\n<Category> LONG\n<FileEnd>\n", "line 2: name is"},
	{"TraderConfig.txt", "<Trader> A\n<Category> B\nLONG, *, 1, 1\n<FileEnd>\n", "line 3: name is"},
	{"ban.txt", "LONG\n", "line 1: player_id is"},
	{
		"cfgEffectArea.json",
		`{"Areas":[{"AreaName":"LONG","Type":"ContaminatedArea_Static","TriggerType":"A","Data":{"Pos":[1,2,3],"Radius":1}}]}`,
		"line 1: area_name is",
	},
	{
		"ExpansionMod/Traders/LONG.json", `{"m_Version":13,"DisplayName":"A","Categories":[],"Items":{},"Currencies":[]}`,
		"its path is not valid for a file",
	},
	{"custom/LONG.xml", "<types>\n<type name=\"A\"/>\n</types>", "its path is not valid for a file"},
}

// No file brings a text into the database that is longer than a client could send it, on either database; the error tells the
// field and, as far as the format has lines, the line. What is just as long as it may be is taken.
func TestTextsOfFilesAreBounded(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		scope, _ := storetest.Instance(t, db, storetest.User(t, db))
		w := world{t, db, scope, mission.New(db)}
		for _, test := range longTexts {
			path, text := strings.ReplaceAll(test.path, "LONG", strings.Repeat("x", 300)),
				strings.ReplaceAll(test.text, "LONG", strings.Repeat("ж", 3000))
			report := w.load(mission.Merge, path, text)
			told := mission.Sentence(report.Error)
			if report.Status != mission.Failed || !strings.HasPrefix(told, test.want) || !strings.Contains(told, "longer than ") {
				t.Errorf("%s with %s: %s %s", test.path, test.text, report.Status, report.Error)
			}
		}
		if got, err := db.All(context.Background(), record.InstanceClassnames, scope, ""); err != nil || len(got) > 0 {
			t.Errorf("%d class names were stored, error %v", len(got), err)
		}
		for _, test := range longTexts {
			path, text := strings.ReplaceAll(test.path, "LONG", "short"), strings.ReplaceAll(test.text, "LONG", strings.Repeat("x", 255))
			if report := w.load(mission.Merge, path, text); report.Status != mission.Imported {
				t.Errorf("%s with the longest text: %s %s", test.path, report.Status, report.Error)
			}
		}
	})
}

// A message may be longer in a file than the game shows it: the lint tells.
func TestALongMessageIsTaken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	report := w.load(mission.Merge, "db/messages.xml", "<messages><message><text>"+strings.Repeat("x", 300)+"</text></message></messages>")
	if report.Status != mission.Imported || report.Created != 1 {
		t.Errorf("%+v", report)
	}
}
