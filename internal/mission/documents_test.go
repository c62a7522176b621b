package mission_test

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// profile is where the mod keeps its files outside of the mission.
const profile = "profiles/ExpansionMod/"

func TestExpansionFilesBecomeRecords(t *testing.T) {
	t.Parallel()
	const (
		settings = `{"m_Version":16,"EnableAutoRun":1}`
		category = `{"m_Version":12,"DisplayName":"Ammo","Items":[{"ClassName":"ammo_22"}]}`
		trader   = `{"m_Version":13,"TraderIcon":"Gun","Categories":["Ammo:1"],"Items":{}}`
		zone     = `{"m_Version":6,"Position":[1.0,0.0,2.0],"Radius":100.0,"BuyPricePercent":100.0,"Stock":{"ammo_22":3}}`
		loadout  = `{"ClassName":"","InventoryAttachments":[],"Sets":[]}`
	)
	tests := []struct {
		name, path, text string
		want             string // the path of the file
		kind             mission.Kind
	}{
		{
			"settings of the profile", profile + "Settings/generalsettings.json", settings, profile + "Settings/generalsettings.json",
			"expansion-general",
		},
		{
			"settings of another profile folder", "Server/config/ExpansionMod/Settings/GeneralSettings.json", settings,
			profile + "Settings/GeneralSettings.json", "expansion-general",
		},
		{
			"settings of the mission", missionFolder + "expansion/settings/MarketSettings.json", `{"MaxVehicleDistanceToTrader":1.0}`,
			missionFolder + "expansion/settings/MarketSettings.json", "expansion-market",
		},
		{"loose settings", "GeneralSettings.json", settings, profile + "Settings/GeneralSettings.json", "expansion-general"},
		{"a category", profile + "Market/Ammo.json", category, profile + "Market/Ammo.json", "market-category"},
		{"a folder of categories", "Market/Ammo.json", category, profile + "Market/Ammo.json", "market-category"},
		{"a loose category", "Ammo.json", category, profile + "Market/Ammo.json", "market-category"},
		{"a trader", "ExpansionMod/Traders/Gun.json", trader, profile + "Traders/Gun.json", "market-trader"},
		{"a loose trader", "Gun.json", trader, profile + "Traders/Gun.json", "market-trader"},
		{"a loose zone", "World.json", zone, missionFolder + "expansion/traderzones/World.json", "market-trader-zone"},
		{"a loose loadout", "Guard.json", loadout, profile + "Loadouts/Guard.json", "ai-loadout"},
		{"notes among the categories", profile + "Market/Notes.json", `{"note":1}`, profile + "Market/Notes.json", mission.KindOther},
		{"a category without a name", profile + "Market/ .json", category, profile + "Market/ .json", mission.KindOther},
		{
			"settings of another mod", profile + "Settings/SpatialSettings.json", `{"Spatial":1}`, profile + "Settings/SpatialSettings.json",
			mission.KindOther,
		},
		{
			"a stale copy in the mission", missionFolder + "expansion/settings/GeneralSettings.json", settings,
			missionFolder + "expansion/settings/GeneralSettings.json", mission.KindOther,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			text := "\ufeff" + strings.ReplaceAll(tt.text, ",", ",\r\n\t")
			report := w.load(mission.Merge, tt.path, text)
			if report.Status != mission.Imported || report.Kind != tt.kind || report.Path != tt.want {
				t.Fatalf("%+v", report)
			}
			if got := w.serverFile(tt.want); got != text {
				t.Errorf("it came back as %q", got)
			}
		})
	}
}

// Letters that the database does not fold are letters of a name like others.
func TestNamesInOtherAlphabets(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		scope, _ := storetest.Instance(t, db, storetest.User(t, db))
		w := world{t, db, scope, mission.New(db)}
		for _, name := range []string{"Оружие", "ÄrzteX", "A"} {
			created := w.load(mission.Merge, profile+"Market/"+name+".json", `{"m_Version":12,"DisplayName":"1","Items":[]}`)
			updated := w.load(mission.Merge, name+".json", `{"m_Version":12,"DisplayName":"2","Items":[]}`)
			if created.Created != 1 || updated.Updated != 1 || updated.Path != created.Path {
				t.Errorf("%+v\n%+v", created, updated)
			}
		}
	})
}

// A NUL character in the text that a record shows does not keep a file from being read.
func TestTheNULCharacterInADocument(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		scope, _ := storetest.Instance(t, db, storetest.User(t, db))
		w := world{t, db, scope, mission.New(db)}
		for file, text := range map[string]string{
			profile + "Market/Odd.json":  `{"m_Version":12,"DisplayName":"a\u0000b","Items":[{"ClassName":"\u0000"}]}`,
			profile + "Traders/Odd.json": `{"TraderIcon":"\u0000","DisplayName":"a\u0000b","Items":{"\u0000":1}}`,
			missionFolder + "expansion/traderzones/Odd.json": `{"m_DisplayName":"a\u0000b","Position":[1,2,3],"Radius":1,"BuyPricePercent":1,` +
				`"Stock":{}}`,
		} {
			report := w.load(mission.Merge, file, text)
			if got := w.serverFile(file); report.Created != 1 || got != text {
				t.Errorf("%+v\n%s", report, got)
			}
		}
	})
}

func TestBrokenExpansionFilesAreKept(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		const broken = "{\n\"Items\": [\n,]}"
		report := w.load(mission.Merge, profile+"Market/Ammo.json", broken)
		if report.Status != mission.Failed || !report.Kept || !strings.HasPrefix(mission.Sentence(report.Error), "line 3, column 1: ") {
			t.Errorf("%+v", report)
		}
		if got := w.serverFile(profile + "Market/Ammo.json"); got != broken {
			t.Errorf("generated %q", got)
		}
	})
}

// A record made by hand lies beside the files that were imported, and a renamed one takes its file along.
func TestWhereExpansionFilesAreWritten(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.load(mission.Merge, "S/mpmissions/dayzOffline.chernarusplus/init.c", "")
	w.loadAll(mission.Merge,
		mission.Upload{Path: "S/mpmissions/dayzOffline.chernarusplus/init.c"},
		mission.Upload{Path: "S/sc/ExpansionMod/Traders/Gun.json", Data: []byte(`{"TraderIcon":"Gun"}`)})
	for _, made := range []struct {
		res  *record.Resource
		name string
	}{{record.MarketTraders, "Food"}, {record.TraderZones, "World"}, {record.AILoadouts, "Guard"}, {record.ExpansionSettings, "raid"}} {
		values := record.Values{made.res.Title.Name: made.name}
		if _, err := w.db.Create(t.Context(), made.res, w.scope, values); err != nil {
			t.Fatal(err)
		}
	}
	w.set(record.MarketTraders, "Gun", record.Values{"name": "Guns"})
	want := []string{
		"cfgeconomycore.xml", "expansion/traderzones/World.json", "init.c", "profiles/ExpansionMod/Loadouts/Guard.json",
		"profiles/ExpansionMod/Settings/RaidSettings.json",
		"sc/ExpansionMod/Traders/Food.json", "sc/ExpansionMod/Traders/Guns.json",
	}
	if diff := cmp.Diff(want, w.paths()); diff != "" {
		t.Error(diff)
	}
}

// A value that changes is the only thing in its file that does.
func TestAChangeOfADocumentKeepsTheRest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const text = "{\n\t\"m_Version\": 12,\n\t\"Mistyped Key\" : 1.50,\n\t\"DisplayName\": \"Ammo\",\n\t\"Items\": [\n\t\t{\"ClassName\": " +
		"\"a\", \"SellPricePercent\": -1.00, \"MaxPriceThreshold\": 10}\n\t]\n}\n"
	w.load(mission.Merge, "Ammo.json", text)
	w.set(record.MarketCategories, "Ammo", record.Values{"document": strings.Replace(text, "10", "11", 1)})
	if diff := cmp.Diff(strings.Replace(text, "10", "11", 1), w.serverFile(profile+"Market/Ammo.json")); diff != "" {
		t.Error(diff)
	}
	row := w.find(record.MarketCategories, "Ammo")
	if row[record.MarketCategories.Index("display_name")] != "Ammo" || row[record.MarketCategories.Index("items_count")] != int64(1) {
		t.Errorf("%v", row)
	}
}

// fromAnywhere are the folders of genuine files of the mod, by where they lie on a server.
var fromAnywhere = map[string]string{
	"expansion/omniv1/profiles":   "S/profiles",
	"expansion/omniv1/mpmissions": "S/mpmissions",
	"expansion/eschuderer/config": "S/config",
}

// Every genuine file of the mod comes back byte for byte, from its place on a server and also when it is imported alone.
func TestGenuineExpansionFilesComeBackByteForByte(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	service, user := mission.New(db), storetest.User(t, db)
	kinds := map[mission.Kind]int{}
	for folder, place := range fromAnywhere {
		for _, u := range genuineFolder(t, folder) {
			onServer := []mission.Upload{{Path: "S/" + missionFolder + "init.c"}, {Path: path.Join(place, u.Path), Data: u.Data}}
			for _, uploads := range [][]mission.Upload{onServer, {{Path: path.Base(u.Path), Data: u.Data}}} {
				scope, _ := storetest.Instance(t, db, user)
				w := world{t, db, scope, service}
				reports := w.loadAll(mission.Merge, uploads...)
				report := reports[len(reports)-1]
				if report.Status != mission.Imported {
					t.Fatalf("%s: %+v", u.Path, report)
				}
				kinds[report.Kind]++
				if got := w.serverFile(report.Path); got != string(u.Data) {
					t.Errorf("%s came back changed as %s", u.Path, report.Path)
				}
			}
		}
	}
	t.Logf("files that came back byte for byte, each by its place and alone: %v; other files: none", kinds)
}

func TestAGenuineExpansionServerComesBackAsAWhole(t *testing.T) {
	t.Parallel()
	var server []mission.Upload
	for _, folder := range []string{"profiles", "mpmissions"} {
		for _, u := range genuineFolder(t, "expansion/omniv1/"+folder) {
			server = append(server, mission.Upload{Path: "Server/" + folder + "/" + u.Path, Data: u.Data})
		}
	}
	server = append(server, mission.Upload{
		Path: "Server/" + missionFolder + "cfgeconomycore.xml", Data: genuine(t, "vanilla-ce/chernarusplus/cfgeconomycore.xml"),
	})
	w := newWorld(t)
	for range 2 {
		reports := w.loadAll(mission.Merge, server...)
		if i := slices.IndexFunc(reports, func(r mission.Report) bool { return r.Status != mission.Imported }); i >= 0 {
			t.Fatalf("%+v", reports[i])
		}
		checkTree(w, server, "Server/")
	}
}

// A name of which only the letter case changes takes the content along.
func TestAFileThatChangesItsLetterCase(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const text = `{"TraderIcon":"Gun"}`
	w.load(mission.Merge, profile+"Traders/Gun.json", text)
	w.set(record.MarketTraders, "Gun", record.Values{"name": "gun"})
	if got := w.serverFile(profile + "Traders/gun.json"); got != text {
		t.Errorf("it is written as %q", got)
	}
}
