package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/archive"
	"quartermaster/internal/gameversion"
	"quartermaster/internal/mission"
)

const genuine = "../../../shared/data/game-versions.zip"

func genuineFiles(t *testing.T) []archive.File {
	t.Helper()
	if _, err := os.Stat(genuine); err != nil {
		t.Skip("no game files beside the project:", err)
	}
	files, err := read(genuine)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// The table that the program brings along says of versions what their files say.
func TestTheTableIsOfTheseFiles(t *testing.T) {
	t.Parallel()
	files := genuineFiles(t)
	for _, folder := range []string{"DZ_105/dayzOffline.chernarusplus/", "DZ_115_Xmas/dayzOffline.enoch/", "DZ_129/dayzOffline.sakhal/"} {
		var own []archive.File
		for _, f := range files {
			if rel, inside := strings.CutPrefix(f.Path, folder); inside {
				own = append(own, archive.File{Path: rel, Data: f.Data})
			}
		}
		tag, name, _ := strings.Cut(strings.TrimSuffix(folder, "/"), "/")
		v := version{tag, name}
		prints, says, entries := mission.Fingerprints(own, name), 0, 0
		for _, e := range prints.Entries {
			says, entries = says+len(e.Says), entries+1
		}
		versions := slices.DeleteFunc(slices.Clone(gameversion.BuiltIn()), func(b *gameversion.Version) bool { return b.Map != v.mapName() })
		of := gameversion.Named(versions, gameversion.NameOf(tag))
		got := gameversion.TallyAll([]*gameversion.Version{of}, prints)[0]
		if entries == 0 || got.Entries != entries || got.Equal != says {
			t.Errorf("%s: %d entries that say %d things, of which the table knows %d and %d: go run ./scripts/versions with all versions", folder,
				entries, says, got.Entries, got.Equal)
		}
	}
}

// QM_TEST_VERSIONS=all makes all of the table anew, which takes a while.
func TestTheTableIsUpToDate(t *testing.T) {
	if os.Getenv("QM_TEST_VERSIONS") != "all" {
		t.Skip("the whole table is made anew with QM_TEST_VERSIONS=all")
	}
	want, err := os.ReadFile(filepath.Join("../..", output))
	if err != nil {
		t.Fatal(err)
	}
	if got := tableOf(genuineFiles(t)); string(got) != string(want) {
		t.Errorf("%s is not what the genuine files say: go run ./scripts/versions with all versions of the game", output)
	}
}
