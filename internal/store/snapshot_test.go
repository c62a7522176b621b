package store_test

import (
	"slices"
	"testing"

	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

func TestSnapshotSeesOneMoment(t *testing.T) {
	eachConfig(t, func(t *testing.T, c store.Config) {
		db := open(t, c)
		storetest.User(t, db)
		early, err := store.OpenSnapshot(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		storetest.Instance(t, db, storetest.User(t, db)) // while the snapshot is open
		late, err := store.OpenSnapshot(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if users, instances := countRows(t, early, "users"), countRows(t, early, "instances"); users != 1 || instances != 0 {
			t.Errorf("the early snapshot has %d users and %d instances", users, instances)
		}
		if users, instances := countRows(t, late, "users"), countRows(t, late, "instances"); users != 2 || instances != 1 {
			t.Errorf("the late snapshot has %d users and %d instances", users, instances)
		}
		if err := early.Close(); err != nil {
			t.Error(err)
		}
		if err := late.Close(); err != nil {
			t.Error(err)
		}
	})
}

func countRows(t *testing.T, s *store.Snapshot, table string) (n int) {
	t.Helper()
	i := slices.IndexFunc(s.Tables, func(t store.Table) bool { return t.Name == table })
	if err := s.Rows(t.Context(), s.Tables[i], func([]any) error { n++; return nil }); err != nil {
		t.Fatal(err)
	}
	return n
}

// A copy of either database goes into either, which takes the same tables and columns in both.
func TestSnapshotsAndDraftsHaveTheSameTables(t *testing.T) {
	eachConfig(t, func(t *testing.T, c store.Config) {
		open(t, c)
		s, err := store.OpenSnapshot(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		draft, err := store.NewDraft(t.Context(), store.Config{Dir: t.TempDir()}, store.NewestMigration())
		if err != nil {
			t.Fatal(err)
		}
		defer draft.Close()
		if got, want := tableNames(s.Tables), tableNames(draft.Tables); !slices.Equal(got, want) || len(want) < 30 {
			t.Errorf("tables %v, want %v", got, want)
		}
	})
}

// tableNames are the names with their columns, sorted.
func tableNames(tables []store.Table) []string {
	var names []string
	for _, t := range tables {
		for _, column := range t.Columns {
			names = append(names, t.Name+"."+column)
		}
	}
	slices.Sort(names)
	return names
}
