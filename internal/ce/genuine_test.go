package ce_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/ce"
	"quartermaster/internal/textfile"
)

// genuineFolder holds files of real servers beside the project. They are no part of it.
const genuineFolder = "../../../shared/data"

// genuineFiles returns the genuine files of a kind; it skips the test where there are none.
func genuineFiles(t testing.TB, kind ce.FileType) map[string][]byte {
	t.Helper()
	if _, err := os.Stat(genuineFolder); err != nil {
		t.Skip("genuine server files are not beside the project: ", err)
	}
	files := map[string][]byte{}
	err := filepath.WalkDir(genuineFolder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".xml") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		found, err := ce.Detect(path, data)
		if found == kind {
			files[strings.TrimPrefix(path, genuineFolder)] = data
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("no genuine file is of kind %q", kind)
	}
	return files
}

func TestGenuineTypesSurvive(t *testing.T) {
	t.Parallel()
	for path, data := range genuineFiles(t, ce.TypesFile) {
		file := parseTypes(t, data)
		if got := writeTypes(t, file.Skeleton, partsOf(file)); !bytes.Equal(got, data) {
			t.Errorf("%s: not byte-identical after reading and writing", path)
		}
		for _, warning := range file.Warnings {
			t.Errorf("%s: warning %v", path, warning)
		}
	}
}

func TestGenuineEventsSurvive(t *testing.T) {
	t.Parallel()
	for path, data := range genuineFiles(t, ce.EventsFile) {
		file := parseEvents(t, data)
		if got := writeEvents(t, file.Skeleton, partsOf(file)); !bytes.Equal(got, data) {
			t.Errorf("%s: not byte-identical after reading and writing", path)
		}
		for _, warning := range file.Warnings {
			t.Errorf("%s: warning %v", path, warning)
		}
	}
}

// Every vanilla file has the canonical layout, so that its values alone give it back.
func TestVanillaFilesAreWrittenAfresh(t *testing.T) {
	t.Parallel()
	for path, data := range genuineFiles(t, ce.TypesFile) {
		if !strings.Contains(path, "vanilla") {
			continue
		}
		if got := writeTypes(t, textfile.Skeleton{}, freshParts(parseTypes(t, data))); !bytes.Equal(got, data) {
			t.Errorf("%s: written afresh it differs: %s", path, firstDifference(got, data))
		}
	}
	for path, data := range genuineFiles(t, ce.EventsFile) {
		if !strings.Contains(path, "vanilla") {
			continue
		}
		if got := writeEvents(t, textfile.Skeleton{}, freshParts(parseEvents(t, data))); !bytes.Equal(got, data) {
			t.Errorf("%s: written afresh it differs: %s", path, firstDifference(got, data))
		}
	}
}

func TestGenuineTypesChangeOneLine(t *testing.T) {
	t.Parallel()
	for path, data := range genuineFiles(t, ce.TypesFile) {
		file := parseTypes(t, data)
		for _, i := range []int{0, len(file.Entries) / 2, len(file.Entries) - 1} {
			parts := partsOf(file)
			if parts[i].Value.Nominal == nil {
				continue
			}
			parts[i].Value.Nominal = ptr(int64(987))
			if n := changedLines(data, writeTypes(t, file.Skeleton, parts)); n != 1 {
				t.Errorf("%s: a new nominal of entry %d changed %d lines", path, i, n)
			}
		}
	}
}

func TestGenuineEventsChangeOneLine(t *testing.T) {
	t.Parallel()
	for path, data := range genuineFiles(t, ce.EventsFile) {
		file := parseEvents(t, data)
		for i := range file.Entries {
			parts := partsOf(file)
			parts[i].Value.Active = ptr(!*parts[i].Value.Active)
			if n := changedLines(data, writeEvents(t, file.Skeleton, parts)); n != 1 {
				t.Errorf("%s: switching event %d changed %d lines", path, i, n)
			}
			if len(file.Entries[i].Value.Children) == 0 {
				continue
			}
			parts = partsOf(file)
			parts[i].Value.Children = append([]ce.Child{}, parts[i].Value.Children...)
			parts[i].Value.Children[0].Max = ptr(int64(77))
			if n := changedLines(data, writeEvents(t, file.Skeleton, parts)); n != 1 {
				t.Errorf("%s: a new max of a child of event %d changed %d lines", path, i, n)
			}
		}
	}
}

func TestGenuineEconomyCoreSurvives(t *testing.T) {
	t.Parallel()
	for path, data := range genuineFiles(t, ce.EconomyCoreFile) {
		core, warnings, err := ce.ParseEconomyCore(data)
		if err != nil || len(warnings) > 0 {
			t.Fatal(path, err, warnings)
		}
		got, err := ce.PatchEconomyCore(data, core.Defaults)
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("%s: not byte-identical after setting its own defaults (%v)", path, err)
		}
		got, err = ce.PatchEconomyCore(data, []ce.Default{{Name: "dyn_radius", Value: "31"}})
		if n := changedLines(data, got); err != nil || n != 1 {
			t.Errorf("%s: a new dyn_radius changed %d lines (%v)", path, n, err)
		}
	}
}

func TestGenuineLimitsSurvive(t *testing.T) {
	t.Parallel()
	for path, data := range genuineFiles(t, ce.LimitsFile) {
		if got, err := ce.MergeLimits(data, data); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%s: not byte-identical when merged with itself (%v)", path, err)
		}
	}
}

func TestGenuineUserLimitsSurvive(t *testing.T) {
	t.Parallel()
	for path, data := range genuineFiles(t, ce.UserLimitsFile) {
		if got, err := ce.MergeUserLimits(data, data); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%s: not byte-identical when merged with itself (%v)", path, err)
		}
	}
}

func TestGenuineFilesAreDetected(t *testing.T) {
	t.Parallel()
	want := map[ce.FileType]string{
		ce.TypesFile:       "/community-ce/eschuderer/mods_ce/CarCover_types.xml",
		ce.EventsFile:      "/community-ce/eschuderer/mods_ce/rag_landrover_110_events.xml",
		ce.EconomyCoreFile: "/community-ce/omniv1/cfgeconomycore.rostow.xml",
		ce.LimitsFile:      "/vanilla-ce/enoch/cfglimitsdefinition.xml",
		ce.UserLimitsFile:  "/vanilla-ce/enoch/cfglimitsdefinitionuser.xml",
		ce.UnknownFile:     "/vanilla-ce/enoch/cfgweather.xml",

		ce.SpawnableTypesFile: "/community-ce/eschuderer/mods_ce/rag_landrover_110_cfgspawnabletypes.xml",
		ce.RandomPresetsFile:  "/community-ce/eschuderer/cfgrandompresets.xml",
		ce.EventSpawnsFile:    "/community-ce/eschuderer/mods_ce/rag_landrover_110_cfgeventspawns.xml",
		ce.PlayerSpawnsFile:   "/community-ce/eschuderer/cfgplayerspawnpoints.xml",
		ce.MessagesFile:       "/vanilla-ce/enoch/db/messages.xml",
	}
	for kind, path := range want {
		if _, ok := genuineFiles(t, kind)[path]; !ok {
			t.Errorf("%s is not of kind %q", path, kind)
		}
	}
}

// checkGenuine reads and writes the genuine files of a kind, and then with a change of one entry at
// a time, for some twenty of them, which may change one line only. The change returns false for an entry that it does not fit.
func checkGenuine[T any](t *testing.T, c codec[T], change func(*T) bool) {
	for path, data := range genuineFiles(t, c.kind) {
		file := c.parse(t, string(data))
		if got := c.write(t, file.Skeleton, partsOf(file)); got != string(data) {
			t.Errorf("%s: not byte-identical after reading and writing: %s", path, firstDifference([]byte(got), data))
		}
		for _, warning := range file.Warnings {
			t.Errorf("%s: warning %v", path, warning)
		}
		for i := 0; i < len(file.Entries); i += 1 + len(file.Entries)/20 {
			parts := partsOf(file)
			if !change(&parts[i].Value) {
				continue
			}
			got := c.write(t, file.Skeleton, parts)
			if n := changedLines(data, []byte(got)); n != 1 {
				t.Fatalf("%s: a change of entry %d changed %d lines", path, i, n)
			}
		}
	}
}

func TestGenuineSpawnableTypesSurvive(t *testing.T) {
	t.Parallel()
	checkGenuine(t, spawnableTypes(), func(v *ce.SpawnableType) bool {
		if len(v.Blocks) == 0 {
			return false
		}
		v.Blocks = slices.Clone(v.Blocks)
		v.Blocks[len(v.Blocks)-1].Chance = ptr(0.987)
		return true
	})
}

func TestGenuineRandomPresetsSurvive(t *testing.T) {
	t.Parallel()
	checkGenuine(t, randomPresets(), func(v *ce.RandomPreset) bool {
		v.Items = slices.Clone(v.Items)
		v.Items[0].Chance = ptr(0.987)
		return true
	})
}

func TestGenuineEventSpawnsSurvive(t *testing.T) {
	t.Parallel()
	checkGenuine(t, eventSpawns(), func(v *ce.EventSpawn) bool {
		if len(v.Positions) == 0 {
			return false
		}
		v.Positions = slices.Clone(v.Positions)
		v.Positions[len(v.Positions)/2].X += 0.5
		return true
	})
}

func TestGenuinePlayerSpawnsSurvive(t *testing.T) {
	t.Parallel()
	checkGenuine(t, playerSpawns(), func(v *ce.PlayerSpawn) bool {
		v.Z += 0.5
		return true
	})
}

func TestGenuineMessagesSurvive(t *testing.T) {
	t.Parallel()
	checkGenuine(t, messages(), func(v *ce.Message) bool {
		v.Deadline = ptr(int64(987))
		return true
	})
}

// The counts are those of the files, which were counted by other means.
func TestGenuineFilesAreReadInFull(t *testing.T) {
	t.Parallel()
	presets := genuineFiles(t, ce.RandomPresetsFile)["/vanilla-ce/chernarusplus/cfgrandompresets.xml"]
	items := 0
	for _, preset := range randomPresets().values(t, string(presets)) {
		items += len(preset.Items)
	}
	if items != 600 {
		t.Errorf("%d items in presets", items)
	}
	spawns := genuineFiles(t, ce.EventSpawnsFile)["/vanilla-ce/chernarusplus/cfgeventspawns.xml"]
	positions := 0
	for _, event := range eventSpawns().values(t, string(spawns)) {
		positions += len(event.Positions)
	}
	if positions != 1435 {
		t.Errorf("%d positions of events", positions)
	}
	players := genuineFiles(t, ce.PlayerSpawnsFile)["/vanilla-ce/chernarusplus/cfgplayerspawnpoints.xml"]
	groups := map[string]int{}
	for _, spawn := range playerSpawns().values(t, string(players)) {
		groups[spawn.Kind]++
	}
	if diff := cmp.Diff(map[string]int{"fresh": 49, "hop": 50, "travel": 50}, groups); diff != "" {
		t.Error(diff)
	}
	types := genuineFiles(t, ce.SpawnableTypesFile)["/vanilla-ce/chernarusplus/cfgspawnabletypes.xml"]
	kinds := map[string]int{}
	for _, spawnable := range spawnableTypes().values(t, string(types)) {
		for _, block := range spawnable.Blocks {
			kinds[block.Kind]++
		}
	}
	if diff := cmp.Diff(map[string]int{"attachments": 725, "cargo": 921}, kinds); diff != "" {
		t.Error(diff)
	}
}
