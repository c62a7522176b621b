package mission_test

import (
	"strings"
	"testing"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

// Copies that the game does not load have no records, whether they come with the files that they are copies of or later.
func TestCopiesAreNoRecords(t *testing.T) {
	t.Parallel()
	const core = `<economycore><ce folder="db"><file name="types_old.xml" type="types"/></ce></economycore>`
	w := newWorld(t)
	uploads := []mission.Upload{
		{Path: missionFolder + "db/types.xml", Data: []byte(typesFile("A 1"))},
		{Path: missionFolder + "cfgeconomycore.xml", Data: []byte(core)},
		{Path: missionFolder + "db/types_old.xml", Data: []byte(typesFile("Loaded 1"))},
	}
	copies := map[string]string{ // and what they are copies of
		"db/types - Copy.xml": "db/types.xml", "old/types.xml": "db/types.xml", "db/types.xml.bak": "db/types.xml",
		"db/events (2).xml": "db/events.xml",
	}
	for path := range copies {
		uploads = append(uploads, mission.Upload{Path: missionFolder + path, Data: []byte(typesFile("B 2"))})
	}
	for _, report := range w.loadAll(mission.Merge, uploads...) {
		of, isCopy := copies[strings.TrimPrefix(report.Path, missionFolder)]
		told := strings.Contains(strings.Join(mission.Sentences(report.Warnings), "\n"), "is a copy of "+of)
		if isCopy && (!told || report.Kind != mission.KindOther || report.Status != mission.Imported) || !isCopy &&
			(told || report.Kind == mission.KindOther) {
			t.Errorf("%+v", report)
		}
	}
	for path, of := range copies {
		if f := w.row(missionFolder + path); f.Kind != mission.KindOther || of != "db/events.xml" && f.CopyOf != missionFolder+of {
			t.Errorf("%s: %+v", path, f)
		}
	}
	w.find(record.Types, "A")
	w.find(record.Types, "Loaded")
	w.save(missionFolder+"types (3).xml", typesFile("C 3"), false)
	w.loadAll(mission.Merge, mission.Upload{Path: "profiles/Trader/guides/a.txt", Data: []byte("hello")})
	if f := w.row("profiles/Trader/guides/a.txt"); !f.Note || w.row("ban.txt").Note {
		t.Errorf("%+v", f)
	}
	if names := w.names(record.Types); len(names) != 2 {
		t.Errorf("%v", names)
	}
}

// A copy that cannot be read is no error: not in the report, not in the list, not as text. One that cfggameplay.json names is no copy.
func TestBrokenCopies(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		w.load(mission.Merge, missionFolder+"cfggameplay.json", `{"WorldsData":{"playerRestrictedAreaFiles":["./custom/area_old.json"]}}`)
		for _, path := range []string{"custom/area.json", "db/types.xml", "db/globals.xml"} {
			w.load(mission.Merge, missionFolder+path, map[bool]string{true: "{}", false: typesFile("A 1")}[strings.HasSuffix(path, "json")])
		}
		for _, path := range []string{
			"db/globals_old.xml", "custom/area - Copy.json", "backup/types.xml", "db/types.xml.bak", "custom/area_old.json",
		} {
			report := w.load(mission.Merge, missionFolder+path, "<a>\n<b></a>")
			f, text := w.row(missionFolder+path), w.text(missionFolder+path)
			if path == "custom/area_old.json" {
				if report.Status != mission.Failed || !f.Broken || !text.Broken || !text.Problems[0].IsError {
					t.Errorf("%+v\n%+v\n%+v", report, f, text)
				}
				continue
			}
			if report.Status != mission.Imported || len(report.Warnings) == 0 || f.Broken || f.CopyOf == "" || text.Broken ||
				len(text.Problems) > 0 && text.Problems[0].IsError {
				t.Errorf("%s: %+v\n%+v\n%+v", path, report, f, text)
			}
			checked, err := w.service.CheckText(t.Context(), w.scope, mission.TextEdit{Path: missionFolder + path, Text: "<c>\n<d></c>"})
			if err != nil || checked.Broken {
				t.Errorf("%s: %v, %+v", path, err, checked)
			}
			w.saveText(missionFolder+path, "<c>\n<d></c>")
			if f := w.row(missionFolder + path); f.Broken {
				t.Errorf("%s: %+v", path, f)
			}
		}
	})
}

// A copy that cfggameplay.json names is no copy, and files that the mod reads by their folder are none either.
func TestCopiesThatAreRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.loadAll(mission.Merge,
		mission.Upload{
			Path: missionFolder + "cfggameplay.json", Data: []byte(`{"WorldsData":{"objectSpawnersArr":["custom/objects_old.json"]}}`),
		},
		mission.Upload{Path: missionFolder + "custom/objects.json", Data: []byte(`{}`)},
		mission.Upload{Path: missionFolder + "custom/objects_old.json", Data: []byte(`{}`)},
		mission.Upload{Path: missionFolder + "custom/objects_bak.json", Data: []byte(`{}`)},
		mission.Upload{Path: "profiles/ExpansionMod/Market/Ammo.json", Data: []byte(`{"m_Version":12,"DisplayName":"A","Items":[]}`)},
		mission.Upload{Path: "profiles/ExpansionMod/Market/Ammo - Copy.json", Data: []byte(`{"m_Version":12,"DisplayName":"B","Items":[]}`)},
	)
	if f := w.row(missionFolder + "custom/objects_old.json"); f.CopyOf != "" {
		t.Errorf("%+v", f)
	}
	if f := w.row(missionFolder + "custom/objects_bak.json"); f.CopyOf != missionFolder+"custom/objects.json" {
		t.Errorf("%+v", f)
	}
	w.find(record.MarketCategories, "Ammo - Copy")
}
