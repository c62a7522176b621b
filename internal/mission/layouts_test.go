package mission_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
)

// part is a folder of an upload with what lies in it.
type part struct {
	folder string
	files  map[string]string
}

const tradersText = "<Currency> Rouble,\t1\n<Trader> Food\n\t<Category> Fruit\n\t\tApple,\t*,\t10,\t-1\n<FileEnd>\n"

var (
	missionFiles = map[string]string{
		"db/types.xml": typesFile("Live 1"), "cfgeconomycore.xml": "<economycore/>", "init.c": "void main() {}", "env/a.txt": "x",
	}
	traderFiles = map[string]string{
		"TraderConfig.txt":  tradersText,
		"TraderObjects.txt": "<TraderMarker> 0\n<TraderMarkerPosition> 1, 2, 3\n<TraderMarkerSafezone> 5\n<FileEnd>\n",
	}
	marketFiles = map[string]string{
		"Market/Food.json": `{"m_Version":12,"DisplayName":"Food","Icon":"","Color":"","IsExchange":0,"InitStockPercent":75.0,"Items":[]}`,
	}
	banFiles = map[string]string{"bans.txt": "0123456789abcdef0123456789abcdef -1 x\n"}
)

func (p part) uploads() (list []mission.Upload) {
	for _, name := range slices.Sorted(maps.Keys(p.files)) {
		list = append(list, mission.Upload{Path: p.folder + name, Data: []byte(p.files[name])})
	}
	return list
}

// live tells what records there are.
func (w world) live() string {
	var list []string
	for _, res := range []*record.Resource{
		record.Types, record.TraderItems, record.TraderSellers, record.MarketCategories, record.PlayerLists,
	} {
		for _, row := range w.rows(res) {
			name := res.TitleOf(row)
			if res == record.TraderSellers && row[res.Index("position")] != nil {
				name += "!"
			}
			list = append(list, name)
		}
	}
	return strings.Join(list, " ")
}

// Whatever way the folders of a server are uploaded, the records of all of them are read, and the own output is read again as it is.
func TestLayoutsOfUploads(t *testing.T) {
	t.Parallel()
	const all = "Live Apple Food! Food "
	for name, parts := range map[string][]part{
		"side by side": {
			{"mission/", missionFiles}, {"Trader/", traderFiles}, {"ExpansionMod/", marketFiles}, {"BattlEye/", banFiles},
		},
		"the mission's own content": {{"", missionFiles}, {"Trader/", traderFiles}, {"ExpansionMod/", marketFiles}, {"battleye/", banFiles}},
		"nested": {
			{"backup/myserver/mission/", missionFiles},
			{"backup/myserver/Trader/", traderFiles},
			{"backup/myserver/ExpansionMod/", marketFiles},
			{"backup/myserver/BattlEye/", banFiles},
		},
		"nested, in profiles": {
			{"a/b/m/", missionFiles},
			{"a/b/profiles/Trader/", traderFiles},
			{"a/b/profiles/ExpansionMod/", marketFiles},
			{"a/b/profiles/BattlEye/", banFiles},
		},
		"plain server": {
			{"mpmissions/dayzOffline.chernarusplus/", missionFiles},
			{"sc/Trader/", traderFiles},
			{"sc/ExpansionMod/", marketFiles},
			{"sc/BattlEye/", banFiles},
		},
		"server in a folder": {
			{"server/mpmissions/dayzOffline.chernarusplus/", missionFiles},
			{"server/profiles/Trader/", traderFiles},
			{"server/profiles/ExpansionMod/", marketFiles},
			{"server/battleye/", banFiles},
		},
		"missions and loose": {
			{"server/mpmissions/any.where/", missionFiles}, {"Trader/", traderFiles}, {"ExpansionMod/", marketFiles}, {"BattlEye/", banFiles},
		},
		"rented": {
			{"dayzstandalone/mpmissions/dayzOffline.chernarusplus/", missionFiles},
			{"dayzstandalone/config/Trader/", traderFiles},
			{"dayzstandalone/config/ExpansionMod/", marketFiles},
			{"dayzstandalone/config/BattlEye/", banFiles},
		},
		"console": {
			{"dayzxb_missions/dayzOffline.chernarusplus/", missionFiles},
			{"dayzxb/config/Trader/", traderFiles},
			{"dayzxb/config/ExpansionMod/", marketFiles},
			{"dayzxb/config/BattlEye/", banFiles},
		},
		"other console": {
			{"ftproot/dayzps_missions/x.y/", missionFiles},
			{"ftproot/dayzps/config/Trader/", traderFiles},
			{"ftproot/dayzps/config/ExpansionMod/", marketFiles},
			{"ftproot/dayzps/config/BattlEye/", banFiles},
		},
		"called like the mission": {
			{"dayzOffline.chernarusplus/", missionFiles}, {"Trader/", traderFiles}, {"ExpansionMod/", marketFiles}, {"BattlEye/", banFiles},
		},
		"within the mission": {
			{"my/", missionFiles}, {"my/Trader/", traderFiles}, {"my/ExpansionMod/", marketFiles}, {"my/BattlEye/", banFiles},
		},
		"loose": {{"", missionFiles}, {"", traderFiles}, {"ExpansionMod/", marketFiles}, {"", banFiles}},
		"two missions": {
			{"s/mpmissions/dayzOffline.enoch/", map[string]string{"db/types.xml": typesFile("Dead 1")}},
			{"s/mpmissions/dayzOffline.chernarusplus/", missionFiles},
			{"s/p/Trader/", traderFiles},
			{"s/p/ExpansionMod/", marketFiles},
			{"s/p/BattlEye/", banFiles},
		},
		"two mission folders": {
			{"enoch/", map[string]string{"db/types.xml": typesFile("Dead 1"), "db/messages.xml": "<broken"}},
			{"dayzOffline.chernarusplus/", missionFiles},
			{"Trader/", traderFiles},
			{"ExpansionMod/", marketFiles},
			{"BattlEye/", banFiles},
		},
		"a copy of the server": {
			{"old/server_backup/mpmissions/dayzOffline.chernarusplus/", map[string]string{"db/types.xml": typesFile("Dead 1")}},
			{"old/server_backup/profiles/Trader/", map[string]string{"TraderConfig.txt": "<Trader> Dead\n<FileEnd>\n"}},
			{"server/mpmissions/dayzOffline.chernarusplus/", missionFiles},
			{"server/profiles/Trader/", traderFiles},
			{"server/profiles/ExpansionMod/", marketFiles},
			{"server/BattlEye/", banFiles},
		},
		"copies that a tool makes": {
			{"mpmissions/dayzOffline.chernarusplus/", missionFiles},
			{"profiles/Users/Server/VPPDebugMissions/Debug.a/", map[string]string{"db/types.xml": typesFile("Dead 1")}},
			{"profiles/Trader/", traderFiles},
			{"profiles/ExpansionMod/", marketFiles},
			{"profiles/BattlEye/", banFiles},
		},
		"backups beside": {
			{"mission/", missionFiles},
			{
				"mission/",
				map[string]string{
					"cfgeventspawns - Copy.xml": "<eventposdef><event name=\"Dead\"/></eventposdef>", "cfgeventspawns.xml": "<eventposdef/>",
				},
			},
			{"Trader/", traderFiles},
			{
				"Trader/",
				map[string]string{
					"TraderConfig - Copy.txt": "<Trader> Dead\n<FileEnd>\n", "TraderConfig_old.txt": "<Trader> Dead\n<FileEnd>\n",
					"TraderConfig.txt.bak": tradersText, "TraderObjects - Copy.txt": "<FileEnd>\n",
				},
			},
			{"old/Trader/", map[string]string{"TraderConfig.txt": "<Trader> Dead\n<FileEnd>\n"}},
			{"ExpansionMod/", marketFiles},
			{"BattlEye/", banFiles},
		},
		"notes": {
			{"mission/", missionFiles},
			{"Trader/", traderFiles},
			{"ExpansionMod/", marketFiles},
			{"BattlEye/", banFiles},
			{
				"",
				map[string]string{
					"readme.txt": "<types>\n<type name=\"Dead\">", "changelog.txt": "<!-- 1.2", "notes.txt": "<type",
					"mission/how to.txt": "<?xml broken",
				},
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, backwards := range []bool{false, true} {
				parts := slices.Clone(parts)
				if backwards {
					slices.Reverse(parts)
				}
				var uploads []mission.Upload
				for _, p := range parts {
					uploads = append(uploads, p.uploads()...)
				}
				w := newWorld(t)
				w.readsAll(uploads)
				if got := w.live(); !strings.HasPrefix(got+" ", all) || strings.Contains(got, "Dead") || len(w.rows(record.PlayerLists)) != 1 {
					t.Errorf("backwards %v: the records are %q, want %q", backwards, got, all)
				}
				w.readsItsOwn()
			}
		})
	}
}

// A folder that is called Trader may hold the server whose folder of that name is meant.
func TestTheInnermostTraderFolderCounts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.loadAll(mission.Merge, slices.Concat(part{"mission/", missionFiles}.uploads(), part{
		"trader/my server/Trader/", traderFiles,
	}.uploads())...)
	for name := range traderFiles {
		if place := "profiles/Trader/" + name; !slices.Contains(w.paths(), place) {
			t.Errorf("%s is not among %q", place, w.paths())
		}
	}
}

// readsAll imports files and checks that each of them comes back somewhere, byte for byte, or is left out as a copy of a whole server or
// mission.
func (w world) readsAll(uploads []mission.Upload) {
	w.Helper()
	reports := w.loadAll(mission.Merge, uploads...)
	got := w.generated()
	for i, report := range reports {
		if strings.Contains(report.Path, "VPPDebugMissions") || strings.HasPrefix(report.Path, "old/server_backup/") {
			if report.Status != mission.Skipped || len(report.Warnings) != 1 {
				w.Errorf("%+v", report)
			}
			continue
		}
		w.counts(report)
		if got[report.Path] != string(uploads[i].Data) && !strings.HasSuffix(report.Path, "/cfgeconomycore.xml") {
			w.Errorf("%s comes back as %s: %q", uploads[i].Path, report.Path, got[report.Path])
		}
	}
}

// readsItsOwn checks that what is generated is read again as what is stored.
func (w world) readsItsOwn() {
	w.Helper()
	before := w.generated()
	var uploads []mission.Upload
	for _, path := range slices.Sorted(maps.Keys(before)) {
		uploads = append(uploads, mission.Upload{Path: path, Data: []byte(before[path])})
	}
	for _, report := range w.loadAll(mission.Merge, uploads...) {
		if got := w.counts(report); got[0]+got[1]+got[3] > 0 {
			w.Errorf("%s is read again with the counts %v", report.Path, got)
		}
	}
	if diff := cmp.Diff(before, w.generated()); diff != "" {
		w.Errorf("generated again (-before +after):\n%s", diff)
	}
}

// Nothing is set aside as long as a file is missing that may open it, and what was read stays read.
func TestTraderFilesThatNothingOpens(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.loadAll(mission.Merge, includes[0], includes[2])
	w.loadAll(mission.Merge, includes[1])
	w.holds(includedItems...)
	w.loadAll(mission.Merge, mission.Upload{Path: traderConfig, Data: []byte(tradersText)})
	was := w.traded()
	w.readsItsOwn()
	w.holds(was...)
	report := w.loadAll(mission.Merge, mission.Upload{Path: "TraderConfig (1).txt", Data: []byte(tradersText)})[0]
	if report.Kind != mission.KindOther || report.Path != "profiles/Trader/TraderConfig (1).txt" ||
		!cmp.Equal(mission.Sentences(report.Warnings),
			[]string{"no other file includes it, so the game does not read it; it is stored unchanged"}) {
		t.Errorf("%+v", report)
	}
	w.holds(was...)
}
