package geo_test

import (
	"errors"
	"strings"
	"testing"

	"quartermaster/internal/geo"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

const territories = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<territory-type>
	<territory color="4294923520">
		<zone name="InfectedCity" smin="0" smax="0" dmin="4" dmax="6" x="10.5" z="20" r="30"/>
		<!-- the harbour -->
		<zone name="InfectedVillage" smin="0" smax="0" dmin="1" dmax="2" x="100" z="200" r="45"/>
	</territory>
	<territory color="1">
		<zone name="InfectedArmy" smin="0" smax="0" dmin="1" dmax="2" x="300" z="400" r="60"/>
	</territory>
</territory-type>
`

const bunker = `{
	"Objects": [
		{"name": "Land_Wall", "pos": [70.0, 1.0, 80.0], "ypr": [0.0, 0.0, 0.0]},
		{"name": "Land_Gate", "pos": [75.0, 1.0, 80.0], "ypr": [0.0, 0.0, 0.0]}
	]
}
`

const airdrop = "{\r\n    \"m_Version\": 1,\r\n    \"MissionName\": \"Balota\",\r\n    \"DropLocation\": {\r\n        \"x\": " +
	"4500.0,\r\n        \"z\": 2500.0,\r\n        \"Name\": \"Balota\",\r\n        \"Radius\": 300.0\r\n    }\r\n}\r\n"

// camp has an object of the game's that is removed, which is said by a radius.
const camp = "Land_Tent|50 1 60|0 0 0\r\n-Land_Rock|51 1 61|0.5\r\n"

const merchant = "ExpansionTraderDenis.Weapons|10 1 20,11 1 21|90 0 0|Hoodie_Black\n"

// TestSaveObjectFiles: each position of a .map file is moved in its line, and new objects get lines of their own.
func TestSaveObjectFiles(t *testing.T) {
	t.Parallel()
	s, scope := imported(t, map[string]string{"expansion/objects/camp.map": camp, "expansion/traders/camp.map": merchant})
	w := world{s, scope}
	height := 1.0
	walk := func(x float64) geo.Position {
		return geo.Position{Points: []geo.Point{{X: 10, Z: 20, Y: &height}, {X: x, Z: 21, Y: &height}}}
	}
	err := w.apply(t, geo.Changes{
		Moved: []geo.Moved{
			{w.id(t, "objects", "lines.0.pos"), at(50, 60), at(55, 60)},
			{w.id(t, "trader-characters", "lines.0.way"), walk(11), walk(12)},
		},
		Added: []geo.Added{{"objects", "", "Land_Well", w.sid(t, "objects"), at(70, 80)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []struct{ path, before, want string }{
		{"expansion/objects/camp.map", camp, "- Land_Tent|50 1 60|0 0 0\n+ Land_Tent|55 1 60|0 0 0\n+ Land_Well|70 0 80"},
		{
			"expansion/traders/camp.map", merchant,
			"- ExpansionTraderDenis.Weapons|10 1 20,11 1 21|90 0 0|Hoodie_Black\n+ ExpansionTraderDenis.Weapons|10 1 20,12 1 21|90 0 0|Hoodie_Black",
		},
	} {
		if got := w.difference(t, f.path, f.before); got != f.want {
			t.Errorf("%s:\n%s", f.path, got)
		}
	}
}

func documented(t *testing.T) world {
	t.Helper()
	s, scope := imported(t, map[string]string{
		"env/zombie_territories.xml": territories, "custom/bunker.json": bunker, "expansion/missions/Airdrop_Random_Balota.json": airdrop,
		"cfgeventspawns.xml": spawns,
		"../../profiles/ExpansionMod/Quests/Objectives/Travel/Objective_T_1.json": `{"ID": 1, "ObjectiveType": 3, "Position": [1.0, 2.0, ` +
			`3.0], "MaxDistance": 5.0}`,
	})
	return world{s, scope}
}

// sid returns the file of a layer.
func (w world) sid(t *testing.T, layer string) string {
	t.Helper()
	return ask(t, w.Service, w.scope, geo.Query{Layers: []string{layer}}).Features[0].Properties.SID
}

// TestSaveDocuments: positions in documents are moved, removed and added in one revision with those of records, which one undo takes back.
func TestSaveDocuments(t *testing.T) {
	t.Parallel()
	w := documented(t)
	err := w.apply(t, geo.Changes{
		Moved: []geo.Moved{
			{w.id(t, "event-spawns", "positions.1"), at(300, 400), at(301, 400)},
			{w.id(t, "territories", "territory.0.zone.0"), position(at(10.5, 20)).within(30), position(at(11, 20)).within(35)},
			{w.id(t, "mission-airdrop", "DropLocation"), position(at(4500, 2500)).within(300), position(at(4400, 2500)).within(300)},
			{w.id(t, "objects", "Objects.0.pos"), at(70, 80), at(71.5, 80)},
		},
		Removed: []geo.Removed{{w.id(t, "territories", "territory.1.zone.0"), position(at(300, 400)).within(60)}},
		Added: []geo.Added{
			{"territories", "", "InfectedVillage", w.sid(t, "territories"), position(at(7, 8)).within(50)},
			{"objects", "", "Land_Tower", w.sid(t, "objects"), at(1, 2)},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []struct{ path, before, want string }{
		{"env/zombie_territories.xml", territories, `- <zone name="InfectedCity" smin="0" smax="0" dmin="4" dmax="6" x="10.5" z="20" r="30"/>
- <zone name="InfectedArmy" smin="0" smax="0" dmin="1" dmax="2" x="300" z="400" r="60"/>
+ <zone name="InfectedCity" smin="0" smax="0" dmin="4" dmax="6" x="11" z="20" r="35"/>
+ <zone name="InfectedVillage" smin="0" smax="0" dmin="0" dmax="0" x="7" z="8" r="50"/>`},
		{"expansion/missions/Airdrop_Random_Balota.json", airdrop, "- \"x\": 4500.0,\n+ \"x\": 4400.0,"},
	} {
		if got := w.difference(t, f.path, f.before); got != f.want {
			t.Errorf("%s:\n%s", f.path, got)
		}
	}
	if got := w.difference(t, "custom/bunker.json",
		bunker); strings.Count(got, "\n- ") > 1 || !strings.Contains(got, "71.5") || !strings.Contains(got, "Land_Tower") {
		t.Errorf("objects:\n%s", got)
	}
	w.undoes(t, map[string]string{"env/zombie_territories.xml": territories, "custom/bunker.json": bunker, "cfgeventspawns.xml": spawns})
}

// TestConflictsInDocuments: what others have changed in records and documents is reported together, and nothing is stored.
func TestConflictsInDocuments(t *testing.T) {
	t.Parallel()
	w := documented(t)
	err := w.apply(t, geo.Changes{Moved: []geo.Moved{
		{w.id(t, "event-spawns", "positions.1"), at(1, 400), at(301, 400)},
		{w.id(t, "objects", "Objects.0.pos"), at(7, 80), at(71.5, 80)},
		{w.id(t, "objects", "Objects.1.pos"), at(75, 80), at(76, 80)},
		{"territories/" + w.sid(t, "objects") + "/territory.0.zone.0", at(7, 80), at(71.5, 80)},
	}})
	var others geo.Conflicts
	if !errors.As(err, &others) || len(others) != 3 || others[0].Now == nil || others[1].Now != nil {
		t.Errorf("error %v: %+v", err, others)
	}
	if got := w.difference(t, "custom/bunker.json", bunker); got != "" {
		t.Errorf("stored:\n%s", got)
	}
}

// TestFilesThatArePositionsAreDeleted: an airdrop and a quest giver go with their files, a trader's place for vehicles without it, and an
// undo brings all back.
func TestFilesThatArePositionsAreDeleted(t *testing.T) {
	t.Parallel()
	const trader = `{
    "m_TraderID": 7,
    "m_Position": [1.0, 2.0, 3.0],
    "m_VehicleSpawnPosition": [9.0, 8.0, 7.0],
    "m_Waypoints": [[1.0, 2.0, 3.0]]
}
`
	const giver = `{"ID": 1, "ClassName": "X", "Position": [1.0, 2.0, 3.0]}`
	files := map[string]string{
		"expansion/missions/Airdrop_Random_Balota.json": airdrop, "expansion/p2pmarket/P2PTrader_7.json": trader,
		"../../profiles/ExpansionMod/Quests/NPCs/QuestNPC_1.json": giver,
	}
	s, scope := imported(t, files)
	w, height := world{s, scope}, 2.0
	err := w.apply(t, geo.Changes{Removed: []geo.Removed{
		{w.id(t, "mission-airdrop", "DropLocation"), position(at(4500, 2500)).within(300)},
		{w.id(t, "quest-npc", "Position"), at(1, 3)},
		{w.id(t, "p2p-market-trader", "m_VehicleSpawnPosition"), at(9, 7)},
		{w.id(t, "p2p-market-trader", "m_Waypoints"), geo.Position{Points: []geo.Point{{X: 1, Z: 3, Y: &height}}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	if left := ask(t, w.Service, scope, geo.Query{Layers: []string{"mission-airdrop", "quest-npc"}}).Features; len(left) > 0 {
		t.Errorf("files that are left: %+v", left)
	}
	if got := w.difference(t, "expansion/p2pmarket/P2PTrader_7.json",
		trader); !strings.Contains(flat(got), `"m_VehicleSpawnPosition":[0.0,0.0,0.0]`) || !strings.Contains(flat(got), `"m_Waypoints":[]`) {
		t.Errorf("the trader:\n%s", got)
	}
	w.undoes(t, files)
}

// undoes takes the last revision back, after which files are as they were.
func (w world) undoes(t *testing.T, files map[string]string) {
	t.Helper()
	revision, err := w.DB.RevisionOf(t.Context(), w.scope)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.DB.Undo(t.Context(), w.scope, store.Undo{Number: revision}); err != nil {
		t.Fatal(err)
	}
	for path, before := range files {
		if got := w.difference(t, path, before); got != "" {
			t.Errorf("%s after the undo:\n%s", path, got)
		}
	}
}

// TestRefusedInDocuments: a document's only position stays, and of a refused save nothing is stored.
func TestRefusedInDocuments(t *testing.T) {
	t.Parallel()
	w := documented(t)
	drop, goal := w.id(t, "mission-airdrop", "DropLocation"), w.id(t, "quest-objective-travel", "Position")
	moved := geo.Moved{w.id(t, "event-spawns", "positions.1"), at(300, 400), at(1, 1)}
	for _, asked := range []geo.Changes{
		{Moved: []geo.Moved{moved}, Removed: []geo.Removed{{goal, at(1, 3)}}},
		{Added: []geo.Added{{"territories", "", "X", "nOsUcHsId0", at(1, 2)}}},
		{Added: []geo.Added{{"mission-airdrop", "", "…", "", at(1, 2)}}},
		{Added: []geo.Added{{"mission-airdrop", "", "random balota", "", at(1, 2)}}},
		{Added: []geo.Added{{"mission-airdrop", "", "X", "", position(at(1, 2)).within(-5)}}},
		{Moved: []geo.Moved{{drop, position(at(4500, 2500)).within(300), position(at(4500, 2500)).within(0)}}},
	} {
		var refused geo.Refused
		if err := w.apply(t, asked); !errors.As(err, &refused) || refused.Text == "" {
			t.Errorf("%+v: %v", asked, err)
		}
	}
	if n, err := w.DB.Count(t.Context(), record.EventSpawns,
		w.scope); n != 1 || err != nil || w.difference(t, "cfgeventspawns.xml", spawns) != "" {
		t.Error("a part of a refused save was stored")
	}
}

// TestNewFilesOnTheMap: a mission is made like the last one, a trader with the next number and at the height of the nearest building, and
// what takes no place over stays behind.
func TestNewFilesOnTheMap(t *testing.T) {
	t.Parallel()
	const trader = `{"m_Version": 8, "m_TraderID": 7, "m_ClassName": "X", "m_Position": [1.0, 2.0, 3.0], "m_VehicleSpawnPosition": [9.0, ` +
		`9.0, 9.0]}`
	s, scope := imported(t, map[string]string{
		"expansion/missions/Airdrop_Random_Balota.json": airdrop, "expansion/p2pmarket/P2PTrader_7.json": trader,
		"mapgrouppos.xml": `<map><group name="Land_House" pos="5050 217.456 6050" a="90" /><group name="Land_Shed" pos="1 5 1" a="90" /></map>`,
	})
	w := world{s, scope}
	saved, err := w.Save(t.Context(), scope, geo.Changes{Added: []geo.Added{
		{"mission-airdrop", "", "Green Mountain", "", position(at(3700, 6000)).within(80)},
		{"p2p-market-trader", "", "Irena", "", at(5000, 6000)},
		{"p2p-market-trader", "", "Boris", "", at(5001, 6000)},
		{"personal-storage-container", "", "Depot", "", at(1, 2)},
	}}, say.New("map"))
	if err != nil || saved.Heights != (geo.Heights{Taken: 3}) {
		t.Fatalf("%+v, %v", saved, err)
	}
	for path, want := range map[string][]string{
		"missions/Airdrop_Green_Mountain.json": {
			`"MissionName": "Green Mountain"`, `"x": 3700.0`, `"z": 6000.0`, `"Name": "Green Mountain"`, `"Radius": 80.0`, `"m_Version": 1`,
		},
		"p2pmarket/P2PTrader_8.json": {
			`"m_TraderID": 8`, `"m_DisplayName": "Irena"`, `"m_Position": [5000.0, 217.46`, `"m_ClassName": "X"`,
			`"m_VehicleSpawnPosition": [0.0, 0.0, 0.0]`,
		},
		"p2pmarket/P2PTrader_9.json":             {`"m_DisplayName": "Boris"`},
		"personalstorage/PersonalStorage_1.json": {`"ClassName": "ExpansionPersonalStorageChest"`, `"StorageID": 1`},
	} {
		text := w.difference(t, "expansion/"+path, "")
		for _, part := range want {
			if !strings.Contains(flat(text), flat(part)) {
				t.Errorf("%s has no %s:\n%s", path, part, text)
			}
		}
	}
	if got := w.difference(t, "expansion/missions/Airdrop_Random_Balota.json", airdrop); got != "" {
		t.Errorf("the mission that was there:\n%s", got)
	}
}

// flat returns a text without its signs of added lines and its blanks.
func flat(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(text, "+ ", "")), "")
}
