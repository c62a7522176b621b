package mission_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

func TestWhatIsOverOrDisabledIsLeftOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.load(mission.Merge, "ban.txt", "A\t//Anna\nB\t//Bert\n")
	w.load(mission.Merge, "bans.txt", "11111111111111111111111111111111 4000000000 later\n22222222222222222222222222222222 1600000000 over\n")
	w.set(record.PlayerLists, "Anna", record.Values{"expires_at": time.Now().Add(-time.Minute).UnixMicro()})
	w.set(record.PlayerLists, "Bert", record.Values{"expires_at": time.Now().Add(time.Hour).UnixMicro()})
	w.says("ban.txt", "B\t//Bert\n")
	w.says("BattlEye/bans.txt", "11111111111111111111111111111111 4000000000 later\n")

	w.load(mission.Merge, "types.xml", typesFile("A 1"))
	sid := record.Instances.SID(w.find(record.Instances, "Test"))
	if _, err := w.db.UpdateInstance(t.Context(), w.scope, sid, record.Values{"use_types_config": int64(0)}); err != nil {
		t.Fatal(err)
	}
	if paths := strings.Join(w.paths(), " "); strings.Contains(paths, "types") {
		t.Errorf("the server keeps its own types: %s", paths)
	}
}

// What only the service knows of a record survives that its file is imported again.
func TestAnImportKeepsWhatFilesDoNotTell(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWorld(t)
		const spawns = `<playerspawnpoints><fresh><generator_posbubbles><pos x="1.5" z="2"/></generator_posbubbles></fresh></playerspawnpoints>`
		w.load(mission.Merge, "cfgplayerspawnpoints.xml", spawns)
		w.load(mission.Merge, "ban.txt", "76561198000000001 //Anna\n")
		w.set(record.PlayerSpawns, "", record.Values{"comment": "North"})
		w.set(record.PlayerLists, "Anna", record.Values{"is_public": int64(1), "steam_name": "anna_1"})
		w.load(mission.Replace, "cfgplayerspawnpoints.xml", spawns)
		w.load(mission.Replace, "ban.txt", "76561198000000001 //Anna - noted\n")
		w.find(record.PlayerSpawns, "North")
		var anna record.PlayerList
		record.PlayerLists.Decode(w.find(record.PlayerLists, "Anna"), &anna)
		if !anna.IsPublic || *anna.SteamName != "anna_1" || *anna.Note != "noted" || *anna.BeID != record.GUID("76561198000000001") {
			t.Errorf("%+v", anna)
		}
	})
}

func TestRecordsOfEveryKindMakeAFileOfTheirOwn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	class := record.InstanceClassnames.ID(w.create(record.InstanceClassnames, record.Values{"name": "Apple"}))
	w.create(record.Types, record.Values{"instance_classname_id": class, "nominal": int64(3)})
	w.create(record.SpawnableTypes, record.Values{"instance_classname_id": class, "source_file": "mods/S.xml", "hoarder": int64(1)})
	w.create(record.Events, record.Values{"name": "LootA"})
	w.create(record.EventSpawns, record.Values{"name": "LootA", "positions": `[{"x":1,"z":2.5,"y":null,"a":null,"group":null}]`})
	w.create(record.RandomPresets, record.Values{"name": "food", "type": "cargo", "chance": 0.5, "items": `[{"name":"Apple","chance":1}]`})
	w.create(record.PlayerSpawns, record.Values{"type": "hop", "x": int64(150), "z": int64(200)})
	w.create(record.Messages, record.Values{"text": "Hello", "onconnect": int64(1)})
	w.create(record.EffectAreas, record.Values{"area_name": "Gas", "radius": int64(5000)})
	w.create(record.PlayerLists, record.Values{"type": "whitelist", "player_id": "X", "name": "Anna"})
	w.create(record.TraderSellers, record.Values{"name": "Food", "position": "[1,2,3]"})
	for path, want := range map[string]string{
		"db/types.xml":             "<nominal>3</nominal>",
		"mods/S.xml":               "<hoarder />",
		"db/events.xml":            `<event name="LootA">`,
		"cfgeventspawns.xml":       `<pos x="1" z="2.5" />`,
		"cfgrandompresets.xml":     `<item name="Apple" chance="1" />`,
		"cfgplayerspawnpoints.xml": `<pos x="1.5" z="2" />`,
		"db/messages.xml":          "<onconnect>1</onconnect>",
		"cfgEffectArea.json":       `"Radius": 50`,
	} {
		if got := w.file(path); !strings.Contains(got, want) {
			t.Errorf("%s lacks %s:\n%s", path, want, got)
		}
	}
	w.says("whitelist.txt", "X\t//Anna\n")
	w.says(traderConfig, "<CurrencyName> #tm_ruble\n<Trader> Food\n<FileEnd>\n")
	w.says(traderObjects, "<TraderMarker>\t0\n<TraderMarkerPosition>\t1, 2, 3\n<FileEnd>\n")
}

// Whatever files are imported and records changed, importing what is generated changes nothing.
func TestWhatIsGeneratedIsWhatIsStored(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	all := samples()
	rapid.Check(t, func(t *rapid.T) {
		for range rapid.IntRange(1, 4).Draw(t, "steps") {
			s := rapid.SampledFrom(all).Draw(t, "sample")
			mode := rapid.SampledFrom([]mission.Mode{mission.Merge, mission.Replace}).Draw(t, "mode")
			text := s.text
			if rapid.Bool().Draw(t, "changed") {
				text = strings.Replace(text, s.old, s.new, 1)
			}
			w.counts(w.load(mode, s.upload, text))
			rows, err := w.db.All(w.Context(), s.resource, w.scope, "")
			if err != nil || len(rows) == 0 {
				continue
			}
			row := rapid.SampledFrom(rows).Draw(t, "row")
			if rapid.Bool().Draw(t, "delete") {
				_, err = w.db.Delete(w.Context(), s.resource, w.scope, s.resource.SID(row))
			} else {
				_, err = w.db.Update(w.Context(), s.resource, w.scope, s.resource.SID(row), s.values)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		before := w.generated()
		for path, text := range before {
			report := w.load(mission.Replace, path, text)
			if got := w.counts(report); got[0]+got[1]+got[3] != 0 {
				t.Fatalf("%s: counts %v of\n%s", path, got, text)
			}
		}
		for path, text := range w.generated() {
			if text != before[path] {
				t.Fatalf("%s changed from\n%s\nto\n%s", path, before[path], text)
			}
		}
	})
}
