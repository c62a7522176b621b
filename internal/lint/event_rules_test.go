package lint

import (
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/serverlog"
)

// TestRulesAboutEvents tries the rules that look at one event, event spawn or effect area alone, and their fixes.
func TestRulesAboutEvents(t *testing.T) {
	t.Parallel()
	some := []record.Child{{Type: "Wreck_UH1Y", Max: new(int64(1))}}
	for _, c := range []struct {
		rule *Rule
		of   any
		want []string
	}{
		{
			eventPrefix, &record.Event{Name: "HeliCrash"},
			[]string{
				"HeliCrash: The name does not begin with Ambient, Animal, Infected, Item, Loot, Static, Trajectory, Vehicle, so the game ignores " +
					"the event.",
			},
		},
		{
			eventPrefix, &record.Event{Name: "staticHeliCrash"},
			[]string{"staticHeliCrash: The name begins with Static in other letters, so the game may ignore the event."},
		},
		{eventPrefix, &record.Event{Name: "StaticHeliCrash"}, nil},
		{eventMinOverMax, &record.Event{Name: "A", Min: new(int64(5)), Max: new(int64(2))}, []string{"A: min (5) is above max (2)."}},
		{
			eventMinOverMax, &record.Event{Name: "A", Children: []record.Child{{Type: "B", LootMin: new(int64(5)), LootMax: new(int64(2))}}},
			[]string{"A: lootmin of the child “B” is 5 and lootmax 2. [Swap the two.]"},
		},
		// a weight
		{eventMinOverMax, &record.Event{Name: "A", Children: []record.Child{{Type: "B", Min: new(int64(100)), Max: new(int64(1))}}}, nil},
		{unknownEventValue, &record.Event{Name: "A", Position: new("fixd"), Limit: new("whole")}, []string{
			"A: position is “fixd”, which is none of fixed, player, uniform. [Set it to fixed.]",
			"A: limit is “whole”, which is none of child, parent, mixed, custom.",
		}},
		{
			unknownSecondary, &record.Event{Name: "A", Secondary: new("InfectedB")},
			[]string{"A: The secondary event “InfectedB” does not exist. [Remove it.]"},
		},
		{
			eventWithoutChildren, &record.Event{Name: "A", Active: true, Nominal: new(int64(1))},
			[]string{"A: The event is active but has no children, so it spawns nothing."},
		},
		{eventWithoutChildren, &record.Event{Name: "A", Nominal: new(int64(1))}, nil}, // inactive
		{eventWithoutChildren, &record.Event{Name: "A", Active: true, Nominal: new(int64(1)), Limit: new("child"), Children: some}, nil},
		{
			zoneRange, &record.EventSpawn{Name: "A", ZoneSMin: new(3.0), ZoneSMax: new(1.0)},
			[]string{"A: smin of the zone is 3 and smax 1. [Swap the two.]"},
		},
		{
			effectAreaType, &record.EffectArea{AreaName: "A", Type: new("GeyserAera")},
			[]string{"A: Type is “GeyserAera”, which is not a class of the game; did you mean “GeyserArea”? [Set it to GeyserArea.]"},
		},
		{effectAreaType, &record.EffectArea{AreaName: "A"}, []string{"A: The area has no Type, so it has no effect."}},
	} {
		try(t, c.rule, worldOf(c.of), c.want...)
	}
}

// TestManyProblemsOfAFile holds that a file with thousands of problems is not a finding for each.
func TestManyProblemsOfAFile(t *testing.T) {
	t.Parallel()
	f := gameText("env/zombie_territories.xml", "<territory-type>"+strings.Repeat("<zone name=\"Graze\" x=\"99999\" z=\"1\"/>", 25)+
		"</territory-type>")
	w := worldOf(f.about)
	w.Game = map[string]*gameFile{f.about.Path: f}
	found := try(t, territoryZone, w,
		append(slices.Repeat([]string{"env/zombie_territories.xml: The zone “Graze” (line 1) has its centre at x 99999, z 1, outside the map."},
			20),
			"env/zombie_territories.xml: 5 more problems like this in the file.")...)
	if len(found) != maxProblems+1 {
		t.Error(len(found))
	}
}

func TestTooFewPositions(t *testing.T) {
	t.Parallel()
	spawn := &record.EventSpawn{Name: "statica", Positions: []record.SpawnPosition{{X: new(1.0), Z: new(1.0)}}}
	wanted := func(name string, n int64) *record.Event { return &record.Event{Name: name, Active: true, Nominal: &n} }
	try(t, tooFewPositions, worldOf(spawn, wanted("StaticA", 2), wanted("StaticA", 1), wanted("StaticB", 2)),
		"StaticA: nominal is 2, but the event has only 1 position. [Lower nominal to 1.]")
}

// gameText is a file of the game with a text.
func gameText(path, text string) *gameFile {
	return &gameFile{about: &record.File{Path: path, Kind: unreadKind, ContentID: new(int64)}, text: text}
}

// TestRulesAboutGameFiles tries the rules that read files without records.
func TestRulesAboutGameFiles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule       *Rule
		path, text string
		want       []string
	}{
		{
			unknownVariable, "db/globals.xml",
			"<variables>\n<var name=\"TimeLogn\" type=\"0\" value=\"1\"/><var name=\"Own\"/><var name=\"own\"/></variables>",
			[]string{
				"db/globals.xml: The game does not know the variable “TimeLogn” (line 2); did you mean “TimeLogin”?",
				"db/globals.xml: The game does not know the variable “Own” (line 2).",
				"db/globals.xml: The variable “own” appears twice (lines 2 and 2).",
			},
		},
		{
			variableValue, "db/globals.xml",
			`<variables><var name="TimeLogin" type="0" value="1.5"/><var name="LootDamageMax" type="0" value="1"/>` +
				`<var name="LootDamageMin" type="1" value="2"/><var name="FoodDecay" type="1" value="0.5"/></variables>`,
			[]string{
				"db/globals.xml: TimeLogin (line 1) is 1.5, but its type says that it is a whole number.",
				"db/globals.xml: LootDamageMax (line 1) has the type 0 (whole number); 1 is right.",
				"db/globals.xml: LootDamageMin (line 1) is 2, more than 1.",
				"db/globals.xml: LootDamageMin is 2 and LootDamageMax 1.",
			},
		},
		{economyFlag, "db/economy.xml", "<economy>\n<player init=\"2\" load=\"0\" save=\"1\" svae=\"1\"/><animal/></economy>", []string{
			"db/economy.xml: <player> (line 2) has init “2”; only 0 and 1 mean something.",
			"db/economy.xml: <player> (line 2) has the attribute “svae”, which the game does not know; did you mean “save”?",
			"db/economy.xml: <player> (line 2) has no respawn; it is not known what the game uses instead. Enter 0 or 1.",
			"db/economy.xml: <player> (line 2) is saved but not loaded, so every restart wipes it.",
			"db/economy.xml: <animal> (line 2) is a group the game does not know; did you mean “animals”?",
		}},
		{
			gameplayValue, "cfggameplay.json",
			`{"GeneralData":{"disableBaseDamage":"no"},"PlayerData":{"StaminaData":{"staminaMax":0}},"CarimData":{"staminaMx":1}}`,
			[]string{
				"cfggameplay.json: GeneralData.disableBaseDamage (line 1) must be true or false.",
				"cfggameplay.json: PlayerData.StaminaData.staminaMax (line 1) is 0, so the game does not use the section.",
			},
		},
		{
			weatherRange, "cfgweather.xml",
			`<weather><fog><current actual="0.9"/><limits min="0" max="0.5"/><timelimits min="9" max="x"/></fog></weather>`,
			[]string{
				"cfgweather.xml: fog (line 1): actual is 0.9, outside of the limits 0 to 0.5.",
				"cfgweather.xml: fog (line 1): max of <timelimits> is “x”, which is not a number.",
			},
		},
		{undergroundTrigger, "cfgundergroundtriggers.json", `{"Triggers":[{"Size":[1],"EyeAccommodation":-1}]}`, []string{
			"cfgundergroundtriggers.json: The trigger in line 1 has a Size that is no list of three numbers.",
			"cfgundergroundtriggers.json: The trigger in line 1 has the EyeAccommodation -1; it must be 0 to 1.",
		}},
		{documentValue, "cfgundergroundtriggers.json", `{"Triggers":[{"Position":"1","InterpolationSpeed":-1,"Breadcrumbs":[
			{"EyeAccommodation":2}],"FieldOf2030":{}}]}`, []string{
			"cfgundergroundtriggers.json: Triggers.0.InterpolationSpeed (line 1) is usually at least 0.",
			"cfgundergroundtriggers.json: Triggers.0.Breadcrumbs.0.EyeAccommodation (line 2) is usually not greater than 1.",
		}},
		{
			documentValue, "cfgenvironment.xml",
			`<env><territories><territory type="Herd" name="Qm" behavior="DZQmGroupBeh"><agent type="Male" ` +
				`chance="-1"/></territory></territories></env>`,
			[]string{
				"cfgenvironment.xml: territories.territory.0.agent.0.chance (line 1) is usually at least 0.",
			},
		},
		{serverConfig, "/serverDZ.cfg", "a = 1; // x = 2\n/* b = 2\n*/ a = 2;\nverifySignatures = 1;\nshardId = \"1=2;ab\";\n", []string{
			"/serverDZ.cfg: a (line 3) appears twice (before in line 1).",
			"/serverDZ.cfg: verifySignatures (line 4) is 1; the game knows only 2, and without it players may bring mods of their own.",
			"/serverDZ.cfg: There is no template in the class Missions, so the server does not know which mission to run. Enter the name of its " +
				"folder.",
		}},
		{serverConfig, "/serverDZ.cfg", "a = 1;\npassword = \"secret\"\nb = 2;\n", []string{
			"/serverDZ.cfg: The game may not read the file, or not what follows: a semicolon is missing here (line 2) at password.",
		}},
		{
			duplicateKey, "cfggameplay.json", "{\"a\":1,\n\"b\":{\"a\":1,\"a\":2}}",
			[]string{"cfggameplay.json: The key “a” appears twice in the same place (line 2)."},
		},
	} {
		f := gameText(c.path, c.text)
		w := worldOf(f.about)
		w.Game = map[string]*gameFile{strings.ToLower(c.path): f}
		try(t, c.rule, w, c.want...)
	}
}

func TestNewerField(t *testing.T) {
	t.Parallel()
	for version, want := range map[string][]string{
		"1.28.160123": nil,
		"":            nil,
		"1.25.158000": {"cfgweather.xml: snowfall (line 2) is read since version 1.26 of the game; by its log the server has 1.25.158000."},
	} {
		f := gameText("cfgweather.xml", "<weather>\n<snowfall><limits min=\"0\"/></snowfall><sleet/></weather>")
		w := worldOf(f.about)
		w.Game, w.Logs = map[string]*gameFile{f.about.Path: f}, []Log{{Log: serverlog.Log{Version: version}}}
		found := try(t, newerField, w, want...)
		if len(found) > 0 && found[0].At != "snowfall" {
			t.Error(found[0].At)
		}
	}
}
