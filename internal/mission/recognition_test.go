package mission

import (
	"encoding/binary"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"quartermaster/internal/record"
)

func TestRecognize(t *testing.T) {
	t.Parallel()
	config := "hostname = \"Frozen\";\nclass Missions {\n  class DayZ {\n    // template=\"dayzOffline.enoch\";\n    " +
		"template=\"dayzOffline.sakhal\";\n  };\n};\n"
	got := Recognize([]Upload{
		{Path: `srv\serverDZ.cfg`, Data: []byte(config)},
		{Path: "srv/mpmissions/dayzOffline.chernarusplus/db/types.xml"},
		{Path: "srv/mpmissions/dayzOffline.sakhal/db/types.xml"},
		{Path: "srv/profiles/ExpansionMod/Settings/GeneralSettings.json"},
		{Path: "srv/profiles/Trader/TraderConfig.txt"},
		{Path: "srv/@CF/meta.cpp"},
		{Path: "srv/start.bat", Data: []byte(`DayZServer_x64.exe "-mod=@CF;mods\@Dabs Framework;"`)},
	}, "")
	want := Recognition{
		Mission: "dayzOffline.sakhal", Others: []string{"dayzOffline.chernarusplus"}, IsMission: true, Hostname: "Frozen", Files: 7,
		Mods: []string{"CF", "Dabs Framework"}, Expansion: true, Trader: true,
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Recognition{})); diff != "" {
		t.Error(diff)
	}
	if got.Map() != "sakhal" {
		t.Errorf("map %q", got.Map())
	}
}

func spawnsUpTo(x float64, n int) string {
	text := "<eventposdef><event name=\"A\">"
	for range n {
		text += fmt.Sprintf("<pos x=\"%.2f\" z=\"12.0\" a=\"0\"/>", x)
	}
	return text + "</event></eventposdef>"
}

func areaFlags(world uint32) []byte {
	b := make([]byte, 24)
	binary.LittleEndian.PutUint32(b[8:], world)
	return b
}

func TestDiffersFrom(t *testing.T) {
	t.Parallel()
	maps := []record.Map{
		{Identity: record.Identity{ID: 1}, Name: "Chernarus", NameShort: "chernarusplus", WorldSize: 15360},
		{Identity: record.Identity{ID: 2}, Name: "Livonia", NameShort: "enoch", WorldSize: 12800},
		{Identity: record.Identity{ID: 3}, Name: "Alteria", NameShort: "alteria", WorldSize: 8192},
	}
	at := func(i int, folder string) (record.Instance, string) {
		m := maps[i]
		return record.Instance{MapID: m.ID, OnMap: record.OnMap{MapName: m.Name, MapNameShort: m.NameShort}}, folder
	}
	sakhal := `<events><event name="AnimalReindeer"/><event name="InfectedScientist"/></events>`
	tests := []struct {
		name   string
		runs   int
		folder string
		files  []Upload
		want   string
	}{
		{"own mission", 0, "dayzOffline.chernarusplus", []Upload{{Path: "mpmissions/dayzOffline.chernarusplus/db/types.xml"}}, ""},
		{"own name on another map", 0, "my.mission", []Upload{{Path: "mpmissions/my.mission/areaflags.map", Data: areaFlags(99)}}, ""},
		{"own map under another name", 1, "dayzOffline.enoch", []Upload{{Path: "expansion.Enoch/db/types.xml"}}, ""},
		{
			"one of several", 0, "dayzOffline.chernarusplus",
			[]Upload{{Path: "mpmissions/dayzOffline.enoch/db/types.xml"}, {Path: "mpmissions/dayzOffline.chernarusplus/db/types.xml"}},
			"",
		},
		{
			"another", 0, "dayzOffline.chernarusplus",
			[]Upload{{Path: "mpmissions/dayzOffline.enoch/db/types.xml"}},
			"This is a Livonia mission; your server runs Chernarus.",
		},
		{
			"with a vowel", 0, "dayzOffline.chernarusplus",
			[]Upload{{Path: "empty.alteria/db/types.xml"}},
			"This is an Alteria mission; your server runs Chernarus.",
		},
		{
			"named as the map", 0, "dayzOffline.chernarusplus",
			[]Upload{{Path: "Livonia/cfgeconomycore.xml"}},
			"This is a Livonia mission; your server runs Chernarus.",
		},
		{
			"a mod's part of a mission", 0, "dayzOffline.chernarusplus",
			[]Upload{{Path: "dayzOffline.enoch/expansion/settings/SpawnSettings.json"}},
			"This is a Livonia mission; your server runs Chernarus.",
		},
		{"a mod's part of the own map", 1, "dayzOffline.enoch", []Upload{{Path: "regular.enoch/expansion/settings/SpawnSettings.json"}}, ""},
		{
			"parts of two maps", 0, "dayzOffline.chernarusplus",
			[]Upload{{Path: "a/empty.enoch/expansion/a.json"}, {Path: "a/x.chernarusplus/expansion/a.json"}},
			"",
		},
		{"folder of a version", 0, "dayzOffline.chernarusplus", []Upload{{Path: "my files v2.1/expansion/a.json"}}, ""},
		{
			"unknown map", 0, "dayzOffline.chernarusplus",
			[]Upload{{Path: "mpmissions/empty.bitterroot/db/types.xml"}},
			"This is the mission “empty.bitterroot”; your server runs Chernarus.",
		},
		{"some folder", 0, "dayzOffline.chernarusplus", []Upload{{Path: "my files v2.1/db/types.xml"}}, ""},
		{
			"positions", 1, "dayzOffline.enoch",
			[]Upload{{Path: "cfgeventspawns.xml", Data: []byte(spawnsUpTo(15000, 5))}},
			"The files have positions up to 15000 m; Livonia, which your server runs, is 12800 m wide.",
		},
		{"strays", 1, "dayzOffline.enoch", []Upload{{Path: "cfgeventspawns.xml", Data: []byte(spawnsUpTo(15000, 3))}}, ""},
		{
			"size", 0, "dayzOffline.chernarusplus",
			[]Upload{{Path: "x/areaflags.map", Data: areaFlags(12800)}},
			"areaflags.map is of a map that is 12800 m wide; Chernarus, which your server runs, is 15360 m wide.",
		},
		{
			"landmarks", 0, "dayzOffline.chernarusplus",
			[]Upload{{Path: "db/events.xml", Data: []byte(sakhal)}},
			"The files have the animals or infected of Sakhal; your server runs Chernarus.",
		},
		{
			"landmarks of both", 0, "dayzOffline.chernarusplus",
			[]Upload{{Path: "db/events.xml", Data: []byte(sakhal + `<event name="AnimalCow"/><event name="AnimalRoeDeer"/>`)}},
			"",
		},
		{"landmarks of no map", 2, "empty.alteria", []Upload{{Path: "db/events.xml", Data: []byte(sakhal)}}, ""},
	}
	for _, test := range tests {
		in, folder := at(test.runs, test.folder)
		if got := Recognize(test.files, folder).differsFrom(in, folder, maps); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestRecognizeGenuine holds that genuine missions without a telling folder are asked about on the other map, and not on their own.
func TestRecognizeGenuine(t *testing.T) {
	t.Parallel()
	const dir = "../../../shared/data/vanilla-ce/"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("genuine server files are not beside the project")
	}
	chernarus := Recognize(folder(t, dir+"chernarusplus"), "")
	livonia := Recognize(folder(t, dir+"enoch"), "")
	if _, beyond := chernarus.Beyond(12800); !beyond {
		t.Error("Chernarus fits into Livonia")
	}
	if _, beyond := chernarus.Beyond(15360); beyond {
		t.Error("Chernarus does not fit into itself")
	}
	if _, beyond := livonia.Beyond(12800); beyond {
		t.Error("Livonia does not fit into itself")
	}
	for _, r := range []Recognition{chernarus, livonia} {
		if diff := cmp.Diff([]string{landmarksOf("enoch")}, r.Landmarks); diff != "" {
			t.Error(diff)
		}
	}
}

// folder returns the files of a folder of the disk, by their paths below it.
func folder(t *testing.T, dir string) (files []Upload) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(name)
		files = append(files, Upload{Path: strings.TrimPrefix(name[len(dir):], "/"), Data: data})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
