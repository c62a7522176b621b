package serverlog

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// rpt is the head of an RPT, in the layout of the game.
const rpt = `=====================================================================
== C:\Users\ada\DayZ\DayZServer_x64.exe
== C:\Users\ada\DayZ\DayZServer_x64.exe -config=C:\Users\ada\serverDZ.cfg "-mod=@CF;@Some Mod"
=====================================================================
Exe timestamp: 2026/01/10 10:00:00
Current time:  2026/01/12 18:30:05
Version 1.28.160123
=====================================================================

`

func read(t *testing.T, text string) Log {
	t.Helper()
	log, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return log
}

func TestEntries(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]Entry{
		"!!! [CE][offlineDB] :: Type 'Mod_Rifle' will be ignored. (Type does not exist. (Typo?))": {
			What: UnknownClass, Name: "Mod_Rifle",
		},
		"!!! [CE][offlineDB] :: Type 'SnowTree' will be ignored. (Not spawnable. (Scope is not public?))": {
			What: HiddenClass, Name: "SnowTree",
		},
		"!!! [CE] :: Unknown usage: 'Civilian'.": {
			What: UnknownLimit, Name: "Civilian", Detail: "usage",
		},
		"!!! [CE] :: Unknown value: 'Tier7'.": {
			What: UnknownLimit, Name: "Tier7", Detail: "value",
		},
		"[CE] :: WARNING :: Preset (attachments) with name 'lampsHead' was not found.": {
			What: MissingPreset, Name: "lampsHead", Detail: "attachments",
		},
		`[CE] :: WARNING :: Preset map "scopes" is EMPTY.`: {
			What: EmptyPreset, Name: "scopes",
		},
		`!!! File "DZ\worlds\chernarusplus\ce\ModTypes/cars" does not exist...`: {
			What: MissingFile, Name: "ModTypes/cars",
		},
		"!!! [CE][DE] (VehicleJeep) :: Unable to create child (ModJeep_Blue) as the type does not exist.": {
			What: UnknownChild, Name: "VehicleJeep", Detail: "ModJeep_Blue",
		},
		`!!! [CE][DE] DynamicEvent "StaticTank" has <limit> 'child' or 'mixed', but all <child max> are set to 0.`: {
			What: NoChildCount, Name: "StaticTank",
		},
		`[DynEvent] "jeep_event" will be ignored :: failed to determine spawner type!`: {
			What: NoSpawner, Name: "jeep_event",
		},
		"!!! [CE][DE][SPAWNS] :: [WARNING] :: Skipping entry for non-existing event 'VehicleTram'.": {
			What: UnknownEvent, Name: "VehicleTram",
		},
		`!!! [CE][VehicleRespawner] (PRIBoat) :: Respawning: "VehicleBoat" - Failed to spawn the requested amount (1 < 3) within 9 attempts.`: {
			What: TooFewPlaces, Name: "VehicleBoat",
		},
		"[CE][SpawnRandomLoot] (StaticCrate) :: Type: Wooden_Crate_DE :: !!! Sum of container LootMax is lower than event " +
			"child LootMax (4 < 8)": {
			What: TooMuchLoot, Name: "StaticCrate", Detail: "Wooden_Crate_DE",
		},
		"[CE][SpawnRandomLoot] (StaticCrate) :: Type: Wooden_Crate_DE :: !!! Wanting to spawn more loot than possible (5 > 4)": {
			What: TooMuchLoot, Name: "StaticCrate", Detail: "Wooden_Crate_DE",
		},
		`[CE][LootRespawner] (PRIDummy) :: Item [12] causing search overtime: "BigTent"`:             {What: HardToPlace, Name: "BigTent"},
		`[CE][LootRespawner] (PRIDummy) :: Item [12] is hard to place, performance drops: "BigTent"`: {What: HardToPlace, Name: "BigTent"},
		`!!! Scripted variables corrupted upon "ModBarrel"`:                                          {What: DamagedObject, Name: "ModBarrel"},
		"Cannot create non-ai vehicle ModLamp,":                                                      {What: AbsentClass, Name: "ModLamp"},
		"Cannot create entity with abstract type ModBase (scope = private?)":                         {What: AbsentClass, Name: "ModBase"},
		"unable to create magazine Mag_Mod_60Rnd":                                                    {What: AbsentClass, Name: "Mag_Mod_60Rnd"},
	} {
		for _, stamp := range []string{"18:30:07.5 ", " 9:05:01.123 ", ""} {
			log := read(t, rpt+stamp+line+"\r\n"+stamp+line+"\n")
			want.Line, want.Count = 10, 2
			if diff := cmp.Diff([]Entry{want}, log.Entries); diff != "" {
				t.Errorf("%s (-want +got):\n%s", stamp+line, diff)
			}
		}
	}
}

func TestBrokenFiles(t *testing.T) {
	t.Parallel()
	log := read(t, rpt+`
18:30:09.1 !!! [ERROR][XML] :: load [$CurrentDir:mpmissions\My.chernarusplus\db/types.xml] failed
18:30:09.1 !!! [ERROR][XML] :: Error reading end tag. line 1231
18:30:09.1 !!! [CE][offlineDB] :: Failed to read types file 'db/types.xml'.
18:30:09.2 !!! [ERROR][XML] :: load [$CurrentDir:mpmissions\My.chernarusplus\mods/cars] failed
18:30:09.2 !!! [ERROR][XML] :: Failed to open file
18:30:09.2 !!! [CE][offlineDB] :: Failed to read types file 'mods/cars'.
18:30:09.3 !!! [CE][offlineDB] :: Wrong xml format of file 'db/events.xml'.
18:30:09.4 [CE][Hive] :: Init sequence finished.
18:30:10.1 SCRIPT    (E): [::JsonLoadFile] :: [ERROR] :: Cannot load data from "$profile:\Shop\Prices.json":
18:30:10.1   JSON ERROR:
18:30:10.1   Invalid value.
18:30:10.2 SCRIPT    (E): [::SpawnObjects] :: [ERROR] :: File "$mission:custom/base.json" does not exist, check the provided path
18:30:10.3 SCRIPT    (E): [::LoadData] :: [ERROR] :: Cannot load data from "C:\Users\ada\DayZ\cfg.json":
`)
	want := []Entry{
		{What: BrokenFile, Name: "db/types.xml", Detail: "Error reading end tag. line 1231", Line: 11, Count: 1},
		{What: MissingFile, Name: "mods/cars", Line: 14, Count: 1},
		{What: BrokenFile, Name: "db/events.xml", Line: 17, Count: 1},
		{What: BrokenFile, Name: "Shop/Prices.json", Detail: "Invalid value", Line: 19, Count: 1},
		{What: MissingFile, Name: "custom/base.json", Line: 22, Count: 1},
		{What: BrokenFile, Name: "cfg.json", Line: 23, Count: 1},
	}
	if diff := cmp.Diff(want, log.Entries); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestCrashLog(t *testing.T) {
	t.Parallel()
	log := read(t, `---------------------------------------------
Log C:\Users\ada\profiles\crash_2026-01-12_18-27-17.log started at 12.01. 18:27:22


------------------------------------
ADAS-PC, 12.01 2026 18:27:22
Can't compile "World" script module!

SomeMod/Scripts/4_World/a\com2.c(10): Unknown type 'eAIBase'

Runtime mode
`)
	want := Log{
		Sort: Crash, Started: "12.01. 18:27:22", Size: log.Size,
		Entries: []Entry{{What: FailedStart, Name: "World", Detail: "Unknown type 'eAIBase'", Line: 7, Count: 1}},
	}
	if diff := cmp.Diff(want, log); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestHead(t *testing.T) {
	t.Parallel()
	if log := read(t,
		rpt); log.Sort != RPT || log.Started != "2026/01/12 18:30:05" || log.Version != "1.28.160123" || log.Size != int64(len(rpt)) {
		t.Errorf("%+v", log)
	}
	if log := read(t,
		"SCRIPT       : Registered 1 action\nSCRIPT    (E): NULL pointer to instance\n"); log.Sort != Script || len(log.Entries) > 0 {
		t.Errorf("%+v", log)
	}
	for _, text := range []string{"", "<types>\n</types>\n", "Current time: now\n", strings.Repeat("\x00", 100_000)} {
		if _, err := Read(strings.NewReader(text)); !errors.Is(err, ErrNoLog) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

// TestBounds holds that neither long lines nor many entries take memory.
func TestBounds(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString(rpt + strings.Repeat("x", 3*maxLine) + "\n")
	for i := range maxEntries + 10 {
		fmt.Fprintf(&b, "18:30:07.5 !!! [CE][offlineDB] :: Type 'Class_%d' will be ignored. (Type does not exist. (Typo?))\n", i)
	}
	log := read(t, b.String())
	if len(log.Entries) != maxEntries || log.Entries[0].Name != "Class_0" || log.Entries[0].Line != 11 || log.Size != int64(b.Len()) {
		t.Errorf("%d entries of %d bytes, first %+v", len(log.Entries), log.Size, log.Entries[0])
	}
}

// TestNothingOfPlayersIsKept holds that lines with players, addresses or folders of the machine leave nothing behind.
func TestNothingOfPlayersIsKept(t *testing.T) {
	t.Parallel()
	log := read(t, rpt+`
18:31:00.1 Player "Ada" is connected (id=8wq7Qp0TnC1Gv5mYc3a9dXe2sK4hZ6rB0LuJfNtVgOM=)
18:31:00.2     Identity: playerID = 1 , charID = 1
18:31:00.3 Player Ada (76561198000000001) kicked from 192.0.2.7
18:31:00.4 SCRIPT    (E): [::JsonLoadFile] :: [ERROR] :: Cannot load data from "$profile:Players\76561198000000001.json":
18:31:00.5 !!! [CE][Spawn] Character "SurvivorF_Linda" at 100.0, 200.0
`)
	if len(log.Entries) > 0 {
		t.Errorf("%+v", log.Entries)
	}
}

// TestGenuineLogs reads logs of servers, which are no part of the project.
func TestGenuineLogs(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../../../shared/data/server-files/logs/*/*.txt")
	if err != nil || len(paths) == 0 {
		t.Skip("the genuine logs are not beside the project: ", err)
	}
	private := regexp.MustCompile(`(?i)7656119|users|desktop|steamlibrary|[a-z]:[\\/]`)
	for _, path := range paths {
		in, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		log, err := Read(in)
		if err != nil || len(log.Entries) == 0 {
			t.Errorf("%s: %+v, %v", path, log, err)
		}
		for _, e := range log.Entries {
			if private.MatchString(e.Name + " " + e.Detail) {
				t.Errorf("%s: %+v", path, e)
			}
		}
		t.Logf("%s: %s %s %s, %d entries", filepath.Base(path), log.Sort, log.Started, log.Version, len(log.Entries))
	}
}

func BenchmarkRead(b *testing.B) {
	text := rpt + strings.Repeat("18:30:07.5 [CE][Storage] Restoring file \"dynamic_003.002\" 120 items.\n18:30:07.6 !!! Wrong inventory "+
		"shape=\"a\", proxyType=\"b\"\n", 10_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Read(strings.NewReader(text)); err != nil {
			b.Fatal(err)
		}
	}
}
