package effectarea_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/effectarea"
)

// genuineFolder holds files of real servers beside the project. They are no part of it.
const genuineFolder = "../../../shared/data/vanilla-ce"

// genuineFiles returns the genuine files and how many areas each has; it skips the test where there are none.
func genuineFiles(t testing.TB) map[string]int {
	t.Helper()
	if _, err := os.Stat(genuineFolder); err != nil {
		t.Skip("genuine server files are not beside the project: ", err)
	}
	return map[string]int{
		"chernarusplus/cfgEffectArea.json":                           9,
		"enoch/cfgEffectArea.json":                                   8,
		"seasonal/halloweenOffline.chernarusplus/cfgeffectarea.json": 14,
	}
}

func TestGenuineFilesSurvive(t *testing.T) {
	t.Parallel()
	for name, count := range genuineFiles(t) {
		data, err := os.ReadFile(filepath.Join(genuineFolder, name))
		if err != nil {
			t.Fatal(err)
		}
		if !effectarea.Detect(name, data) || !effectarea.Detect("renamed.json", data) {
			t.Errorf("%s is not detected", name)
		}
		file := parse(t, string(data))
		if len(file.Entries) != count || len(file.Warnings) > 0 {
			t.Errorf("%s: %d areas, warnings %v", name, len(file.Entries), file.Warnings)
		}
		if got := write(t, file.Skeleton, file.Parts()); got != string(data) {
			t.Errorf("%s: not byte-identical after reading and writing", name)
		}
		for i := range file.Entries {
			parts := file.Parts()
			parts[i].Value.Radius = ptr(*parts[i].Value.Radius + 1.5)
			if n := changedLines(string(data), write(t, file.Skeleton, parts)); n != 1 {
				t.Errorf("%s: a new radius of area %d changed %d lines", name, i, n)
			}
		}
	}
}

// changedLines counts the lines that differ between texts of equally many lines, -1 for others.
func changedLines(before, after string) int {
	old, new := strings.Split(before, "\n"), strings.Split(after, "\n")
	if len(old) != len(new) {
		return -1
	}
	changed := 0
	for i := range old {
		if old[i] != new[i] {
			changed++
		}
	}
	return changed
}
