package lint

import (
	"errors"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/serverlog"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// saying is a world with a log that says these things.
func saying(w *world, entries ...serverlog.Entry) *world {
	for i := range entries {
		entries[i].Line, entries[i].Count = i+1, 3
	}
	w.Logs = []Log{{Name: "server.RPT", Log: serverlog.Log{Sort: serverlog.RPT, Started: "2026/01/12 18:30:05", Entries: entries}}}
	return w
}

func TestLogRules(t *testing.T) {
	t.Parallel()
	const end = ", server started 2026/01/12 18:30:05)."
	class := func(name string) *record.Type { return &record.Type{Name: name} }
	limited := worldOf(&record.Type{Name: "AKM", UsageIDs: []int64{7}}, class("Axe"))
	limited.Usages = map[int64]reference{7: {Name: "Coast", BuiltIn: true}}
	for name, c := range map[string]struct {
		rule *Rule
		in   *world
		want []string
	}{
		"unknown class": {
			logUnknownClass,
			saying(worldOf(class("AKMM"), class("Axe")), serverlog.Entry{What: serverlog.UnknownClass, Name: "akmm"},
				serverlog.Entry{What: serverlog.UnknownClass, Name: "Gone"}),
			[]string{"AKMM: The server ignores this entry, because it does not know the class: a typo, or a missing mod (server.RPT, " +
				"line 1" + end},
		},
		"a mod's worth": {logUnknownClass, saying(
			worldOf(class("BBP_a"), class("BBP_b"), class("BBP_c"), class("BBP_d"), class("BBP_e"), class("Axe")),
			serverlog.Entry{What: serverlog.UnknownClass, Name: "BBP_a"}, serverlog.Entry{What: serverlog.UnknownClass, Name: "BBP_b"},
			serverlog.Entry{What: serverlog.UnknownClass, Name: "BBP_c"},
			serverlog.Entry{What: serverlog.UnknownClass, Name: "BBP_d"}, serverlog.Entry{What: serverlog.UnknownClass, Name: "BBP_e"}), []string{
			"BBP_a: The server ignores all entries that begin with “BBP_”, because it does not know the classes: their mod is missing or did not " +
				"load (server.RPT, line 1" + end,
			"BBP_b: The server ignores all entries that begin with “BBP_”, because it does not know the classes: their mod is missing or did not " +
				"load (server.RPT, line 2" + end,
			"BBP_c: The server ignores all entries that begin with “BBP_”, because it does not know the classes: their mod is missing or did not " +
				"load (server.RPT, line 3" + end,
			"BBP_d: The server ignores all entries that begin with “BBP_”, because it does not know the classes: their mod is missing or did not " +
				"load (server.RPT, line 4" + end,
			"BBP_e: The server ignores all entries that begin with “BBP_”, because it does not know the classes: their mod is missing or did not " +
				"load (server.RPT, line 5" + end,
		}},
		"absent class": {
			logUnknownClass, saying(worldOf(class("Axe")), serverlog.Entry{What: serverlog.AbsentClass, Name: "Axe"}),
			[]string{"Axe: The server could not create an object of this class (server.RPT, line 1" + end},
		},
		"hidden class": {
			logHiddenClass, saying(worldOf(class("Tree")), serverlog.Entry{What: serverlog.HiddenClass, Name: "Tree"}),
			[]string{"Tree: The server ignores this entry, because the class is not meant to be spawned (its scope is not public) (server.RPT, " +
				"line 1" + end},
		},
		"unknown usage": {
			logUnknownName,
			saying(limited, serverlog.Entry{What: serverlog.UnknownLimit, Name: "coast", Detail: "usage"}, serverlog.Entry{
				What: serverlog.UnknownLimit, Name: "coast", Detail: "value",
			}),
			[]string{"AKM: The server does not know the usage “coast” (server.RPT, line 1" + end},
		},
		"presets": {
			logPreset, saying(
				worldOf(&record.SpawnableType{Name: "ZmbM", Blocks: []record.Block{{Kind: "cargo", Preset: new("food")}}},
					&record.RandomPreset{Name: "optics", Type: "attachments"}),
				serverlog.Entry{What: serverlog.MissingPreset, Name: "food", Detail: "cargo"},
				serverlog.Entry{What: serverlog.MissingPreset, Name: "food", Detail: "attachments"},
				serverlog.Entry{What: serverlog.EmptyPreset, Name: "optics"}),
			[]string{
				"ZmbM: The server has not found the preset “food” for cargo (server.RPT, line 1" + end,
				"optics: The server has found nothing in this preset (server.RPT, line 3" + end,
			},
		},
		"files": {
			logFile, saying(
				worldOf(&record.File{Path: "mods/cars.xml", Kind: "types"}),
				serverlog.Entry{What: serverlog.BrokenFile, Name: "mods/cars.xml", Detail: "Error reading end tag. line 12"},
				serverlog.Entry{What: serverlog.MissingFile, Name: "mods/boats"}),
			[]string{
				"mods/cars.xml: The server could not read mods/cars.xml, so the game ignores it: Error reading end tag. line 12 " +
					"(server.RPT, line 1" + end,
				"Test: The server has not found mods/boats, perhaps because .xml is missing at the end of its name (server.RPT, line 2" + end,
			},
		},
		"events": {
			logEvent, saying(
				worldOf(&record.Event{Name: "VehicleJeep"}, &record.EventSpawn{Name: "VehicleJeep"}, &record.EventSpawn{Name: "VehicleTram"}),
				serverlog.Entry{What: serverlog.UnknownChild, Name: "VehicleJeep", Detail: "Jeep"},
				serverlog.Entry{What: serverlog.TooMuchLoot, Name: "VehicleJeep", Detail: "Crate"},
				serverlog.Entry{What: serverlog.UnknownEvent, Name: "VehicleJeep"}, serverlog.Entry{What: serverlog.UnknownEvent, Name: "VehicleTram"}),
			[]string{
				"VehicleJeep: The server could not create the child “Jeep”, because it does not know the class (server.RPT, line 1" + end,
				"VehicleJeep: lootmax of the child “Crate” is more than its containers hold (server.RPT, line 2" + end,
				"VehicleJeep: The server has skipped these positions, because it has no event of this name (server.RPT, line 3" + end,
			},
		},
		"what follows from a broken file": {logEvent, saying(
			worldOf(&record.Event{Name: "VehicleJeep"}, &record.File{Path: "db/types.xml", Kind: "types"}),
			serverlog.Entry{What: serverlog.BrokenFile, Name: "db/types.xml"},
			serverlog.Entry{What: serverlog.UnknownChild, Name: "VehicleJeep", Detail: "Jeep"}), nil},
		"hard to place": {
			logHardToPlace, saying(worldOf(class("Tent")), serverlog.Entry{What: serverlog.HardToPlace, Name: "Tent"}),
			[]string{"Tent: The server has found no free place 3 times: nominal is too high for the places of its usages, values and tags " +
				"(server.RPT, line 1" + end},
		},
		"failed start": {
			logFailedStart, saying(worldOf(), serverlog.Entry{What: serverlog.FailedStart, Name: "World", Detail: "Unknown type 'eAIBase'"}),
			[]string{"Test: The server could not start, because the scripts of a mod do not compile: Unknown type 'eAIBase'. A mod that it needs " +
				"is missing, or loaded after it (server.RPT, line 1" + end},
		},
		"damaged object": {
			logDamagedObject, saying(worldOf(class("Barrel")), serverlog.Entry{What: serverlog.DamagedObject, Name: "Barrel"}),
			[]string{"Barrel: Saved objects of this class could not be loaded: its mod has changed since they were saved (server.RPT, line 1" + end},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			try(t, c.rule, c.in, c.want...)
		})
	}
}

// TestLogsOfAnInstance holds that the last log of each sort counts until it is dismissed, for records that have not changed since.
func TestLogsOfAnInstance(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) {
		c := newChecked(t, db)
		akm := c.loot("AKM", 5, 1)
		c.loot("Axe", 5, 1)
		const head, ignored = "Current time:  2026/01/12 18:30:05\n", "18:30:07.5 !!! [CE][offlineDB] :: Type 'CLASS' will be ignored. (Type " +
			"does not exist. (Typo?))\n"
		add := func(name, text string) Log {
			log, err := c.AddLog(t.Context(), c.scope, name, strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			return log
		}
		add("old.RPT", head+strings.ReplaceAll(ignored, "CLASS", "AKM"))
		const finding = ": The server ignores this entry, because it does not know the class: a typo, or a missing mod (new.RPT, " +
			"line 2, server started 2026/01/12 18:30:05)."
		c.check() // is remembered
		last := add("new.RPT", head+strings.ReplaceAll(ignored, "CLASS", "Axe")+strings.ReplaceAll(ignored, "CLASS", "AKM"))
		c.finds("Axe"+finding, "AKM"+strings.ReplaceAll(finding, "line 2", "line 3"))
		if _, err := db.Update(t.Context(), record.Types, c.scope, akm, record.Values{"nominal": int64(6)}); err != nil {
			t.Fatal(err)
		}
		if err := db.Tx(t.Context(), func(tx *store.Tx) error { // times are whole seconds
			_, err := tx.Exec(t.Context(), `UPDATE types SET updated_at = updated_at + 1000000 WHERE sid = $1`, akm)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		c.finds("Axe" + finding)
		add("script.log", "SCRIPT       : Registered\n")
		stranger := store.Scope{UserID: storetest.User(t, db), InstanceID: c.scope.InstanceID}
		_, added := c.AddLog(t.Context(), stranger, "x.RPT", strings.NewReader(head))
		for _, err := range []error{added, c.DismissLog(t.Context(), stranger, last.SID)} {
			if !errors.Is(err, store.ErrNotFound) {
				t.Error(err)
			}
		}
		if list, err := c.Logs(t.Context(), c.scope); err != nil || len(list) != 2 || list[1].Name != "new.RPT" || len(list[1].Entries) != 2 {
			t.Errorf("%+v, %v", list, err)
		}
		if err := c.DismissLog(t.Context(), c.scope, last.SID); err != nil {
			t.Fatal(err)
		}
		c.finds()
	})
}
