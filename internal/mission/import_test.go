package mission_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

func TestMergeKeepsWhatTheFileDoesNotName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	steps := []struct {
		name string
		mode mission.Mode
		file string
		want [4]int // created, updated, unchanged, deleted
		out  string
	}{
		{"first", mission.Merge, typesFile("A 1", "B 2", "C 3"), [4]int{3, 0, 0, 0}, typesFile("A 1", "B 2", "C 3")},
		{"again", mission.Merge, typesFile("A 1", "B 2", "C 3"), [4]int{0, 0, 3, 0}, typesFile("A 1", "B 2", "C 3")},
		{"a part", mission.Merge, typesFile("B 5"), [4]int{0, 1, 0, 0}, typesFile("A 1", "B 5", "C 3")},
		{"a part with a new one", mission.Merge, typesFile("C 3", "D 4"), [4]int{1, 0, 1, 0}, typesFile("A 1", "B 5", "C 3", "D 4")},
		{"all in another order", mission.Merge, typesFile("D 4", "C 3", "B 5", "A 1"), [4]int{0, 0, 4, 0}, typesFile("D 4", "C 3", "B 5", "A 1")},
		{
			"names twice", mission.Merge, typesFile("D 4", "C 3", "B 5", "A 1", "a 9"),
			[4]int{1, 0, 4, 0},
			typesFile("D 4", "C 3", "B 5", "A 1", "a 9"),
		},
		{"replace", mission.Replace, typesFile("C 7", "E 1"), [4]int{1, 1, 0, 4}, typesFile("C 7", "E 1")},
		{"nothing left", mission.Replace, "<types/>\n", [4]int{0, 0, 0, 2}, "<types/>\n"},
	}
	for _, step := range steps {
		if got := w.counts(w.load(step.mode, "types.xml", step.file)); got != step.want {
			t.Fatalf("%s: counts %v, want %v", step.name, got, step.want)
		}
		if diff := cmp.Diff(step.out, w.file("db/types.xml")); diff != "" {
			t.Fatalf("%s: generated (-want +got):\n%s", step.name, diff)
		}
	}
}

func TestAChangeTouchesOnlyItsOwnLine(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	source := strings.ReplaceAll(typesFile("A 1", "B 2", "C 3"), "<type name=\"B\">", "<!-- kept -->\n    <type name=\"B\">")
	w.load(mission.Merge, "types.xml", source)
	w.set(record.Types, "B", record.Values{"nominal": int64(20)})
	if diff := cmp.Diff(strings.Replace(source, "<nominal>2<", "<nominal>20<", 1), w.file("db/types.xml")); diff != "" {
		t.Errorf("after a change (-want +got):\n%s", diff)
	}
	w.set(record.Types, "B", record.Values{"nominal": int64(2), "enabled": int64(0)})
	got := w.file("db/types.xml")
	if strings.Contains(got, `"B"`) || !strings.Contains(got, "<!-- kept -->") {
		t.Errorf("a disabled record is left out and its comment stays, got:\n%s", got)
	}
	w.set(record.Types, "B", record.Values{"enabled": int64(1)})
	if diff := cmp.Diff(source, w.file("db/types.xml")); diff != "" {
		t.Errorf("enabled again (-want +got):\n%s", diff)
	}
}

func TestLetterCaseOfANameStaysAsEachFileWritesIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.load(mission.Merge, "types.xml", typesFile("AKM 1"))
	w.load(mission.Merge, "mods/mod_types.xml", typesFile("akm 5"))
	if diff := cmp.Diff(typesFile("akm 5"), w.file("mods/mod_types.xml")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	w.set(record.Types, "AKM", record.Values{"nominal": int64(2)})
	if diff := cmp.Diff(typesFile("AKM 2"), w.file("db/types.xml")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAnImportAddsTheNamesThatItUses(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		w.load(mission.Merge, "types.xml",
			`<types><type name="A"><category name="gadgets"/><usage name="Military"/><usage name="Moon"/><usage user="TownVillage"/><value `+
				`name="Tier9"/><tag name="attic"/></type></types>`)
		row := w.find(record.Types, "A")
		for field, names := range map[string][]string{
			"usage_ids": {"Military", "Moon", "TownVillage"}, "value_ids": {"Tier9"}, "tag_ids": {"attic"},
		} {
			f := record.Types.Field(field)
			res := record.Named(f.Ref)
			for i, id := range row[record.Types.Index(field)].([]int64) {
				rows, err := w.db.All(context.Background(), res, w.scope, "r.id = $", id)
				if err != nil || len(rows) != 1 || res.TitleOf(rows[0]) != names[i] {
					t.Errorf("%s[%d]: %v, want %s (%v)", field, i, rows, names[i], err)
				}
			}
		}
		other := store.Scope{UserID: storetest.User(t, w.db)}
		rows, err := w.db.All(context.Background(), record.TypeUsages, other, "r.name = $", "Moon")
		if err != nil || len(rows) != 0 {
			t.Errorf("another user sees %v (%v)", rows, err)
		}
		w.set(record.Types, "A", record.Values{"usage_ids": row[record.Types.Index("usage_ids")].([]int64)[1:]})
		want := `<types><type name="A"><category name="gadgets"/><usage name="Moon"/><usage user="TownVillage"/><value name="Tier9"/><tag ` +
			`name="attic"/></type></types>`
		if diff := cmp.Diff(want, w.file("db/types.xml")); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// No database that keeps the records may be what refuses a file.
func TestTheNULCharacterInAnEffectAreaIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, field := range []string{"AreaName", "Type", "TriggerType"} {
		report := w.load(mission.Merge, "cfgEffectArea.json", `{"Areas":[{"AreaName":"A","`+field+`":"a\u0000b","Data":{"Pos":[1,2,3]}}]}`)
		if report.Status != mission.Failed || mission.Sentence(report.Error) != "line 1: a text of the area contains the NUL character" {
			t.Errorf("%s: %+v", field, report)
		}
	}
}

func TestABrokenFileKeepsNoOtherFromBeingImported(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		reports, err := w.service.Import(context.Background(), w.scope, []mission.Upload{
			{Path: "types.xml", Data: []byte("<types>\n<type name=\"A\">\n</types>\n")},
			{Path: "events.xml", Data: []byte(`<events><event name="LootX"><nominal>1</nominal><active>1</active></event></events>`)},
			{Path: "notes.txt", Data: []byte("remember the milk")},
			{Path: "mapgrouppos.xml", Data: []byte("<map/>")},
		}, mission.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := []string{mission.Failed, mission.Imported, mission.Imported, mission.Imported}
		for i, report := range reports {
			if report.Status != want[i] {
				t.Errorf("%s: %s, want %s (%s)", report.Path, report.Status, want[i], report.Error)
			}
		}
		if !strings.Contains(mission.Sentence(reports[0].Error), "line 3") {
			t.Errorf("the error names the line: %q", reports[0].Error)
		}
		if diff := cmp.Diff([]string{"cfgeconomycore.xml", "db/events.xml", "db/types.xml", "mapgrouppos.xml", "notes.txt"},
			w.paths()); diff != "" {
			t.Errorf("generated (-want +got):\n%s", diff)
		}
	})
}

func TestFilesGoBackToWhereTheyCameFrom(t *testing.T) {
	t.Parallel()
	for uploaded, want := range map[string]string{
		"types.xml":    "db/types.xml",
		"DB/Types.xml": "DB/Types.xml",
		"mpmissions/dayzOffline.enoch/db/types.xml":  "db/types.xml",
		`server\mpmissions\x\mods_ce\cool_types.xml`: "mods_ce/cool_types.xml",
		"cool_types.xml":      "mods/cool_types.xml",
		"other_types.xml":     "other_types.xml",
		"../../etc/types.xml": "etc/types.xml",
	} {
		t.Run(uploaded, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.load(mission.Merge, "cfgeconomycore.xml",
				`<economycore><ce folder="mods"><file name="Cool_Types.xml" type="types"/></ce></economycore>`)
			report := w.load(mission.Merge, uploaded, typesFile("A 1"))
			if got := strings.TrimPrefix(report.Path, "mpmissions/dayzOffline.chernarusplus/"); got != want {
				t.Errorf("placed at %s, want %s", got, want)
			}
		})
	}
}

// A server's files of one kind stay apart, whatever classes they have in common.
func TestManyFilesOfOneKind(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	core := `<economycore><ce folder="mods">`
	var uploads []mission.Upload
	for i := range 12 {
		name := fmt.Sprintf("mod%d_types.xml", i)
		core += fmt.Sprintf(`<file name=%q type="types"/>`, name)
		uploads = append(uploads, mission.Upload{Path: name, Data: []byte(typesFile(fmt.Sprint("Shared ", i), fmt.Sprintf("Own%d 1", i)))})
	}
	uploads = append(uploads, mission.Upload{Path: "cfgeconomycore.xml", Data: []byte(core + "</ce></economycore>")})
	w.loadAll(mission.Merge, uploads...)
	for _, u := range uploads[:12] {
		if diff := cmp.Diff(string(u.Data), w.file("mods/"+u.Path)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", u.Path, diff)
		}
	}
	shared := record.InstanceClassnames.ID(w.find(record.InstanceClassnames, "Shared"))
	rows, err := w.db.All(t.Context(), record.Types, w.scope, "r.instance_classname_id = $", shared)
	if err != nil || len(rows) != 12 {
		t.Errorf("%d types of the shared class (%v)", len(rows), err)
	}
}

// misfile names a file in a record that could not be given it: older versions let it be.
func (w world) misfile(r *record.Resource, name, file string) {
	w.Helper()
	old := w.find(r, name)
	row := slices.Clone(old)
	row[r.Index("source_file")], row[r.Index("slot")] = file, nil
	err := w.db.Edit(w.Context(), w.scope, "update", func(e *store.Edit) error {
		return e.UpdateAll(w.Context(), r, []record.Row{old}, []record.Row{row})
	})
	if err != nil {
		w.Fatal(err)
	}
}

func TestTwoFilesNeverShareAPath(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.load(mission.Merge, "types.xml", typesFile("A 1", "B 2", "C 3"))
	w.load(mission.Merge, missionFolder+"mods/e.xml", `<events><event name="LootX"><nominal>1</nominal></event></events>`)
	w.load(mission.Merge, missionFolder+"mods/s.xml", `<spawnabletypes><type name="S"/></spawnabletypes>`)
	for name, file := range map[string]string{"A": "mods/e.xml", "B": "Mods/S.xml"} {
		w.misfile(record.Types, name, file)
	}
	want := []string{"Mods/S_types.xml", "cfgeconomycore.xml", "db/types.xml", "mods/e.xml", "mods/e_types.xml", "mods/s.xml"}
	if diff := cmp.Diff(want, w.paths()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := w.file("mods/e_types.xml"); !strings.Contains(got, `name="A"`) {
		t.Errorf("the type is in\n%s", got)
	}
}

// What was imported keeps its path: a record that names it does not push it away.
func TestAnImportedFileKeepsItsPath(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		w.load(mission.Merge, "types.xml", typesFile("A 1"))
		w.load(mission.Merge, missionFolder+"mods/plan.xml", "<plan/>")
		w.misfile(record.Types, "A", "mods/plan.xml")
		if got := w.file("mods/plan.xml"); got != "<plan/>" {
			t.Errorf("the file is now\n%s", got)
		}
		if got := w.file("mods/plan_types.xml"); !strings.Contains(got, `name="A"`) {
			t.Errorf("the type is in\n%s", got)
		}
	})
}

func TestOddNamesOfUploads(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	report := w.load(mission.Merge, "mods/a\x00b\xff_types.xml", typesFile("A 1"))
	if w.counts(report); !strings.HasSuffix(report.Path, "mods/a_b__types.xml") {
		t.Errorf("placed at %q", report.Path)
	}
}

func TestTheEconomyCoreGoesIntoItsFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	source := "<economycore>\n\t<defaults>\n\t\t<default name=\"dyn_radius\" value=\"44\" />\n\t\t<default name=\"log_ce_loop\" " +
		"value=\"true\"/>\n\t</defaults>\n</economycore>\n"
	if got := w.counts(w.load(mission.Merge, "cfgeconomycore.xml", source)); got != [4]int{0, 1, 0, 0} {
		t.Errorf("counts %v", got)
	}
	row, err := w.db.EconomyCore(context.Background(), w.scope)
	if err != nil || row[record.EconomyCores.Index("dyn_radius")] != int64(44) || row[record.EconomyCores.Index("log_ce_loop")] != int64(1) {
		t.Fatalf("economy core %v (%v)", row, err)
	}
	if _, err := w.db.UpdateEconomyCore(context.Background(), w.scope, record.Values{"log_ce_loop": int64(0)}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Replace(source, `"true"`, `"false"`, 1), w.file("cfgeconomycore.xml")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := w.counts(w.load(mission.Merge, "cfgeconomycore.xml",
		`<economycore><ce folder="mods"><file name="a.xml" type="types"/></ce></economycore>`)); got != [4]int{0, 0, 1, 0} {
		t.Errorf("counts %v", got)
	}
	if got := w.file("cfgeconomycore.xml"); !strings.Contains(got, `value="44"`) || !strings.Contains(got, `name="a.xml"`) {
		t.Errorf("both are in the file:\n%s", got)
	}
}
