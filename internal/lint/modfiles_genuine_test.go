package lint_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// modFolder holds the files of a server with the Expansion mod, which are no part of the project.
const modFolder = "../../../shared/data/expansion/omniv1"

// modded makes an instance with the files of the server for one of its missions.
func modded(t testing.TB) (*store.DB, store.Scope) {
	t.Helper()
	if _, err := os.Stat(modFolder); err != nil {
		t.Skip("the files of a server with the mod are not beside the project: ", err)
	}
	var uploads []mission.Upload
	for _, folder := range []string{"profiles", "mpmissions/dayzOffline.chernarusplus"} {
		err := filepath.WalkDir(filepath.Join(modFolder, folder), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			name, _ := filepath.Rel(modFolder, path)
			uploads = append(uploads, mission.Upload{Path: filepath.ToSlash(name), Data: data})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	db := storetest.Open(t)
	user := storetest.User(t, db)
	row, err := db.CreateInstance(context.Background(), user, record.Values{"name": "omniv1", "map_id": int64(1)})
	if err != nil {
		t.Fatal(err)
	}
	scope := store.Scope{UserID: user, InstanceID: record.Instances.ID(row)}
	if _, err := mission.New(db).Import(context.Background(), scope, uploads, mission.Options{}); err != nil {
		t.Fatal(err)
	}
	return db, scope
}

// TestGenuineModFiles holds that the untouched files of a server are clean of errors, and that each warning is one of those that
// were looked up in the files and found true.
func TestGenuineModFiles(t *testing.T) {
	t.Parallel()
	db, scope := modded(t)
	start := time.Now()
	found, err := lint.New(db).Check(t.Context(), scope)
	t.Logf("%d findings in %v", len(found), time.Since(start))
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for _, f := range found {
		t.Logf("%s: %s %s: %s", f.Severity, f.Rule.ID, f.Name, f.Message)
		counts[string(f.Severity)+" "+f.Rule.ID]++
	}
	want := map[string]int{
		"warning market-duplicate-class": 5, "warning market-self-attachment": 2, "warning market-unknown-attachment": 1, "info unknown-faction": 2,
	}
	if diff := cmp.Diff(want, counts); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func BenchmarkCheckModFiles(b *testing.B) {
	db, scope := modded(b)
	service := lint.New(db)
	for b.Loop() {
		if _, err := service.Check(b.Context(), scope); err != nil {
			b.Fatal(err)
		}
	}
}
