package mission_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
)

// TestUpdateOfServerDocuments merges files that are one document each value by value, in the text of the update.
func TestUpdateOfServerDocuments(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		path, base string
		mine       []string // pairs of what is replaced in the base
		theirs     []string
		prefer     mission.Side
		choice     string // the field of which theirs is chosen
		want       []string
		conflicts  []string
	}{
		{
			path: missionFolder + "db/globals.xml",
			base: "<variables>\r\n  <!-- of the game -->\r\n  <var name=\"A\" type=\"0\" value=\"1\"/>\r\n  <var name=\"B\" type=\"0\" " +
				"value=\"2\"/>\r\n  <var name=\"C\" type=\"0\" value=\"3\"/>\r\n</variables>\r\n",
			mine:   []string{`"1"`, `"10"`, `"3"`, `"30"`},
			theirs: []string{"of the game", "newer", `"2"`, `"20"`, `"3"`, `"33"`},
			want:   []string{"of the game", "newer", `"1"`, `"10"`, `"2"`, `"20"`, `"3"`, `"30"`}, conflicts: []string{"C: 3 30 33 -> mine"},
		},
		{
			path:   "serverDZ.cfg",
			base:   "hostname = \"Old\"; // shown\npassword = \"one\";\nmaxPlayers = 60;\nserverTimeAcceleration = 1;\n",
			mine:   []string{"Old", "Mine", `"one"`, `"two"`, "60", "40"},
			theirs: []string{"Old", "Theirs", `"one"`, `"three"`, "Acceleration = 1", "Acceleration = 4"}, choice: "hostname",
			want:      []string{"Old", "Theirs", `"one"`, `"two"`, "60", "40", "Acceleration = 1", "Acceleration = 4"},
			conflicts: []string{`hostname: "Old" "Mine" "Theirs" -> theirs`, `password: "********" "********" "********" -> mine`},
		},
		{
			path: missionFolder + "cfggameplay.json",
			base: "{\n\t\"version\": 122,\n\t\"GeneralData\":\n\t{\n\t\t\"disableBaseDamage\": false,\n\t\t\"disableContainerDamage\": " +
				"false\n\t},\n\t\"WorldsData\": { \"lightingConfig\": 0, \"objectSpawnersArr\": [\"a.json\"] }\n}",
			mine:   []string{`BaseDamage": false`, `BaseDamage": true`, `"a.json"`, `"a.json", "mine.json"`},
			theirs: []string{"122", "123", `ContainerDamage": false`, `ContainerDamage": true`, `"a.json"`, `"a.json", "theirs.json"`},
			want: []string{
				"122", "123", `BaseDamage": false`, `BaseDamage": true`, `ContainerDamage": false`, `ContainerDamage": true`, `"a.json"`,
				`"a.json", "theirs.json", "mine.json"`,
			},
		},
		{
			path: missionFolder + "cfgeventgroups.xml",
			base: "<eventgroupdef>\n  <group name=\"G\">\n    <child type=\"T\" deloot=\"0\" x=\"1\" z=\"2\" a=\"3\"/>\n  " +
				"</group>\n</eventgroupdef>\n",
			mine:   []string{`x="1"`, `x="10"`},
			theirs: []string{`x="1"`, `x="11"`, `a="3"`, `a="30"`}, prefer: mission.Theirs,
			want: []string{`x="1"`, `x="11"`, `a="3"`, `a="30"`}, conflicts: []string{`group[G].child[T].x: 1 10 11 -> theirs`},
		},
		{
			path: missionFolder + "env/wolf_territories.xml",
			base: "<territory-type>\n<territory color=\"1\">\n<zone name=\"Graze\" smin=\"0\" r=\"5\"/>\n<zone name=\"Rest\" smin=\"0\" " +
				"r=\"6\"/>\n</territory>\n</territory-type>",
			mine:   []string{`smin="0" r="6"`, `smin="4" r="6"`},
			theirs: []string{`r="5"`, `r="50"`},
			want:   []string{`smin="0" r="6"`, `smin="4" r="6"`, `r="5"`, `r="50"`},
		},
		{
			path: "profiles/battleye/BEServer_x64.cfg",
			base: "RConPassword old\nRConPort 2303\n", mine: []string{"old", "mine"}, theirs: []string{"2303", "2305"},
			want: []string{"old", "mine", "2303", "2305"},
		},
		{
			path: missionFolder + "custom/objects.json", // of which nothing is declared
			base: "{\"Objects\": [\n  {\"name\": \"A\", \"scale\": 1.00},\n  {\"name\": \"B\", \"scale\": 1}\n]}",
			mine: []string{"1.00", "2.5"}, theirs: []string{`1}`, `3}`}, want: []string{"1.00", "2.5", `1}`, `3}`},
		},
		{
			path: missionFolder + "init.c",
			base: "void main() {\r\n\tone();\r\n\r\n\ttwo();\r\n\r\n\tthree();\r\n}\r\n",
			mine: []string{"\tone();", "\tmine();\r\n\tone(1);", "three", "my"}, theirs: []string{"two", "new", "three", "their"},
			conflicts: []string{`lines.6: "\tthree();" "\tmy();" "\ttheir();" -> theirs`}, choice: "lines.6",
			want: []string{"\tone();", "\tmine();\r\n\tone(1);", "two", "new", "three", "their"},
		},
		{
			path: missionFolder + "env/bear_territories.xml", // which says the same, with comments of both
			base: "<territory-type>\n<!-- one -->\n<territory color=\"1\">\n</territory>\n<!-- three -->\n</territory-type>\n",
			mine: []string{"one", "mine"}, theirs: []string{"three", "theirs"}, want: []string{"one", "mine", "three", "theirs"},
		},
	} {
		t.Run(c.path, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			from := func(pairs []string) string { return strings.NewReplacer(pairs...).Replace(c.base) }
			w.load(mission.Merge, c.path, c.base)
			w.save(c.path, from(c.mine), false)
			upload := mission.Upload{Path: c.path, Data: []byte(from(c.theirs))}
			o := mission.Options{Prefer: c.prefer}
			if c.choice != "" {
				first := w.rehearseUpdate(o, upload)
				o.Choices = mission.Choices{first.Conflicts[0].SID + "." + c.choice: mission.Theirs}
			}
			would := w.rehearseUpdate(o, upload)
			report := w.update(o, upload)[0]
			would.Revision = report.Revision
			if d := cmp.Diff(would, report); d != "" {
				t.Errorf("the dry run promised otherwise: %s", d)
			}
			var conflicts []string
			for _, one := range conflictsOf(report) {
				conflicts = append(conflicts, strings.TrimPrefix(one, c.path+" "))
			}
			if d := cmp.Diff(c.conflicts, conflicts); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(from(c.want), w.serverFile(c.path)); d != "" {
				t.Error(d)
			}
			if again := w.update(mission.Options{}, upload)[0]; w.serverFile(c.path) != from(c.want) || len(again.Conflicts) > 0 || again.Taken > 0 {
				t.Errorf("the update is not the base afterwards: %+v", again)
			}
		})
	}
}

func (w world) rehearseUpdate(o mission.Options, upload mission.Upload) mission.Report {
	w.Helper()
	if o.Mode = mission.Update; o.Base == "" {
		o.Base = mission.LastBase
	}
	would, _, err := w.service.Rehearse(w.Context(), w.scope, []mission.Upload{upload}, o)
	if err != nil {
		w.Fatal(err)
	}
	return would[0]
}

// TestUpdateOfTextsKeepsOwnChanges: without a base of its own, an update begins with the last import, not with what was saved since.
func TestUpdateOfTextsKeepsOwnChanges(t *testing.T) {
	t.Parallel()
	const path = missionFolder + "init.c"
	w := newWorld(t)
	w.load(mission.Merge, path, "// first\n")
	w.save(path, "// mine\n", false)
	expect := func(upload, want string, conflicts int) {
		t.Helper()
		report := w.update(mission.Options{}, mission.Upload{Path: path, Data: []byte(upload)})[0]
		if got := w.serverFile(path); got != want || len(report.Conflicts) != conflicts {
			t.Errorf("%q makes %q, %+v", upload, got, report)
		}
	}
	expect("// first\n", "// mine\n", 0)
	expect("// second\n", "// mine\n", 1)
	expect("// second\n", "// mine\n", 0)
	w.save(path, "// second\n", false)
	expect("// third\n", "// third\n", 0)
}

// TestUpdateOfRecordsKeepsWhatWasSavedAsText, whatever entries moved meanwhile: the base stays the last import.
func TestUpdateOfRecordsKeepsWhatWasSavedAsText(t *testing.T) {
	t.Parallel()
	const path = missionFolder + "db/types.xml"
	file := func(entries string) string { return "<types>\n" + entries + "</types>\n" }
	entry := func(name, nominal, restock string) string {
		return `    <type name="` + name + `"><nominal>` + nominal + `</nominal><restock>` + restock + "</restock></type>\n"
	}
	w := newWorld(t)
	w.load(mission.Merge, path, file(entry("AKM", "1", "1")+entry("M4", "1", "1")+entry("Old", "1", "1")))
	w.save(path, file(entry("M4", "1", "1")+entry("AKM", "5", "1")+entry("Own", "1", "1")), false)
	w.save(path, file("<!-- broken"), true)
	w.save(path, file(entry("M4", "1", "1")+entry("AKM", "6", "1")+entry("Own", "1", "1")), false)
	report := w.update(mission.Options{}, mission.Upload{
		Path: path, Data: []byte(file(entry("AKM", "1", "2") + entry("M4", "2", "1") + entry("Old", "1", "1"))),
	})[0]
	if got, want := w.serverFile(path),
		file(entry("AKM", "6", "2")+entry("M4", "2", "1")+entry("Own", "1", "1")); got != want || len(report.Conflicts) > 0 {
		t.Errorf("%s, want %s: %+v", got, want, report)
	}
}
