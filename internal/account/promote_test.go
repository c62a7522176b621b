package account

import (
	"testing"

	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// Only PostgreSQL has two writers at once: SQLite lets the second begin when the first has ended.
func TestSecondOfTwoRegistrationsAtOnceIsNoAdministrator(t *testing.T) {
	t.Parallel()
	db := storetest.Postgres(t)
	second := make(chan struct{})
	insertVisitor(t, db, "first@example.org", func() {
		go func() {
			defer close(second)
			insertVisitor(t, db, "second@example.org", func() {})
		}()
		expectWaiting(t, db, second)
	})
	<-second
	expectCount(t, db, `SELECT count(*) FROM users WHERE is_admin = 1 AND email = 'first@example.org'`, 1)
	expectCount(t, db, `SELECT count(*) FROM users WHERE is_admin = 0 AND email = 'second@example.org'`, 1)
}

// insertVisitor inserts the account of a visitor and calls then before it commits.
func insertVisitor(t *testing.T, db *store.DB, email string, then func()) {
	u := newUser{name: "Name", email: email, plan: FreePlan, registers: true}
	err := db.Tx(t.Context(), func(tx *store.Tx) error {
		_, err := insert(t.Context(), tx, u, "hash")
		then()
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// expectWaiting returns when a transaction waits for another, or has ended without.
func expectWaiting(t *testing.T, db *store.DB, ended <-chan struct{}) {
	const query = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
	for waiting := 0; waiting == 0; {
		select {
		case <-ended:
			t.Error("the second registration has not waited for the first")
			return
		default:
		}
		if err := db.QueryRow(t.Context(), query).Scan(&waiting); err != nil {
			t.Error(err)
			return
		}
	}
}

func expectCount(t *testing.T, db *store.DB, query string, want int) {
	t.Helper()
	var got int
	if err := db.QueryRow(t.Context(), query).Scan(&got); err != nil || got != want {
		t.Errorf("%s: %d, %v, want %d", query, got, err, want)
	}
}
