package mission_test

import (
	"encoding/binary"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
	"quartermaster/internal/modtest"
	"quartermaster/internal/record"
)

const (
	rptHead    = "=====\nExe timestamp: 2026/01/10 10:00:00\nCurrent time:  2026/01/12 18:30:05\nVersion 1.28.160123\n"
	unknownMod = "!!! [CE][offlineDB] :: Type 'Mod_Rifle' will be ignored. (Type does not exist. (Typo?))\n"
	scriptHead = "-----\nLog C:\\profiles\\script_2026-01-12_18-30-31.log started at 12.01. 18:30:36\n\n"
	crashHead  = "-----\nLog C:\\profiles\\crash_2026-01-12_18-30-31.log started at 12.01. 18:30:36\n\n"
	adminHead  = "\n******************************************************************************\nAdminLog started on 2026-01-12 at " +
		"18:30:10\n\n"
)

// peFile is the least that Windows takes for a program.
func peFile() string {
	b := make([]byte, 0x48)
	copy(b, "MZ")
	binary.LittleEndian.PutUint32(b[0x3c:], 0x44)
	copy(b[0x44:], "PE\x00\x00")
	return string(b)
}

// What a server's folder has that is no configuration is left out, for a reason, wherever it lies and whatever it is called.
func TestWhatIsLeftOut(t *testing.T) {
	t.Parallel()
	const ofMission, ofServer = "S/mpmissions/dayzOffline.chernarusplus/", "S/"
	types := typesFile("Dead 1")
	cases := []struct{ path, text, why string }{
		{
			ofServer + "profiles/DayZServer_x64_2026-01-12_18-30-05.RPT", rptHead + unknownMod,
			"it was read, and has one complaint about the configuration",
		},
		{ofMission + "script_2026-01-12.log", scriptHead, "it was read, and has nothing about the configuration"},
		{ofServer + "profiles/crash.log.txt", crashHead, "it was read"},
		{ofServer + "profiles/DayZServer_x64.ADM", adminHead, "it was read"},
		{ofServer + "profiles/yesterday.txt", strings.ReplaceAll(rptHead, "/12 ", "/11 "), "of its type, the newest one of the upload was read"},
		{ofServer + "profiles/ExpansionMod/Logs/ExpLog_2026.log", "[Trader] bought", "this is a log, which says nothing"},
		{ofServer + "profiles/empty.rpt", "", "this is a log, which says nothing"},
		{ofServer + "keys/DayZ.bikey", "x", "the key of a mod"},
		{ofServer + "addons/a.PBO", "x", "the package of a mod"},
		{ofServer + "packed", "\x00sreV\x00\x00", "the package of a mod"},
		{ofServer + "addons/a.pbo.mod.bisign", "x", "the signature"},
		{ofServer + "DayZServer_x64.exe", "x", "a program"},
		{ofServer + "dxgi.dll", "x", "a program"},
		{ofServer + "libsteam.so", "x", "a program"},
		{ofServer + "DayZServer", "\x7fELF\x02\x01", "a program"},
		{ofMission + "tool.txt", peFile(), "a program"},
		{ofServer + "profiles/DayZServer_x64_2026.mdmp", "x", "a crash"},
		{ofMission + "storage_1/players.db", "x", "the state of a running server"},
		{ofMission + "storage_1/data/types.bin", "x", "the state of a running server"},
		{ofServer + "@CF/info/types.xml", types, "a part of the mod @CF"},
		{ofServer + "@CF/mpmissions/empty.enoch/db/types.xml", types, "a part of the mod @CF"},
		{ofServer + "mods/CF/mod.cpp", "name = \"CF\";", "a part of the mod CF"},
		{ofServer + "mods/CF/profiles/Trader/TraderConfig.txt", "<Trader> Dead\n<FileEnd>", "a part of the mod CF"},
		{"maps/foo/mpmissions/empty.foo/db/types.xml", types, "in the folder maps/foo"},
		{"maps/foo/ban.txt", "x", "in the folder maps/foo"},
		{ofServer + "backups/dayzOffline.chernarusplus/db/types.xml", types, "in the folder S/backups/dayzOffline.chernarusplus"},
		{ofMission + "last week/cfgeconomycore.xml", "<economycore/>", "in the folder " + ofMission + "last week"},
		{ofMission + "last week/db/types.xml", types, "in the folder " + ofMission + "last week"},
		{"profile/Users/Server/VPPDebugMissions/D.a/db/types.xml", types, "a copy of the mission"},
		{"s/MPMISSIONS/dayzOffline.chernarusplus/INIT.C", "twice", "another file of the upload has the same path"},
	}
	uploads := []mission.Upload{
		{Path: ofMission + "init.c", Data: []byte("void main() {}")}, {Path: ofMission + "db/types.xml", Data: []byte(typesFile("Live 1"))},
	}
	for _, c := range cases {
		uploads = append(uploads, mission.Upload{Path: c.path, Data: []byte(c.text)})
	}
	w := newWorld(t)
	reports := w.loadAll(mission.Merge, uploads...)
	for i, c := range cases {
		got := reports[i+2]
		kind := mission.KindOther
		if strings.Contains(c.why, "read") || strings.Contains(c.why, "a log") {
			kind = mission.KindLog
		}
		if got.Status != mission.Skipped || got.Path != c.path || got.Kind != kind || len(got.Warnings) != 1 ||
			!strings.Contains(mission.Sentence(got.Warnings[0]), c.why) {
			t.Errorf("%s: %+v", c.path, got)
		}
	}
	if diff := cmp.Diff([]string{"cfgeconomycore.xml", "db/types.xml", "init.c"}, w.paths()); diff != "" {
		t.Error(diff)
	}
	if w.find(record.Types, "Live"); len(w.rows(record.Types)) != 1 {
		t.Errorf("types %q", w.names(record.Types))
	}
	if diff := cmp.Diff("adm crash rpt script", w.logs()); diff != "" {
		t.Error(diff)
	}
}

// logs returns the sorts of the logs that are kept.
func (w world) logs() string {
	w.Helper()
	rows, err := w.db.Query(w.Context(), `SELECT kind, name FROM server_logs WHERE instance_id = $1 ORDER BY kind`, w.scope.InstanceID)
	if err != nil {
		w.Fatal(err)
	}
	defer rows.Close()
	var sorts []string
	for rows.Next() {
		var sort, name string
		if err := rows.Scan(&sort, &name); err != nil || strings.Contains(name, "/") {
			w.Fatal(name, err)
		}
		sorts = append(sorts, sort)
	}
	return strings.Join(sorts, " ")
}

// A log is read whichever way it comes in, and is a file of the server by none: alone, in a rehearsal, as an update, as a text.
func TestALogIsNoFileByAnyWay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	log := mission.Upload{Path: "DayZServer_x64.RPT", Data: []byte(rptHead + unknownMod)}
	if reports, changes := w.rehearse(mission.Merge, log); reports[0].Kind != mission.KindLog || len(changes) > 0 || w.logs() != "" {
		t.Errorf("rehearsed: %+v, %v, %q", reports, changes, w.logs())
	}
	for _, mode := range []mission.Mode{mission.Merge, mission.Replace, mission.Update} {
		if report := w.loadAll(mode, log)[0]; report.Kind != mission.KindLog || report.Status != mission.Skipped {
			t.Errorf("%s: %+v", mode, report)
		}
	}
	for _, name := range []string{"profiles/a.RPT", "profiles/a.txt", missionFolder + "a"} {
		if report := w.save(name, string(log.Data),
			true); report.Status != mission.Failed || report.Kept ||
			!strings.Contains(mission.Sentence(report.Error), "this is a log, and logs are no files of the server") {
			t.Errorf("%s: %+v", name, report)
		}
	}
	if got := w.paths(); len(got) != 1 || w.logs() != "rpt" {
		t.Errorf("files %q, logs %q", got, w.logs())
	}
}

// Where a file lies decides as well as what it is called and what is in it.
func TestFilesOfTheGameAtOtherPlaces(t *testing.T) {
	t.Parallel()
	types, list := typesFile("Dead 1"), "76561198000000001\n"
	for name, test := range map[string]struct {
		uploads []mission.Upload
		records int
	}{
		"types in the profiles": {[]mission.Upload{{Path: "profiles/SomeMod/types.xml", Data: []byte(types)}}, 0},
		"event groups in the profiles": {
			[]mission.Upload{{Path: "profiles/SomeMod/cfgeventgroups.xml", Data: []byte("<eventgroupdef/>")}}, 0,
		},
		"a mod's list of players": {
			[]mission.Upload{{Path: "SomeMod/whitelist.txt", Data: []byte(list)}, {Path: "Other/a.json", Data: []byte("{}")}}, 0,
		},
		"a mod's messages": {
			[]mission.Upload{
				{Path: "SomeMod/messages.xml", Data: []byte("<messages><message><text>x</text></message></messages>")}, {Path: "db.txt"},
			},
			0,
		},
		"types beside a mission": {
			[]mission.Upload{{Path: "mission/cfgeconomycore.xml", Data: []byte("<economycore/>")}, {Path: "SomeMod/types.xml", Data: []byte(types)}},
			0,
		},
		"types as text": {
			[]mission.Upload{
				{Path: "types.txt", Data: []byte(types)},
				{Path: "How to.txt", Data: []byte("Add this:\n<type name=\"A\"><nominal>1</nominal></type>")},
			},
			0,
		},
		"types without a type": {[]mission.Upload{{Path: "types", Data: []byte(types)}}, 0},
		"a folder of lists":    {[]mission.Upload{{Path: "mine/whitelist.txt", Data: []byte(list)}, {Path: "mine/readme.md"}}, 1},
		"lists in a server without mission": {
			[]mission.Upload{{Path: "mine/whitelist.txt", Data: []byte(list)}, {Path: "mine/profiles/a.json", Data: []byte("{}")}}, 1,
		},
		"a folder of types": {[]mission.Upload{{Path: "SomeMod/types.xml", Data: []byte(types)}}, 1},
		"a folder within the mission": {
			[]mission.Upload{{Path: "m/cfgeconomycore.xml", Data: []byte("<economycore/>")}, {Path: "m/custom/db/types.xml", Data: []byte(types)}},
			1,
		},
		"BattlEye's list": {
			[]mission.Upload{
				{Path: "BattlEye/bans.txt", Data: []byte("0123456789abcdef0123456789abcdef -1 x\n")}, {Path: "Other/a.json", Data: []byte("{}")},
			},
			1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.readsAll(test.uploads)
			if n := len(w.rows(record.Types)) + len(w.rows(record.PlayerLists)) + len(w.rows(record.Messages)); n != test.records {
				t.Errorf("%d records, want %d", n, test.records)
			}
		})
	}
}

// None of the files of mods becomes records of the game, whatever way a server's folder of profiles is uploaded.
func TestFilesOfModsAreNoRecords(t *testing.T) {
	t.Parallel()
	servers := map[string][]mission.Upload{}
	for name, data := range modtest.Files(t) {
		parts := strings.SplitN(name, "/", 3) // mod, repository, path
		servers[parts[1]] = append(servers[parts[1]], mission.Upload{Path: parts[2], Data: data})
	}
	for name, layout := range map[string]struct{ prefix, mission string }{
		"profiles of a server": {"S/SC/", "S/mpmissions/dayzOffline.chernarusplus/init.c"}, "profiles": {"profiles/", ""}, "folders": {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			for _, files := range servers {
				w.takesAsTheyAre(layout.prefix, layout.mission, files)
			}
		})
	}
	t.Run("one by one", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		for _, files := range servers {
			for _, f := range files {
				w.takesAsTheyAre("", "", []mission.Upload{{Path: path.Base(f.Path), Data: f.Data}})
			}
		}
	})
}

// takesAsTheyAre imports files below a folder of another instance, beside one that shows the mission, and checks that each comes back and
// none becomes records.
func (w world) takesAsTheyAre(prefix, shows string, files []mission.Upload) {
	w.Helper()
	w.newInstance()
	uploads := make([]mission.Upload, 0, len(files)+1)
	for _, f := range files {
		uploads = append(uploads, mission.Upload{Path: prefix + f.Path, Data: f.Data})
	}
	if shows != "" {
		uploads = append(uploads, mission.Upload{Path: shows})
	}
	reports, got := w.loadAll(mission.Merge, uploads...), w.generated()
	for i, report := range reports {
		if report.Kind == mission.KindRunTime && report.Status == mission.Skipped {
			continue // of players
		}
		if report.Kind != mission.KindOther || report.Status != mission.Imported && !report.Kept || got[report.Path] != string(uploads[i].Data) {
			w.Errorf("%+v", report)
		}
	}
	w.hasNoRecords()
}

// hasNoRecords checks that nothing became a record but files and what every instance has.
func (w world) hasNoRecords() {
	w.Helper()
	for _, r := range record.All() {
		if r.Scope == record.InInstance && r != record.Files && r != record.EconomyCores && len(w.rows(r)) > 0 {
			w.Errorf("%d %s", len(w.rows(r)), r.Name)
		}
	}
}

// Genuine logs are read, whatever hosts call them.
func TestGenuineLogsAreRead(t *testing.T) {
	t.Parallel()
	root := filepath.FromSlash(genuineRoot + "/server-files/logs")
	names, err := filepath.Glob(root + "/*/*")
	if err != nil || len(names) == 0 {
		t.Skip("genuine logs are not beside the project")
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		w := newWorld(t)
		for n, as := range []string{
			filepath.Base(name), "profiles/" + strings.TrimSuffix(filepath.Base(name), ".txt"), fmt.Sprint("log", len(data)),
		} {
			report := w.load(mission.Merge, as, string(data))
			if report.Kind != mission.KindLog || report.Status != mission.Skipped ||
				!strings.Contains(mission.Sentence(report.Warnings[0]), "it was read") {
				t.Errorf("%d: %+v", n, report)
			}
		}
		if len(w.paths()) > 1 || w.logs() == "" {
			t.Errorf("%s: files %q, logs %q", name, w.paths(), w.logs())
		}
	}
}
