package mission_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/revisions"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

func TestOtherFilesComeBackAsTheyCame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	uploads := []mission.Upload{
		{Path: "mpmissions/dayzOffline.chernarusplus/init.c", Data: []byte("void main() { for (int i = 0; i < 3; i++) {} }\r\n")},
		{Path: "mpmissions/dayzOffline.chernarusplus/db/globals.xml", Data: []byte("<variables><!-- a -- b --></variables>\n")},
		{Path: "mpmissions/dayzOffline.chernarusplus/areaflags.map", Data: []byte{0, 1, 0xff, 0xfe, 0}},
		{Path: "mpmissions/dayzOffline.chernarusplus/cfgEventGroups.xml", Data: []byte("<eventgroupdef/>")},
		{Path: "mpmissions/dayzOffline.chernarusplus/backup/messages.xml", Data: []byte("<messages/>")},
		{Path: "mpmissions/dayzOffline.enoch/db/types.xml", Data: []byte("<types><type name=\"A\"/></types>")},
		{Path: "empty", Data: nil},
		{Path: "notes/Größe.txt", Data: []byte("gr\xf6\xdfe")},
	}
	for _, want := range [][4]int{{1, 0, 0, 0}, {0, 0, 1, 0}} {
		for _, report := range w.loadAll(mission.Merge, uploads...) {
			if got := w.counts(report); got != want {
				t.Errorf("%s: counts %v, want %v", report.Path, got, want)
			}
		}
		checkTree(w, append(uploads, mission.Upload{Path: missionFolder + "cfgeconomycore.xml", Data: []byte(w.file("cfgeconomycore.xml"))}), "")
	}
	if rows, err := w.db.All(context.Background(), record.Types, w.scope, ""); err != nil || len(rows) > 0 {
		t.Errorf("the types of a mission that the instance does not run became records: %v (%v)", rows, err)
	}
	uploads[2].Data = []byte("new")
	if got := w.counts(w.loadAll(mission.Merge, uploads[2])[0]); got != [4]int{0, 1, 0, 0} {
		t.Errorf("counts %v", got)
	}
	if got := w.file("areaflags.map"); got != "new" {
		t.Errorf("generated %q", got)
	}
}

func TestKeptFilesOfAnUploadAreOneRevision(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		uploads := []mission.Upload{
			{Path: "profiles/TraderVariables.txt", Data: []byte("<BuySellTimer> 0.3")},
			{Path: "types.xml", Data: []byte(typesFile("A 1"))},
			{Path: strings.Repeat("long/", 200) + "a.txt", Data: []byte("x")},
			{Path: missionFolder + "storage_1/players.db", Data: []byte{1}},
		}
		for n := range 500 {
			uploads = append(uploads, mission.Upload{Path: fmt.Sprintf("profiles/%03d.dat", n), Data: fmt.Appendf(nil, "line %d", n)})
		}
		var told []int
		reports, err := w.service.Import(t.Context(), w.scope, uploads, mission.Options{Progress: func(done, _ int, _ string) {
			told = append(told, done)
		}})
		if err != nil {
			t.Fatal(err)
		}
		if reports[2].Status != mission.Failed || mission.Sentence(reports[2].Error) != "its path is longer than 500 bytes" ||
			w.counts(reports[503]) != [4]int{1, 0, 0, 0} {
			t.Errorf("%+v, %+v", reports[2], reports[503])
		}
		if len(told) != 504 || !slices.IsSorted(told) || told[503] != 504 {
			t.Errorf("progress: %d times, last %d", len(told), told[len(told)-1])
		}
		found, _, err := w.db.Revisions(t.Context(), w.scope, 0, 10)
		if err != nil {
			t.Fatal(err)
		}
		var summaries []string
		for _, revision := range found {
			summaries = append(summaries, fmt.Sprintf("%s: %d", revisions.Summary(revision.Summary), revision.Records))
		}
		want := []string{"import /profiles/TraderVariables.txt, /profiles/000.dat, /profiles/001.dat and 498 more: 501", "import db/types.xml: 3"}
		if diff := cmp.Diff(want, summaries[:2]); diff != "" {
			t.Error(diff)
		}
	})
}

func TestLargeKeptFilesAreSeveralRevisions(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		large := func(n byte) mission.Upload {
			return mission.Upload{Path: fmt.Sprintf("profiles/%d.bin", n), Data: bytes.Repeat([]byte{n}, 3<<20)}
		}
		w.loadAll(mission.Merge, large(1), large(2), large(3))
		found, _, err := w.db.Revisions(t.Context(), w.scope, 0, 10)
		if err != nil || found[0].Records != 1 || found[1].Records != 2 {
			t.Errorf("%+v, %v", found, err)
		}
	})
}

func TestTheStateOfAServerIsSkipped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	reports := w.loadAll(mission.Merge,
		mission.Upload{Path: missionFolder + "storage_1/players.db", Data: []byte{1}}, mission.Upload{Path: missionFolder + "init.c"})
	if reports[0].Status != mission.Skipped || len(reports[0].Warnings) != 1 || reports[1].Status != mission.Imported {
		t.Errorf("%+v", reports)
	}
	if diff := cmp.Diff([]string{"cfgeconomycore.xml", "init.c"}, w.paths()); diff != "" {
		t.Error(diff)
	}
}

func TestAContentIsStoredOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	data := []byte("the same")
	w.loadAll(mission.Merge, mission.Upload{Path: "a.dat", Data: data}, mission.Upload{Path: "b/c.dat", Data: data})
	var count int64
	if err := w.db.QueryRow(t.Context(), `SELECT count(*) FROM file_contents`).Scan(&count); err != nil || count != 1 {
		t.Errorf("%d contents (%v)", count, err)
	}
}

func TestKeptFilesHaveALimit(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		w.load(mission.Merge, "a.dat", "first")
		w.load(mission.Merge, "a.dat", "second")
		if _, err := w.db.Exec(t.Context(), `UPDATE file_contents SET size = $1 WHERE size = 5`, int64(256<<20)-10); err != nil {
			t.Fatal(err)
		}
		if got := w.counts(w.load(mission.Merge, "b.dat", "third")); got != [4]int{1, 0, 0, 0} {
			t.Errorf("what no file has any more makes room: %v", got)
		}
		if _, err := w.db.Exec(t.Context(), `UPDATE file_contents SET size = $1 WHERE size = 5`, int64(256<<20)-10); err != nil {
			t.Fatal(err)
		}
		report := w.load(mission.Merge, "c.dat", "fourth")
		if report.Status != mission.Failed || !strings.Contains(mission.Sentence(report.Error), "256 MiB") {
			t.Errorf("%+v", report)
		}
	})
}

func TestAnotherUserSeesNoContent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.load(mission.Merge, "a.dat", "secret")
	other := store.Scope{UserID: storetest.User(t, w.db), InstanceID: w.scope.InstanceID}
	if files, err := w.service.Generate(t.Context(), other); err == nil {
		t.Errorf("generated %v", files)
	}
}

func TestWhereFilesBelong(t *testing.T) {
	t.Parallel()
	const xml = "<types/>"
	for name, test := range map[string]struct {
		uploads []mission.Upload
		want    string // the places, in the order of the uploads
	}{
		"loose files": {
			[]mission.Upload{
				{Path: "economy.xml", Data: []byte("<economy/>")},
				{Path: "serverDZ.cfg"},
				{Path: "ban.txt"},
				{Path: "TraderAdmins.txt", Data: []byte("1\n<FileEnd>")},
				{Path: "cfgweather.xml", Data: []byte("<weather/>")},
			},
			"mission/db/economy.xml serverDZ.cfg ban.txt profiles/Trader/TraderAdmins.txt mission/cfgweather.xml",
		},
		"a mission folder in another": {
			[]mission.Upload{
				{Path: "my/mission.x/db/types.xml", Data: []byte(xml)},
				{Path: "my/mission.x/types.xml", Data: []byte(xml)},
				{Path: "my/mission.x/env/a.xml", Data: []byte("<a/>")},
				{Path: "my/read.me"},
				{Path: "BattlEye/x.cfg"},
			},
			"mission/db/types.xml mission/types.xml mission/env/a.xml mission/my/read.me BattlEye/x.cfg",
		},
		"an economy core shows the mission folder": {
			[]mission.Upload{{Path: "m/a/b.c"}, {Path: "m/CFGeconomycore.xml", Data: []byte("<economycore/>")}},
			"mission/a/b.c mission/CFGeconomycore.xml",
		},
		"a folder called like the mission": {
			[]mission.Upload{{Path: "x/DayzOffline.chernarusplus/a.txt"}, {Path: "x/b.txt"}}, "mission/a.txt mission/x/b.txt",
		},
		"loose files beside a server's": {
			[]mission.Upload{
				{Path: "mpmissions/a.b/mods/x.xml", Data: []byte(xml)},
				{Path: "types.xml", Data: []byte(xml)},
				{Path: "messages.xml", Data: []byte("<messages/>")},
				{Path: "old/types.xml", Data: []byte(xml)},
				{Path: "readme.txt"},
			},
			"mission/mods/x.xml mission/db/types.xml mission/db/messages.xml old/types.xml readme.txt",
		},
		"profiles of any name": {
			[]mission.Upload{
				{Path: `S\mpmissions\x.y\init.c`},
				{Path: `S\sc\Trader\TraderObjects.txt`, Data: []byte("<FileEnd>")},
				{Path: `S\sc\Trader\TraderConfig.txt`, Data: []byte("<Trader> A\n<FileEnd>")},
				{Path: `S\sc\BattlEye\bans.txt`},
			},
			"mission/init.c sc/Trader/TraderObjects.txt sc/Trader/TraderConfig.txt sc/BattlEye/bans.txt",
		},
		"never outside": {
			[]mission.Upload{{Path: "../../etc/passwd"}, {Path: "/mpmissions/../../x"}, {Path: "mpmissions/x.y/../../../z"}},
			"mission/etc/passwd mission/x mission/z",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			var places []string
			for _, report := range w.loadAll(mission.Merge, test.uploads...) {
				w.counts(report)
				places = append(places, strings.Replace(report.Path, missionFolder, "mission/", 1))
			}
			if diff := cmp.Diff(test.want, strings.Join(places, " ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestKeptFilesTakeFewStatements however many they are, and however many the instance has.
func TestKeptFilesTakeFewStatements(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	var transactions []int
	db := storetest.Traced(t, func(statements []string) {
		mu.Lock()
		defer mu.Unlock()
		transactions = append(transactions, len(statements))
	})
	scope, _ := storetest.Instance(t, db, storetest.User(t, db))
	w := world{t, db, scope, mission.New(db)}
	for round := range 2 {
		transactions = nil
		var uploads []mission.Upload
		for n := range 2100 {
			uploads = append(uploads, mission.Upload{Path: fmt.Sprintf("profiles/%04d.dat", n), Data: fmt.Appendf(nil, "line %d of %d", n, round)})
		}
		w.loadAll(mission.Merge, uploads...)
		// Of some 25,000 values of a thousand files, a statement takes 480 at the least.
		if len(transactions) != 3 || slices.Max(transactions) > 75 {
			t.Errorf("round %d: statements %v", round, transactions)
		}
	}
}

// TestFilesAreFoundByAnIndex however many an instance has, and so are the records of one.
func TestFilesAreFoundByAnIndex(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	asked := map[string]bool{}
	db := storetest.Traced(t, func(statements []string) {
		mu.Lock()
		defer mu.Unlock()
		for _, text := range statements {
			asked[text] = asked[text] || strings.HasPrefix(text, "/* all ")
		}
	})
	scope, _ := storetest.Instance(t, db, storetest.User(t, db))
	w := world{t, db, scope, mission.New(db)}
	w.load(mission.Merge, "custom/more_types.xml", typesFile("A 1"))
	w.load(mission.Merge, "profiles/a.dat", "a")
	w.load(mission.Merge, "custom/events.xml", `<events><event name="LootA"/></events>`)
	w.load(mission.Merge, "custom/spawn.xml", `<spawnabletypes><type name="A"/></spawnabletypes>`)
	w.load(mission.Merge, "profiles/ExpansionMod/Market/Ammo.json", `{"m_Version": 12, "DisplayName": "Ammo", "Items": []}`)
	looked := 0
	for text, lookup := range asked {
		if !lookup || !strings.Contains(text, "lower(") {
			continue
		}
		looked++
		plan := planOf(w, text)
		if !strings.Contains(plan, "_place (instance_id=? AND <expr>=?)") && !strings.Contains(plan, "_name (instance_id=? AND <expr>=?)") {
			t.Errorf("%s\n%s", text, plan)
		}
	}
	if looked < 5 {
		t.Errorf("%d statements look for files", looked)
	}
}

// planOf is how SQLite finds the rows of a statement.
func planOf(w world, text string) string {
	w.Helper()
	args := make([]any, strings.Count(text, "$"))
	for i := range args {
		args[i] = "[]"
	}
	rows, err := w.db.Query(w.Context(), "EXPLAIN QUERY PLAN "+text, args...)
	if err != nil {
		w.Fatal(err)
	}
	defer rows.Close()
	var plan []string
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			w.Fatal(err)
		}
		plan = append(plan, detail)
	}
	return strings.Join(plan, "\n")
}

// A file of another kind does not take the place of one with records: these would lose their layout.
func TestAFileOfAnotherKindLeavesRecordsTheirFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	types := typesFile("A 1")
	w.load(mission.Merge, "mods/x.xml", types)
	for name, text := range map[string]string{
		"that nothing reads": "<other/>", "with records": "<events><event name=\"LootA\"/></events>", "that is broken": "<types",
	} {
		report := w.load(mission.Replace, "mods/x.xml", text)
		if report.Status != mission.Failed || report.Error.IsNone() || report.Kept {
			t.Errorf("a file %s: %+v", name, report)
		}
		w.says(missionFolder+"mods/x.xml", types)
	}
	for _, row := range w.own(record.Types) {
		if _, err := w.db.Delete(t.Context(), record.Types, w.scope, record.Types.SID(row)); err != nil {
			t.Fatal(err)
		}
	}
	w.counts(w.load(mission.Merge, "mods/x.xml", "<other/>"))
	w.says(missionFolder+"mods/x.xml", "<other/>")
}

func TestTheNoteOfADownloadIsNotImported(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		reports := w.loadAll(mission.Merge, mission.Upload{Path: mission.Unwritables, Data: []byte("x")},
			mission.Upload{Path: "mpmissions/dayzOffline.chernarusplus/db/types.xml", Data: []byte(typesFile("A 1"))})
		if reports[0].Status != mission.Skipped || reports[1].Status != mission.Imported {
			t.Errorf("%+v", reports)
		}
	})
}

func TestAPathThatBeginsWithADriveIsRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.counts(w.load(mission.Merge, `C:\server\mpmissions\dayzOffline.chernarusplus\db\types.xml`, typesFile("A 1")))
	w.says(missionFolder+"db/types.xml", typesFile("A 1"))
}
