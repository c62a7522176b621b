package store_test

import (
	"fmt"
	"os"
	"testing"

	"quartermaster/internal/pgtest"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

func TestMain(m *testing.M) {
	for _, process := range []func() (bool, error){opened, killed} {
		is, err := process()
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		if is {
			return
		}
	}
	storetest.Cases(25)
	os.Exit(pgtest.Main(m))
}

// world is an instance of a user in a database, with calls that fail the test.
type world struct {
	*store.DB
	store.Scope
	sid string // of the instance
}

func newWorld(t testing.TB, db *store.DB) world {
	t.Helper()
	scope, sid := storetest.Instance(t, db, storetest.User(t, db))
	return world{db, scope, sid}
}

// each runs a test in an instance of its own on both databases.
func each(t *testing.T, test func(*testing.T, world)) {
	t.Helper()
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.DB) { test(t, newWorld(t, db)) })
}

func (w world) create(t testing.TB, r *record.Resource, values record.Values) record.Row {
	t.Helper()
	row, err := w.Create(t.Context(), r, w.Scope, values)
	if err != nil {
		t.Fatalf("creating in %s: %v", r.Name, err)
	}
	return row
}

// event makes an event of that name.
func (w world) event(t testing.TB, name string) record.Row {
	t.Helper()
	return w.create(t, record.Events, record.Values{"name": name, "nominal": int64(5)})
}

// classname makes a class name and returns its id.
func (w world) classname(t testing.TB, name string) int64 {
	t.Helper()
	return record.InstanceClassnames.ID(w.create(t, record.InstanceClassnames, record.Values{"name": name}))
}

// get reads a record anew.
func (w world) get(t testing.TB, r *record.Resource, row record.Row) record.Row {
	t.Helper()
	found, err := w.Get(t.Context(), r, w.Scope, r.SID(row))
	if err != nil {
		t.Fatalf("getting from %s: %v", r.Name, err)
	}
	return found
}

// number runs a query whose result is one number.
func (w world) number(t testing.TB, query string, args ...any) int64 {
	t.Helper()
	var n int64
	if err := w.QueryRow(t.Context(), query, args...).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

// edit runs one change to the instance.
func (w world) edit(t testing.TB, change func(*store.Edit) error) {
	t.Helper()
	if err := w.Edit(t.Context(), w.Scope, "import", change); err != nil {
		t.Fatalf("editing: %v", err)
	}
}

func field(r *record.Resource, row record.Row, name string) any { return row[r.Index(name)] }
