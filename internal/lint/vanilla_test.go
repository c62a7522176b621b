package lint_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// vanillaFolder holds the files of the game itself, which are no part of the project.
const vanillaFolder = "../../../shared/data/vanilla-ce"

// vanilla makes an instance on a map of the game with all files of its mission.
func vanilla(t testing.TB, world string, mapID int64) (*store.DB, store.Scope) {
	t.Helper()
	return imported(t, mapID, filesBelow(t, filepath.Join(vanillaFolder, world)))
}

// filesBelow returns the files in folders below a root, all of them where no folder is named. Without the root, the test is skipped.
func filesBelow(t testing.TB, root string, folders ...string) (uploads []mission.Upload) {
	t.Helper()
	if _, err := os.Stat(root); err != nil {
		t.Skip("the genuine files are not beside the project: ", err)
	}
	if len(folders) == 0 {
		folders = []string{"."}
	}
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			name, _ := filepath.Rel(root, path)
			uploads = append(uploads, mission.Upload{Path: filepath.ToSlash(name), Data: data})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return uploads
}

// imported makes an instance of files, none of which may fail.
func imported(t testing.TB, mapID int64, uploads []mission.Upload) (*store.DB, store.Scope) {
	t.Helper()
	db := storetest.Open(t)
	user := storetest.User(t, db)
	row, err := db.CreateInstance(context.Background(), user, record.Values{"name": "Genuine", "map_id": mapID})
	if err != nil {
		t.Fatal(err)
	}
	scope := store.Scope{UserID: user, InstanceID: record.Instances.ID(row)}
	reports, err := mission.New(db).Import(context.Background(), scope, uploads, mission.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reports {
		if r.Status == mission.Failed {
			t.Errorf("%s: %s", r.Path, r.Error)
		}
	}
	return db, scope
}

// TestVanillaHasNoError holds that the untouched files of the game are clean of errors, and that what is told of them is little.
func TestVanillaHasNoError(t *testing.T) {
	t.Parallel()
	for world, mapID := range map[string]int64{"chernarusplus": 1, "enoch": 2} {
		t.Run(world, func(t *testing.T) {
			t.Parallel()
			db, scope := vanilla(t, world, mapID)
			for _, r := range []*record.Resource{record.Types, record.Events, record.EventSpawns, record.SpawnableTypes, record.RandomPresets, record.PlayerSpawns, record.EffectAreas} {
				rows, err := db.All(t.Context(), r, scope, "")
				if err != nil || len(rows) == 0 {
					t.Errorf("%d %s, %v", len(rows), r.Plural(), err)
				}
			}
			start := time.Now()
			found, err := lint.New(db).Check(t.Context(), scope)
			t.Logf("%d findings in %v", len(found), time.Since(start))
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range found {
				if f.Severity == lint.Error {
					t.Errorf("%s: %s %s: %s", f.Severity, f.Rule.ID, f.Name, f.Message)
				}
				t.Logf("%s: %s %s: %s", f.Severity, f.Rule.ID, f.Name, f.Message)
			}
			if len(found) > 50 {
				t.Errorf("%d findings", len(found))
			}
		})
	}
}

func BenchmarkCheck(b *testing.B) {
	db, scope := vanilla(b, "chernarusplus", 1)
	service := lint.New(db)
	for b.Loop() {
		if _, err := service.Check(b.Context(), scope); err != nil {
			b.Fatal(err)
		}
	}
}
