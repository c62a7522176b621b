package api_test

import (
	"encoding/json"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// genuineFolder holds files of servers beside the project, which are no part of it.
const genuineFolder = "../../../shared/data/"

// genuineOfEachKind are genuine files, by where they belong on a server. A * stands for the folder of any server that has one.
var genuineOfEachKind = map[string]string{
	main + "db/types.xml":                                               "community-ce/*/mods_ce/*types.xml",
	main + "db/events.xml":                                              "vanilla-ce/enoch/db/events.xml",
	main + "db/messages.xml":                                            "community-ce/*/db/messages.xml",
	main + "db/globals.xml":                                             "vanilla-ce/enoch/db/globals.xml",
	main + "db/economy.xml":                                             "vanilla-ce/enoch/db/economy.xml",
	main + "cfgeconomycore.xml":                                         "vanilla-ce/enoch/cfgeconomycore.xml",
	main + "cfgenvironment.xml":                                         "vanilla-ce/enoch/cfgenvironment.xml",
	main + "cfgeventgroups.xml":                                         "vanilla-ce/enoch/cfgeventgroups.xml",
	main + "cfgeventspawns.xml":                                         "vanilla-ce/enoch/cfgeventspawns.xml",
	main + "cfgignorelist.xml":                                          "vanilla-ce/enoch/cfgignorelist.xml",
	main + "cfglimitsdefinition.xml":                                    "vanilla-ce/enoch/cfglimitsdefinition.xml",
	main + "cfglimitsdefinitionuser.xml":                                "vanilla-ce/enoch/cfglimitsdefinitionuser.xml",
	main + "cfgplayerspawnpoints.xml":                                   "vanilla-ce/enoch/cfgplayerspawnpoints.xml",
	main + "cfgrandompresets.xml":                                       "vanilla-ce/enoch/cfgrandompresets.xml",
	main + "cfgspawnabletypes.xml":                                      "vanilla-ce/enoch/cfgspawnabletypes.xml",
	main + "cfgweather.xml":                                             "vanilla-ce/enoch/cfgweather.xml",
	main + "cfgEffectArea.json":                                         "vanilla-ce/enoch/cfgEffectArea.json",
	main + "cfggameplay.json":                                           "vanilla-ce/enoch/cfggameplay.json",
	main + "cfgundergroundtriggers.json":                                "vanilla-ce/enoch/cfgundergroundtriggers.json",
	main + "env/zombie_territories.xml":                                 "server-files/territories/*/*zombie_territories.xml",
	main + "mapgroupdirt.xml":                                           "server-files/mapgroup/*/*mapgroupdirt.xml",
	main + "custom/objects.json":                                        "server-files/objectspawner/*/warhead.json",
	"profiles/ExpansionMod/Quests/Quests/Quest_1.json":                  "server-files/expansion-quests/*/Quest_1.json",
	"profiles/ExpansionMod/Quests/NPCs/QuestNPC_1.json":                 "server-files/expansion-quests/*/QuestNPC_1.json",
	"profiles/ExpansionMod/Quests/Objectives/Travel/Objective_T_1.json": "server-files/expansion-quests/*/Objective_T_1.json",
	main + "expansion/p2pmarket/P2PTrader_1.json":                       "server-files/expansion-p2pmarket/*/P2PTrader_1.json",
	main + "expansion/personalstorage/PersonalStorage_1.json":           "server-files/expansion-personalstorage/*/PersonalStorage_1.json",
	"profiles/ExpansionMod/Market/Ammo.json":                            "expansion/*/profiles/ExpansionMod/Market/Ammo.json",
	"profiles/ExpansionMod/Traders/Boats.json":                          "expansion/*/profiles/ExpansionMod/Traders/Boats.json",
	"profiles/ExpansionMod/Loadouts/EastLoadout.json":                   "expansion/*/profiles/ExpansionMod/Loadouts/EastLoadout.json",
	"profiles/ExpansionMod/Settings/ChatSettings.json":                  "expansion/*/profiles/ExpansionMod/Settings/ChatSettings.json",
	main + "expansion/missions/Airdrop_Random_Balota.json":              "expansion/*/config/ExpansionMod/Missions/Airdrop_Random_Balota.json",
}

// TestGenuineFilesThatBreak breaks genuine files as crashes, editors and hasty owners do: each is kept as it came, told with its line
// wherever files are told, opens as text, and is what it was once its good text is saved.
func TestGenuineFilesThatBreak(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(genuineFolder); err != nil {
		t.Skip("genuine server files are not beside the project: ", err)
	}
	good := map[string]string{}
	for name, pattern := range genuineOfEachKind {
		good[name] = genuineText(t, pattern)
	}
	names := slices.Sorted(maps.Keys(good))
	for i, ruin := range []func(name, text string) string{cutInHalf, unclosed, strayBrace, emptied} {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			var mended []string // a file is mended once, which takes longest
			for n := i; n < len(names); n += 4 {
				mended = append(mended, names[n])
			}
			breakAll(t, good, ruin, mended)
		})
	}
}

func cutInHalf(_, text string) string { return text[:len(text)/2] }
func emptied(string, string) string   { return "" }

// genuineText returns the smallest file that matches a pattern.
func genuineText(t *testing.T, pattern string) (text string) {
	t.Helper()
	found, err := filepath.Glob(genuineFolder + pattern)
	check(t, err)
	for _, name := range found {
		data, err := os.ReadFile(name)
		check(t, err)
		if text == "" || len(data) < len(text) {
			text = string(data)
		}
	}
	if text == "" {
		t.Fatalf("no file matches %s", pattern)
	}
	return text
}

// unclosed takes the last end of an element or object away.
func unclosed(name, text string) string {
	end, length := "</", 2
	if path.Ext(name) == ".json" {
		end, length = "}", 1
	}
	at := strings.LastIndex(text, end)
	if end == "</" {
		length = strings.Index(text[at:], ">") + 1
	}
	return text[:at] + text[at+length:]
}

// strayBrace puts a character before the last line that does not belong there: a brace, and in XML one that opens an element.
func strayBrace(name, text string) string {
	at := strings.LastIndex(strings.TrimSpace(text), "\n") + 1
	if path.Ext(name) == ".json" {
		return text[:at] + "}" + text[at:]
	}
	return text[:at] + "<" + text[at:]
}

func breakAll(t *testing.T, good map[string]string, ruin func(name, text string) string, mended []string) {
	t.Helper()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	broken, uploads := map[string]string{}, []upload{}
	for name, text := range good {
		broken[name] = ruin(name, text)
		uploads = append(uploads, upload{name, broken[name]})
	}
	lines := map[string]int{}
	r := c.upload(t, instance+"/files", uploads...)
	for _, f := range filesIn(t, r, "data.files") {
		if lines[f.Path] = lineIn(f.Error); f.Status != "failed" || !f.Kept || lines[f.Path] == 0 {
			t.Errorf("imported: %+v", f)
		}
	}
	for _, f := range filesIn(t, c.get(t, instance+"/files"), "data") {
		if _, ours := good[f.Path]; ours && (!f.Broken || f.Line == nil || *f.Line != lines[f.Path]) {
			t.Errorf("listed: %+v, with the line %d in the report", f, lines[f.Path])
		}
	}
	told := map[string]bool{}
	for _, f := range filesIn(t, c.get(t, instance+"/lint"), "data") {
		switch {
		case f.Rule == "broken-file":
			told[f.Name] = strings.Contains(f.Message, "line "+strconv.Itoa(lines[f.Name])+"")
		case f.Severity == "error":
			t.Errorf("a finding that follows from a broken file: %+v", f)
		}
	}
	for name := range good {
		if !told[name] {
			t.Errorf("the lint does not tell the line of %s", name)
		}
		if got := c.get(t, instance+"/files/"+name); got.body != broken[name] {
			t.Errorf("%s: %d bytes came, and %d others are written", name, len(broken[name]), len(got.body))
		}
		text := c.get(t, instance+"/texts/"+name)
		text.expect(t, 200, "data.broken", "true", "data.problems.0.severity", `"error"`, "data.problems.0.line", strconv.Itoa(lines[name]))
	}
	for _, name := range mended {
		c.mend(t, instance, name, good[name])
	}
	for _, f := range filesIn(t, c.get(t, instance+"/files"), "data") {
		if slices.Contains(mended, f.Path) && f.Broken || knownByRecords(f.Path) && slices.Contains(mended, f.Path) && f.Records == 0 {
			t.Errorf("fixed: %+v", f)
		}
	}
}

// knownByRecords reports whether a file becomes records.
func knownByRecords(name string) bool {
	switch path.Base(name) {
	case "types.xml", "events.xml", "messages.xml", "cfgeventspawns.xml", "cfgspawnabletypes.xml", "cfgrandompresets.xml",
		"cfgplayerspawnpoints.xml", "Ammo.json":
		return true
	}
	return false
}

// mend saves the good text in the place of a broken one.
func (c client) mend(t *testing.T, instance, name, good string) {
	t.Helper()
	body, err := json.Marshal(map[string]string{"text": good})
	check(t, err)
	c.send(t, "PUT", instance+"/texts/"+name, string(body)).expect(t, 200, "data.broken", "false")
	if got := c.get(t, instance+"/files/"+name); got.body != good {
		t.Errorf("%s: fixed with %d bytes, and %d others are written", name, len(good), len(got.body))
	}
}

// toldFile is what a report, a list and the lint tell of a file.
type toldFile struct {
	Path, Status, Error, Rule, Name, Message, Severity string
	Kept, Broken                                       bool
	Line                                               *int
	Records                                            int
}

func filesIn(t *testing.T, r reply, at string) (list []toldFile) {
	t.Helper()
	if err := json.Unmarshal([]byte(r.at(at)), &list); err != nil || len(list) == 0 {
		t.Fatalf("%v in %.500s", err, r.body)
	}
	return list
}

// lineIn returns the line with which an error begins; 0 for none.
func lineIn(message string) int {
	rest, _ := strings.CutPrefix(message, "line ")
	digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
	line, _ := strconv.Atoi(digits)
	return line
}
