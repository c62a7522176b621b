package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"quartermaster/internal/pgtest"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// TestMachinesWhoseClocksAreApart agree on the time of the database: neither takes for expired what the other has just reserved.
func TestMachinesWhoseClocksAreApart(t *testing.T) {
	t.Parallel()
	url := pgtest.URL(t)
	var machines []*store.DB
	for _, apart := range []time.Duration{-3 * time.Hour, 0, 3 * time.Hour} {
		machines = append(machines, openApart(t, url, func() time.Time { return time.Now().Round(0).Add(apart) }))
	}
	user := storetest.User(t, machines[0])
	for i, db := range machines {
		if off := time.Since(db.Time()).Abs(); off > time.Minute { // all of them are on one machine
			t.Errorf("machine %d is %v off", i, off)
		}
		keys, other := keysOf(db), keysOf(machines[(i+1)%len(machines)])
		if _, _, err := keys.Reserve(t.Context(), user, db.Driver()+string(rune('a'+i)), "x"); err != nil {
			t.Fatal(err)
		}
		if err := other.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, _, err := other.Reserve(t.Context(), user, db.Driver()+string(rune('a'+i)), "x"); !errors.Is(err, store.ErrKeyRunning) {
			t.Errorf("a key that machine %d has just reserved: %v", i, err)
		}
	}
}

func keysOf(db *store.DB) *store.IdempotencyKeys { return store.NewIdempotencyKeys(db, db.Time) }

func openApart(t *testing.T, url string, clock func() time.Time) *store.DB {
	t.Helper()
	db, err := store.Open(context.Background(), store.Config{DatabaseURL: url, MachineClock: clock})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}
