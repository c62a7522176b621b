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
			kind: "types", upload: "types.xml", path: missionFolder + "db/types.xml",
			text: typesFile("A 1", "B 2"), records: 2, resource: record.Types, title: "B",
			values: record.Values{"nominal": int64(7)},
			old:    "<nominal>2<", new: "<nominal>7<",
		},
		{
			kind: "events", upload: "events.xml", path: missionFolder + "db/events.xml",
			text: declaration + "<events>\n    <event name=\"LootA\">\n        <nominal>1</nominal>\n        <waves>3</waves>\n        " +
				"<children/>\n    </event> <!-- end -->\n</events>\n",
			records: 1, resource: record.Events, title: "LootA",
			values: record.Values{"nominal": int64(4)},
			old:    "<nominal>1<", new: "<nominal>4<",
		},
		{
			kind: "spawnabletypes", upload: "cfgspawnabletypes.xml", path: missionFolder + "cfgspawnabletypes.xml",
			text: declaration + "<spawnabletypes>\n\t<type name=\"A\">\n\t\t<tag name=\"floor\" />\n\t\t<cargo chance=\"0.50\">\n\t\t\t<item " +
				"name=\"B\" />\n\t\t</cargo>\n\t</type>\n\t<type name=\"a\"><hoarder /></type>\n</spawnabletypes>\n",
			records: 2, resource: record.SpawnableTypes, title: "A",
			values: record.Values{"damage_max": 0.5, "tags": `["shelves"]`},
			old:    "\t\t<tag name=\"floor\" />\n", new: "\t\t<damage max=\"0.5\" />\n\t\t<tag name=\"shelves\" />\n",
		},
		{
			kind: "randompresets", upload: "cfgrandompresets.xml", path: missionFolder + "cfgrandompresets.xml",
			text: declaration + "<randompresets>\n\t<cargo name=\"food\">\n\t\t<item name=\"Apple\" chance=\"0.10\" " +
				"/>\n\t</cargo>\n\t<attachments chance=\"0.50\" name=\"food\" />\n</randompresets>\n",
			records: 2, resource: record.RandomPresets, title: "food",
			values: record.Values{"chance": 0.25},
			old:    "<cargo name", new: "<cargo chance=\"0.25\" name",
		},
		{
			kind: "eventspawns", upload: "cfgeventspawns.xml", path: missionFolder + "cfgeventspawns.xml",
			text: declaration + "<eventposdef>\n\t<event name=\"LootA\">\n\t\t<zone smin=\"1\" smax=\"2\" />\n\t\t<pos x=\"1.500000\" z=\"2\" " +
				"a=\"0.0\" />\n\t</event>\n\t<event name=\"Empty\" />\n</eventposdef>\n",
			records: 2, resource: record.EventSpawns, title: "LootA",
			values: record.Values{"zone_smax": 3.0},
			old:    "smax=\"2\"", new: "smax=\"3\"",
		},
		{
			kind: "playerspawns", upload: "cfgplayerspawnpoints.xml", path: missionFolder + "cfgplayerspawnpoints.xml",
			text: declaration + "<playerspawnpoints>\n    <fresh>\n        <generator_posbubbles>\n            <group name=\"West\">\n        " +
				"        <pos x=\"1.2345\" z=\"2\" />\n            </group>\n        </generator_posbubbles>\n    </fresh>\n</playerspawnpoints>\n",
			records: 1, resource: record.PlayerSpawns, title: "",
			values: record.Values{"z": int64(350)},
			old:    "z=\"2\"", new: "z=\"3.5\"",
		},
		{
			kind: "messages", upload: "messages.xml", path: missionFolder + "db/messages.xml",
			text: declaration + "<messages>\n    <!-- none of ours -->\n    <message>\n        <delay>2</delay>\n        <text>Hello " +
				"#name</text>\n    </message>\n</messages>\n",
			records: 1, resource: record.Messages, title: "Hello #name",
			values: record.Values{"delay": int64(5)},
			old:    "<delay>2<", new: "<delay>5<",
		},
		{
			kind: "effectareas", upload: "cfgeffectarea.json", path: missionFolder + "cfgeffectarea.json",
			text: "{\n    \"Areas\": [\n        {\n            \"AreaName\": \"Gas\",\n            \"Data\": {\n                \"Pos\": [ " +
				"10.0, 0, 30 ],\n                \"Radius\": 100,\n                \"NegHeight\": 2.50\n            },\n            \"Own\": 1e2\n  " +
				"      }\n    ],\n    \"SafePositions\": []\n}",
			records: 1, resource: record.EffectAreas, title: "Gas",
			values: record.Values{"radius": int64(12050)},
			old:    "\"Radius\": 100", new: "\"Radius\": 120.5",
		},
		{
			kind: "ban", upload: "ban.txt", path: "ban.txt",
			text:    "// header\r\n76561198000000001\t//Survivor - cheats\r\nName only // x\r\n",
			records: 2, resource: record.PlayerLists, title: "Survivor",
			values: record.Values{"note": "cheated"},
			old:    "- cheats", new: "- cheated",
		},
		{
			kind: "whitelist", upload: "WhiteList.txt", path: "WhiteList.txt",
			text:    "76561198000000002 //Friend\n76561198000000003",
			records: 2, resource: record.PlayerLists, title: "Friend",
			values: record.Values{"name": "Old friend"},
			old:    "//Friend", new: "//Old friend",
		},
		{
			kind: "battleye", upload: "BattlEye/bans.txt", path: "BattlEye/bans.txt",
			text:    "0123456789abcdef0123456789abcdef 60 for an hour\n11111111111111111111111111111111 -1 for good\n",
			records: 2, resource: record.PlayerLists, title: "",
			values: record.Values{"note": "for one"},
			old:    "for an hour", new: "for one",
		},
		{
			kind: "traderconfig", upload: "TraderConfig.txt", path: "profiles/Trader/TraderConfig.txt",
			text: "<CurrencyName> #tm\n\t<Currency> Rouble,\t1\n// first\n<Trader> Food\n\t<Category> Fruit\n\t\tApple,\t*,\t10,\t-1 // " +
				"cheap\n\t\tApple,\tW,\t11,\t-1\n<FileEnd>\n",
			records: 5, resource: record.TraderItems, title: "Apple",
			values: record.Values{"buy": int64(1200)},
			old:    "10,", new: "12,",
		},
		{
			kind: "traderconfig", upload: "Trader/TraderConfig.txt", path: "profiles/Trader/TraderConfig.txt",
			text:    "\t<Currency> Rouble,\t1\n<Trader> Food\n<FileEnd>",
			records: 2, resource: record.TraderCurrencies, title: "Rouble",
			values: record.Values{"value": int64(500)},
			old:    "Rouble,\t1", new: "Rouble,\t5",
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
