package trader_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/trader"
)

// genuineFolder holds files of real servers beside the project. They are no part of it.
const genuineFolder = "../../../shared/data/trader"

// genuineFiles returns the genuine files of a kind; it skips the test where there are none.
func genuineFiles(t testing.TB, kind trader.FileType) map[string]string {
	t.Helper()
	paths, err := filepath.Glob(genuineFolder + "/*/*/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Skip("genuine server files are not beside the project")
	}
	files := map[string]string{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if trader.Detect(path, data) == kind {
			files[filepath.Base(path)] = string(data)
		}
	}
	return files
}

func TestGenuineFilesAreDetected(t *testing.T) {
	t.Parallel()
	for kind, want := range map[trader.FileType][]string{
		trader.ConfigFile:       {"TraderConfig.txt", "TraderConfig_Boats.txt", "TraderConfig_Vehicles.txt"},
		trader.ObjectsFile:      {"TraderObjects.txt"},
		trader.VehiclePartsFile: {"TraderVehicleParts.txt", "TraderVehicleParts_Boats.txt"},
		trader.VariablesFile:    {"TraderVariables.txt"},
		trader.AdminsFile:       {"TraderAdmins.txt"},
		trader.UnknownFile:      nil,
	} {
		var names []string
		for name := range genuineFiles(t, kind) {
			names = append(names, name)
		}
		slices.Sort(names)
		if diff := cmp.Diff(want, names); diff != "" {
			t.Error(kind, diff)
		}
	}
}

func TestGenuineConfigsSurvive(t *testing.T) {
	t.Parallel()
	configs := map[string]*trader.Config{}
	for name, data := range genuineFiles(t, trader.ConfigFile) {
		config := parseConfig(t, data)
		configs[strings.ToLower(name)] = config
		if got := writeConfig(t, config.Skeleton, config.Parts()); got != data {
			t.Errorf("%s: not byte-identical after reading and writing", name)
		}
		for _, warning := range config.Warnings {
			t.Errorf("%s: warning %v", name, warning)
		}
		for i, entry := range config.Entries {
			checkOneLine(t, name, data, entry.Raw, func() string {
				parts := config.Parts()
				parts[i].Value.Name += "7"
				return writeConfig(t, config.Skeleton, parts)
			})
		}
	}
	want := []string{"traderconfig.txt", "traderconfig_vehicles.txt", "traderconfig_boats.txt"}
	if diff := cmp.Diff(want, trader.ReadingOrder("TraderConfig.txt", configs)); diff != "" {
		t.Error(diff)
	}
}

// checkOneLine checks that a change touches one line alone, which belongs to the entry.
func checkOneLine(t *testing.T, name, data, raw string, change func() string) {
	t.Helper()
	before, after := strings.Split(data, "\n"), strings.Split(change(), "\n")
	if len(before) != len(after) {
		t.Fatalf("%s: %d lines became %d", name, len(before), len(after))
	}
	var changed []string
	for i := range before {
		if before[i] != after[i] {
			changed = append(changed, before[i])
		}
	}
	if len(changed) != 1 || !strings.Contains(raw, changed[0]) {
		t.Errorf("%s: a change of %q touched %q", name, raw, changed)
	}
}

func TestGenuineObjectsSurvive(t *testing.T) {
	t.Parallel()
	for name, data := range genuineFiles(t, trader.ObjectsFile) {
		file := parseObjects(t, data)
		if got := writeObjects(t, file.Skeleton, file.Parts()); got != data {
			t.Errorf("%s: not byte-identical after reading and writing", name)
		}
		for _, warning := range file.Warnings {
			t.Errorf("%s: warning %v", name, warning)
		}
		for i, entry := range file.Entries {
			checkOneLine(t, name, data, entry.Raw, func() string {
				parts := file.Parts()
				moved := *parts[i].Value.Position
				moved[1] += 0.5
				parts[i].Value.Position = &moved
				return writeObjects(t, file.Skeleton, parts)
			})
		}
	}
}

// Every marker of the genuine files has its trader beside it.
func TestGenuineMarkersHaveTheirObjects(t *testing.T) {
	t.Parallel()
	for name, data := range genuineFiles(t, trader.ObjectsFile) {
		var places []trader.Place
		for _, entry := range parseObjects(t, data).Entries {
			places = append(places, entry.Value)
		}
		for i, object := range trader.ObjectsAt(places) {
			if places[i].IsMarker && object != i+1 {
				t.Errorf("%s: marker %d has object %d", name, i, object)
			}
		}
	}
}
