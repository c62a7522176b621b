package mission_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
)

// sample is a small file of a kind, with a record of it that a test changes.
type sample struct {
	kind     mission.Kind
	upload   string // the path under which it is uploaded
	path     string // where it is generated, below the server's root
	text     string
	records  int // how many it holds
	resource *record.Resource
	title    string // of the record that is changed
	values   record.Values
	old, new string // what the change replaces in the text
}

const declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"

func samples() []sample {
	return []sample{
		{
			"types", "types.xml", missionFolder + "db/types.xml",
			typesFile("A 1", "B 2"), 2, record.Types, "B",
			record.Values{"nominal": int64(7)},
			"<nominal>2<", "<nominal>7<",
		},
		{
			"events", "events.xml", missionFolder + "db/events.xml",
			declaration + "<events>\n    <event name=\"LootA\">\n        <nominal>1</nominal>\n        <waves>3</waves>\n        <children/>\n    </event> <!-- end -->\n</events>\n",
			1, record.Events, "LootA",
			record.Values{"nominal": int64(4)},
			"<nominal>1<", "<nominal>4<",
		},
		{
			"spawnabletypes", "cfgspawnabletypes.xml", missionFolder + "cfgspawnabletypes.xml",
			declaration + "<spawnabletypes>\n\t<type name=\"A\">\n\t\t<tag name=\"floor\" />\n\t\t<cargo chance=\"0.50\">\n\t\t\t<item name=\"B\" />\n\t\t</cargo>\n\t</type>\n\t<type name=\"a\"><hoarder /></type>\n</spawnabletypes>\n",
			2, record.SpawnableTypes, "A",
			record.Values{"damage_max": 0.5, "tags": `["shelves"]`},
			"\t\t<tag name=\"floor\" />\n", "\t\t<damage max=\"0.5\" />\n\t\t<tag name=\"shelves\" />\n",
		},
		{
			"randompresets", "cfgrandompresets.xml", missionFolder + "cfgrandompresets.xml",
			declaration + "<randompresets>\n\t<cargo name=\"food\">\n\t\t<item name=\"Apple\" chance=\"0.10\" />\n\t</cargo>\n\t<attachments chance=\"0.50\" name=\"food\" />\n</randompresets>\n",
			2, record.RandomPresets, "food",
			record.Values{"chance": 0.25},
			"<cargo name", "<cargo chance=\"0.25\" name",
		},
		{
			"eventspawns", "cfgeventspawns.xml", missionFolder + "cfgeventspawns.xml",
			declaration + "<eventposdef>\n\t<event name=\"LootA\">\n\t\t<zone smin=\"1\" smax=\"2\" />\n\t\t<pos x=\"1.500000\" z=\"2\" a=\"0.0\" />\n\t</event>\n\t<event name=\"Empty\" />\n</eventposdef>\n",
			2, record.EventSpawns, "LootA",
			record.Values{"zone_smax": 3.0},
			"smax=\"2\"", "smax=\"3\"",
		},
		{
			"playerspawns", "cfgplayerspawnpoints.xml", missionFolder + "cfgplayerspawnpoints.xml",
			declaration + "<playerspawnpoints>\n    <fresh>\n        <generator_posbubbles>\n            <group name=\"West\">\n                <pos x=\"1.2345\" z=\"2\" />\n            </group>\n        </generator_posbubbles>\n    </fresh>\n</playerspawnpoints>\n",
			1, record.PlayerSpawns, "",
			record.Values{"z": int64(350)},
			"z=\"2\"", "z=\"3.5\"",
		},
		{
			"messages", "messages.xml", missionFolder + "db/messages.xml",
			declaration + "<messages>\n    <!-- none of ours -->\n    <message>\n        <delay>2</delay>\n        <text>Hello #name</text>\n    </message>\n</messages>\n",
			1, record.Messages, "Hello #name",
			record.Values{"delay": int64(5)},
			"<delay>2<", "<delay>5<",
		},
		{
			"effectareas", "cfgeffectarea.json", missionFolder + "cfgeffectarea.json",
			"{\n    \"Areas\": [\n        {\n            \"AreaName\": \"Gas\",\n            \"Data\": {\n                \"Pos\": [ 10.0, 0, 30 ],\n                \"Radius\": 100,\n                \"NegHeight\": 2.50\n            },\n            \"Own\": 1e2\n        }\n    ],\n    \"SafePositions\": []\n}",
			1, record.EffectAreas, "Gas",
			record.Values{"radius": int64(12050)},
			"\"Radius\": 100", "\"Radius\": 120.5",
		},
		{
			"ban", "ban.txt", "ban.txt",
			"// header\r\n76561198000000001\t//Survivor - cheats\r\nName only // x\r\n",
			2, record.PlayerLists, "Survivor",
			record.Values{"note": "cheated"},
			"- cheats", "- cheated",
		},
		{
			"whitelist", "WhiteList.txt", "WhiteList.txt",
			"76561198000000002 //Friend\n76561198000000003",
			2, record.PlayerLists, "Friend",
			record.Values{"name": "Old friend"},
			"//Friend", "//Old friend",
		},
		{
			"battleye", "BattlEye/bans.txt", "BattlEye/bans.txt",
			"0123456789abcdef0123456789abcdef 60 for an hour\n11111111111111111111111111111111 -1 for good\n",
			2, record.PlayerLists, "",
			record.Values{"note": "for one"},
			"for an hour", "for one",
		},
		{
			"traderconfig", "TraderConfig.txt", "profiles/Trader/TraderConfig.txt",
			"<CurrencyName> #tm\n\t<Currency> Rouble,\t1\n// first\n<Trader> Food\n\t<Category> Fruit\n\t\tApple,\t*,\t10,\t-1 // cheap\n\t\tApple,\tW,\t11,\t-1\n<FileEnd>\n",
			5, record.TraderItems, "Apple",
			record.Values{"buy": int64(1200)},
			"10,", "12,",
		},
		{
			"traderconfig", "Trader/TraderConfig.txt", "profiles/Trader/TraderConfig.txt",
			"\t<Currency> Rouble,\t1\n<Trader> Food\n<FileEnd>",
			2, record.TraderCurrencies, "Rouble",
			record.Values{"value": int64(500)},
			"Rouble,\t1", "Rouble,\t5",
		},
	}
}

func TestSamplesComeBackAndAChangeTouchesOnlyItsOwnText(t *testing.T) {
	t.Parallel()
	for _, s := range samples() {
		t.Run(string(s.kind)+" "+s.resource.Name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			for _, want := range [][4]int{{s.records, 0, 0, 0}, {0, 0, s.records, 0}} {
				report := w.load(mission.Merge, s.upload, s.text)
				if got := w.counts(report); got != want || report.Kind != s.kind || report.Path != s.path {
					t.Fatalf("counts %v, want %v: %+v", got, want, report)
				}
				if diff := cmp.Diff(s.text, w.serverFile(s.path)); diff != "" {
					t.Fatalf("(-imported +generated):\n%s", diff)
				}
			}
			if strings.Count(s.text, s.old) == 0 {
				t.Fatal("the sample does not hold what is to change")
			}
			w.set(s.resource, s.title, s.values)
			changed := strings.Replace(s.text, s.old, s.new, 1)
			if diff := cmp.Diff(changed, w.serverFile(s.path)); diff != "" {
				t.Errorf("after a change (-want +got):\n%s", diff)
			}
			if got := w.counts(w.load(mission.Replace, s.upload, changed)); got[0]+got[1]+got[3] != 0 {
				t.Errorf("what was generated is not what is stored: %v", got)
			}
		})
	}
}

// Replacing a file with an empty one deletes its records, and undoing that brings the same bytes back.
func TestReplacingASampleDeletesItsRecords(t *testing.T) {
	t.Parallel()
	for _, s := range samples() {
		t.Run(string(s.kind)+" "+s.resource.Name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.load(mission.Merge, s.upload, s.text)
			empty := s.text[:0]
			switch {
			case strings.HasPrefix(s.text, "<?xml"):
				empty = declaration + s.text[strings.LastIndex(s.text, "</"):len(s.text)-2] + "/>\n"
				empty = strings.Replace(empty, "</", "<", 1)
			case strings.HasPrefix(s.text, "{"):
				empty = "{}"
			case s.kind == "traderconfig":
				empty = "<FileEnd>\n"
			}
			if got := w.counts(w.load(mission.Replace, s.upload, empty)); got != [4]int{0, 0, 0, s.records} {
				t.Errorf("counts %v", got)
			}
			if diff := cmp.Diff(empty, w.serverFile(s.path)); diff != "" {
				t.Errorf("(-imported +generated):\n%s", diff)
			}
		})
	}
}
