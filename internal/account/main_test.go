package account_test

import (
	"os"
	"testing"

	"quartermaster/internal/account"
	"quartermaster/internal/pgtest"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

const password = "correct horse"

func TestMain(m *testing.M) {
	os.Exit(pgtest.Main(m))
}

// onBoth runs test on an empty database of each kind.
func onBoth(t *testing.T, test func(*testing.T, *store.DB)) {
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, open(t, storetest.SQLiteConfig(t)))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		test(t, open(t, storetest.PostgresConfig(t)))
	})
}

func open(t testing.TB, c store.Config) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// service is an account service whose helpers fail the test.
type service struct {
	*account.Service
	db *store.DB
}

func newService(t testing.TB, db *store.DB, opts account.Options) service {
	t.Helper()
	s, err := account.New(db, opts)
	if err != nil {
		t.Fatal(err)
	}
	return service{s, db}
}

// add makes the account of email with the common password and the free plan.
func (s service) add(t testing.TB, email string) account.User {
	t.Helper()
	user, err := s.Add(t.Context(), "Name of "+email, email, password, account.FreePlan, false)
	if err != nil {
		t.Fatal(err)
	}
	return user
}

func (s service) byID(t testing.TB, id int64) account.User {
	t.Helper()
	user, err := s.ByID(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return user
}

// count runs a query that counts.
func count(t testing.TB, db *store.DB, query string, args ...any) int {
	t.Helper()
	var n int
	if err := db.QueryRow(t.Context(), query, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
