package storetest_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"quartermaster/internal/observe"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

type watcher func(observe.Operation)

func (w watcher) Begin(ctx context.Context, o observe.Operation) (context.Context, func(error)) {
	w(o)
	return ctx, func(error) {}
}

func (watcher) Looked(string, bool) {}

// TestDatabasesAreEmptyAndApart: what one test stores, another one does not see, and two openings of one database do.
func TestDatabasesAreEmptyAndApart(t *testing.T) {
	t.Parallel()
	one, other := storetest.Twice(t)
	storetest.User(t, one)
	for _, test := range []struct {
		name  string
		db    *store.DB
		users int
	}{
		{"the same database", other, 1},
		{"another one", storetest.Open(t), 0},
	} {
		n := -1
		if err := test.db.QueryRow(t.Context(), `SELECT count(*) FROM users`).Scan(&n); err != nil || n != test.users {
			t.Errorf("%s has %d users, want %d, %v", test.name, n, test.users, err)
		}
	}
}

// TestObservedTellsOfStatements without their values.
func TestObservedTellsOfStatements(t *testing.T) {
	t.Parallel()
	var told []slog.Attr
	ctx := observe.With(t.Context(), watcher(func(o observe.Operation) { told = append(told, o.Details...) }))
	n := -1
	const text = `SELECT count(*) FROM users WHERE name = $1`
	if err := storetest.Observed(t).QueryRow(ctx, text, "Ada").Scan(&n); err != nil || n != 0 {
		t.Fatal(n, err)
	}
	if len(told) != 1 || told[0].Value.String() != text {
		t.Errorf("%v", told)
	}
}

// TestBothRunsOnBoth: the database of each of the two runs is the one that it is named after.
func TestBothRunsOnBoth(t *testing.T) {
	t.Parallel()
	var versions []string
	storetest.Both(t, func(t *testing.T) {
		query := `SELECT sqlite_version()`
		if strings.HasSuffix(t.Name(), "/postgres") {
			query = `SHOW server_version`
		}
		var version string
		if err := storetest.Open(t).QueryRow(t.Context(), query).Scan(&version); err != nil {
			t.Fatal(err)
		}
		versions = append(versions, version)
	})
	if len(versions) == 0 {
		t.Error("it ran on none")
	}
}
