package mission_test

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/mission"
)

// ownEdit is what an owner changes in a file: every nth match of a pattern, beginning with the first.
type ownEdit struct {
	pattern string
	every   int
	with    string
}

// ownEdits are what owners change in the files of the game besides types, events and globals, by their paths in small letters: values, new
// entries, and entries that they delete.
var ownEdits = map[string][]ownEdit{
	"cfgrandompresets.xml": {
		{`(<item name="[^"]*" chance=")[\d.]+"`, 9, `${1}0.77"`},
		{`(?s)[ \t]*<cargo [^>]*[^/]>.*?</cargo>\r?\n`, 10, ``},
		{`</randompresets>`, 1, "<cargo chance=\"0.15\" name=\"ownFood\">\n<item name=\"OwnBeans\" chance=\"0.50\" />\n</cargo>\n$0"},
	},
	"cfgspawnabletypes.xml": {
		{`(<damage min=")[\d.]+"`, 5, `${1}0.33"`},
		{`(?s)[ \t]*<type name="[^"]*">.*?</type>\r?\n`, 40, ``},
		{`</spawnabletypes>`, 1, "<type name=\"OwnCrate\">\n<hoarder />\n</type>\n$0"},
	},
	"cfgeventspawns.xml": {
		{`(<pos x=")[\d.]+"`, 23, `${1}777.25"`},
		{`(<zone smin=")\d+"`, 4, `${1}17"`},
		{`(?s)[ \t]*<event name="[^"]*">.*?</event>\r?\n`, 14, ``},
		{`</eventposdef>`, 1, "<event name=\"StaticOwn\">\n<pos x=\"7.5\" z=\"8\" a=\"9\" />\n</event>\n$0"},
	},
	"cfgplayerspawnpoints.xml": {
		{`(<pos x=")[\d.]+"`, 13, `${1}777.25"`},
		{`[ \t]*<pos x="[^"]*" z="[^"]*" */>\r?\n`, 17, ``},
		{`<lifetime>\d+<`, 1, `<lifetime>77<`},
		{`<generator_posbubbles>\r?\n`, 3, "$0<group name=\"Own\">\n<pos x=\"7.5\" z=\"8\" />\n</group>\n"},
	},
	"cfglimitsdefinition.xml": {
		{`[ \t]*<usage name="Hunting" ?/>\r?\n`, 1, ``},
		{`</usageflags>`, 1, "<usage name=\"OwnPlace\"/>\n$0"},
	},
	"cfglimitsdefinitionuser.xml": {
		{`</valueflags>`, 1, "<user name=\"OwnTiers\">\n<value name=\"Tier1\"/>\n</user>\n$0"},
	},
	"cfgeconomycore.xml": {
		{`(name="dyn_radius" +value=")\d+"`, 1, `${1}77"`},
		{`</classes>`, 1, "<rootclass name=\"OwnBase\" />\n$0"},
		{`</economycore>`, 1, "<ce folder=\"mod_ce\">\n<file name=\"own_types.xml\" type=\"types\" />\n</ce>\n$0"},
	},
	"db/messages.xml": {
		{`</messages>`, 1, "<message>\n<delay>7</delay>\n<text>Read our rules</text>\n</message>\n$0"},
	},
	"db/economy.xml": {
		{`(<building [^>]*respawn=")\d"`, 1, `${1}7"`},
	},
	"cfgweather.xml": {
		{`(<limits min="[\d.]+" max=")[\d.]+"`, 2, `${1}0.77"`},
	},
	"cfggameplay.json": {
		{`("disableBaseDamage": *)\w+`, 1, `${1}true`},
		{`("sprintStaminaModifierErc": *)[\d.]+`, 1, `${1}0.77`},
	},
	"cfgeffectarea.json": {
		{`("Radius": *)[\d.]+`, 2, `${1}77`},
		{`("Areas" *: *\[)`, 1, `${1}{"AreaName": "Own", "Data": {"Pos": [7, 0, 7], "Radius": 7}},`},
	},
	"cfgignorelist.xml": {
		{`</ignore>`, 1, "<type name=\"OwnIgnored\"></type>\n$0"},
	},
	"cfgeventgroups.xml": {
		{`(<child [^>]*lootmax=")\d+"`, 29, `${1}77"`},
		{`</eventgroupdef>`, 1, "<group name=\"OwnGroup\">\n<child type=\"OwnWreck\" x=\"1\" z=\"2\" a=\"3\" y=\"4\" />\n</group>\n$0"},
	},
}

func editedByOwner(file, text string) string {
	for _, e := range ownEdits[strings.ToLower(file)] {
		n, pattern := 0, regexp.MustCompile(e.pattern)
		text = pattern.ReplaceAllStringFunc(text, func(found string) string {
			if n++; (n-1)%e.every > 0 {
				return found
			}
			return pattern.ReplaceAllString(found, e.with)
		})
	}
	return text
}

// ownLayouts are how owners' programs write the files of the game.
var ownLayouts = map[string]func(text string) string{
	"as the game": func(text string) string { return text },
	"Windows":     func(text string) string { return withLineEnds(text, "\r\n") },
	"tabs":        func(text string) string { return strings.ReplaceAll(text, "    ", "\t") },
	"other order of attributes": func(text string) string {
		return regexp.MustCompile(`<item name="([^"]*)" chance="([^"]*)" ?/>`).ReplaceAllString(text, `<item chance="$2" name="$1"/>`)
	},
}

func withLineEnds(text, end string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", end)
}

// ownRounds are the versions of the game that a server has had, from the one that its owner has changed, and how he has laid out its files.
var ownRounds = map[string]struct {
	mapName  string
	versions []string
	layout   string
}{
	"oldest to newest": {"chernarusplus", []string{"105", "116", "129"}, "as the game"},
	"one version":      {"chernarusplus", []string{"127", "128", "129"}, "other order of attributes"},
	"from Windows":     {"chernarusplus", []string{"122", "125", "128"}, "Windows"},
	"an early Livonia": {"enoch", []string{"106", "117", "124"}, "as the game"},
	"Livonia":          {"enoch", []string{"124", "126", "129"}, "tabs"},
	"Sakhal":           {"sakhal", []string{"126", "128", "129"}, "Windows"},
}

// Round after round, whoever takes in later versions of the game keeps his own values in all of its files, and has what is new in the
// others.
func TestOwnServersLoseNothingInAnyFile(t *testing.T) {
	t.Parallel()
	for name, s := range ownRounds {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.onMap(s.mapName)
			base := allGameFiles(t, s.versions[0], s.mapName)
			uploads := []mission.Upload{{Path: "mod_ce/own_types.xml", Data: []byte(typesFile("OwnGun 7"))}}
			for _, file := range slices.Sorted(maps.Keys(base)) {
				uploads = append(uploads, mission.Upload{Path: file, Data: []byte(ownLayouts[s.layout](editedByOwner(file, base[file])))})
			}
			w.loadAll(mission.Replace, uploads...)
			for _, version := range s.versions[1:] {
				theirs := allGameFiles(t, version, s.mapName)
				w.takesIn(s.mapName, version, base, theirs)
				base = theirs
			}
			if got := w.onMapFile(s.mapName, "mod_ce/own_types.xml"); got != typesFile("OwnGun 7") {
				t.Errorf("the file of a mod is %q", got)
			}
		})
	}
}

// takesIn updates all files with a version of the game, of which they have had another one, and holds that nothing own is lost.
func (w world) takesIn(mapName, version string, base, theirs map[string]string) {
	w.Helper()
	mine, uploads := map[string]string{}, []mission.Upload{}
	for _, file := range slices.Sorted(maps.Keys(theirs)) {
		if base[file] != "" {
			mine[file] = w.onMapFile(mapName, file)
		}
		uploads = append(uploads, mission.Upload{Path: file, Data: []byte(theirs[file])})
	}
	for i, report := range w.update(mission.Options{Base: mission.AutoBase}, uploads...) {
		file := uploads[i].Path
		if base[file] == "" || path.Ext(file) == ".c" {
			continue
		}
		what := version + ": " + file
		isLost := report.Own.Taken+report.Own.Removed > 0 || report.Status != mission.Imported
		if isLost || report.Base.Kind == mission.NoBase && mine[file] != theirs[file] {
			w.Errorf("%s: %s, compared with %s, %+v", what, report.Status, report.Base, report.Own)
		}
		read := func(text string) facts { return factsOf(w.T, file, text) }
		f := factSides{read(base[file]), read(mine[file]), read(theirs[file]), read(w.onMapFile(mapName, file))}
		if wrong := f.wrong(); len(wrong) > 0 {
			w.Errorf("%s: %d facts are wrong: %.3000q\nconflicts %.1500q", what, len(wrong), wrong[:min(12, len(wrong))], conflictsOf(report))
		}
	}
}

func (w world) onMapFile(mapName, file string) string {
	w.Helper()
	return w.serverFile("mpmissions/dayzOffline." + mapName + "/" + file)
}

// allGameFiles returns the files of a version of the game besides those of mergedFiles, by their paths in the spelling of today.
func allGameFiles(t *testing.T, version, mapName string) map[string]string {
	t.Helper()
	z, err := zip.OpenReader("../../../shared/data/game-versions.zip")
	if err != nil {
		t.Skipf("genuine files are not beside the project: %v", err)
	}
	defer func() { _ = z.Close() }()
	files := map[string]string{}
	for _, f := range z.File {
		file, inside := strings.CutPrefix(f.Name, "DZ_"+version+"/dayzOffline."+mapName+"/")
		if !inside || mergedFiles[file] != "" || ownEdits[strings.ToLower(file)] == nil {
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		files[strings.ToLower(file)] = string(text)
	}
	return files
}

// facts are what a file says, each once: where, and what.
type facts map[fact]bool

type fact struct{ where, what string }

// factSides are the facts of the versions of a file in an update, and of what has become of it.
type factSides struct{ base, mine, theirs, merged facts }

// wrong lists facts that are lost, or should not be there.
func (s factSides) wrong() (list []string) {
	own := map[string]bool{} // where the owner has changed something, and all that is around it
	for _, side := range [][2]facts{{s.base, s.mine}, {s.mine, s.base}} {
		for f := range side[0] {
			for at := f.where; !side[1][f] && at != ""; at = at[:max(0, strings.LastIndex(at, "/"))] {
				own[at] = true
			}
		}
	}
	for f := range s.union() {
		inBase, mine, theirs, merged := s.base[f], s.mine[f], s.theirs[f], s.merged[f]
		want := mine
		if mine == inBase {
			want = theirs
		}
		isOpen := mine == inBase && theirs != inBase && s.isOpen(f, own)
		if merged != want && !isOpen {
			list = append(list, fmt.Sprintf("%s=%s in base %t, mine %t, theirs %t, merged %t", f.where, f.what, inBase, mine, theirs, merged))
		}
	}
	slices.Sort(list)
	return list
}

// isOpen reports whether both sides have changed something at the place of a fact, or one of them has deleted what is around it.
func (s factSides) isOpen(f fact, own map[string]bool) bool {
	if own[f.where] {
		return true
	}
	for at := f.where; at != ""; at = at[:max(0, strings.LastIndex(at, "/"))] {
		exists := fact{at, "is there"}
		if s.base[exists] && (!s.mine[exists] || !s.theirs[exists] && own[at]) {
			return true
		}
	}
	return false
}

func (s factSides) union() facts {
	all := facts{}
	for _, side := range []facts{s.base, s.mine, s.theirs, s.merged} {
		maps.Copy(all, side)
	}
	return all
}

func factsOf(t *testing.T, file, text string) facts {
	t.Helper()
	found := facts{}
	if path.Ext(file) == ".json" {
		var value any
		if err := json.Unmarshal([]byte(strings.TrimPrefix(text, "\ufeff")), &value); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		found.addJSON("", value)
		return found
	}
	if err := found.addXML(text); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return found
}

// addJSON adds the members of objects by their keys, elements with a name by that, and others by what they are.
func (f facts) addJSON(at string, value any) {
	f[fact{at, "is there"}] = true
	switch value := value.(type) {
	case map[string]any:
		for key, member := range value {
			f.addJSON(at+"/"+key, member)
		}
	case []any:
		for _, element := range value {
			if object, is := element.(map[string]any); is && object["AreaName"] != nil {
				f.addJSON(at+"/"+fmt.Sprint(object["AreaName"]), object)
			} else {
				text, _ := json.Marshal(element) // was read from JSON
				f[fact{at, string(text)}] = true
			}
		}
	default:
		f[fact{at, fmt.Sprint(value)}] = true
	}
}
