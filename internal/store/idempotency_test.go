package store_test

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/notes/notestest"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// keyring is the keys of one user, at a time that the test sets.
type keyring struct {
	*store.IdempotencyKeys
	userID int64
	clock  time.Time
}

func newKeyring(w world) *keyring {
	k := &keyring{userID: w.UserID, clock: time.Date(2026, 2, 1, 12, 0, 0, 0, time.UTC)}
	k.IdempotencyKeys = store.NewIdempotencyKeys(w.DB, func() time.Time { return k.clock })
	return k
}

// reserve reserves a key that has to be free.
func (k *keyring) reserve(t testing.TB, key, digest string) store.Reservation {
	t.Helper()
	res, kept, err := k.Reserve(t.Context(), k.userID, key, digest)
	if err != nil || kept != nil {
		t.Fatalf("reserving %s: %v, %v", key, kept, err)
	}
	return res
}

func (k *keyring) keep(t testing.TB, res store.Reservation, body string) {
	t.Helper()
	if err := k.Keep(t.Context(), res, store.Answer{Status: 201, ETag: `"x"`, Body: []byte(body)}); err != nil {
		t.Fatal(err)
	}
}

// expect reserves a key that cannot be had: it holds an answer with the body, or gives the error.
func (k *keyring) expect(t testing.TB, key, digest, body string, want error) {
	t.Helper()
	_, kept, err := k.Reserve(t.Context(), k.userID, key, digest)
	if !errors.Is(err, want) {
		t.Errorf("%s: error %v, want %v", key, err, want)
	}
	if want != nil {
		return
	}
	if diff := cmp.Diff(&store.Answer{Status: 201, ETag: `"x"`, Body: []byte(body)}, kept); diff != "" {
		t.Errorf("%s:\n%s", key, diff)
	}
}

func TestIdempotencyKeys(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		k := newKeyring(w)
		first := k.reserve(t, "a", "one")
		k.expect(t, "a", "one", "", store.ErrKeyRunning)
		k.expect(t, "a", "two", "", store.ErrKeyTaken)
		k.reserve(t, "A", "two")
		other := &keyring{k.IdempotencyKeys, storetest.User(t, w.DB), k.clock}
		other.reserve(t, "a", "two")

		k.keep(t, first, "\x00 body")
		k.expect(t, "a", "one", "\x00 body", nil)
		k.expect(t, "a", "two", "", store.ErrKeyTaken)
		other.expect(t, "a", "two", "", store.ErrKeyRunning)
	})
}

func TestReleasedKeyIsFree(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		k := newKeyring(w)
		if err := k.Release(t.Context(), k.reserve(t, "a", "one")); err != nil {
			t.Fatal(err)
		}
		k.reserve(t, "a", "two")
	})
}

func TestReservationIsTakenOver(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		k := newKeyring(w)
		dead := k.reserve(t, "a", "one")
		k.clock = k.clock.Add(store.ReservationTime - time.Microsecond)
		k.expect(t, "a", "one", "", store.ErrKeyRunning)
		k.clock = k.clock.Add(time.Microsecond)
		alive := k.reserve(t, "a", "two")

		k.keep(t, dead, "late")
		if err := k.Release(t.Context(), dead); err != nil {
			t.Fatal(err)
		}
		k.expect(t, "a", "two", "", store.ErrKeyRunning)
		k.keep(t, alive, "new")
		k.expect(t, "a", "two", "new", nil)
	})
}

func TestAnswersExpire(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		k := newKeyring(w)
		k.keep(t, k.reserve(t, "old", "one"), "old")
		k.clock = k.clock.Add(time.Hour)
		k.keep(t, k.reserve(t, "new", "one"), "new")
		k.clock = k.clock.Add(store.KeyLifetime - time.Hour)
		if err := k.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := w.number(t, `SELECT count(*) FROM idempotency_keys`); n != 1 {
			t.Errorf("%d keys are left, want 1", n)
		}
		k.expect(t, "new", "one", "new", nil)
		k.clock = k.clock.Add(time.Hour)
		k.reserve(t, "new", "two")
		k.expect(t, "new", "two", "", store.ErrKeyRunning)
	})
}

func TestBodyThatIsTooLargeIsNotKept(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		k := newKeyring(w)
		for key, test := range map[string]struct {
			size int
			kept bool
		}{"largest": {store.MaxKeptBody, true}, "larger": {store.MaxKeptBody + 1, false}} {
			k.keep(t, k.reserve(t, key, "one"), string(bytes.Repeat([]byte{'x'}, test.size)))
			_, answer, err := k.Reserve(t.Context(), k.userID, key, "one")
			if err != nil || answer == nil || answer.Status != 201 || (answer.Body != nil) != test.kept {
				t.Errorf("%s: %v, %v", key, answer, err)
			}
		}
	})
}

func TestOneOfManyReserves(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		k := newKeyring(w)
		const rivals = 8
		results := make(chan error, rivals)
		var start sync.WaitGroup
		start.Add(1)
		for range rivals {
			go func() {
				start.Wait()
				_, _, err := k.Reserve(t.Context(), k.userID, "a", "one")
				results <- err
			}()
		}
		start.Done()
		winners := 0
		for range rivals {
			switch err := <-results; {
			case err == nil:
				winners++
			case !errors.Is(err, store.ErrKeyRunning):
				t.Error(err)
			}
		}
		if winners != 1 {
			t.Errorf("%d requests have the key", winners)
		}
	})
}

// TestWorkIsDoneOnce: the server of a request dies at any point, and what the next request with its key finds follows from what was stored.
func TestWorkIsDoneOnce(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		k := &keyring{userID: w.UserID, IdempotencyKeys: store.NewIdempotencyKeys(w.DB, w.Time)}
		passMinute := func() {
			if _, err := w.Exec(t.Context(), `UPDATE idempotency_keys SET expires_at = expires_at - $1`,
				store.ReservationTime.Microseconds()); err != nil {
				t.Fatal(err)
			}
		}
		create := func(res store.Reservation, name string) error {
			_, err := w.Create(res.Working(t.Context()), record.Events, w.Scope, record.Values{"name": name, "lifetime": int64(1)})
			return err
		}
		dead := k.reserve(t, "before", "one")
		passMinute()
		alive := k.reserve(t, "before", "one")
		if err := create(dead, "Late"); !errors.Is(err, store.ErrKeyRunning) {
			t.Errorf("the slow one after it was taken for dead: %v", err)
		}
		if err := create(alive, "Once"); err != nil {
			t.Fatal(err)
		}
		k.expect(t, "before", "one", "", store.ErrKeyRunning)
		if err := k.Release(t.Context(), alive); err != nil { // it fails after its work
			t.Fatal(err)
		}
		passMinute()
		k.expect(t, "before", "one", "", store.ErrAnswerLost)
		k.expect(t, "before", "two", "", store.ErrKeyTaken)
		k.keep(t, alive, "answer")
		k.expect(t, "before", "one", "answer", nil)

		undone := k.reserve(t, "undone", "one")
		err := w.Tx(undone.Working(t.Context()), func(tx *store.Tx) error {
			tx.DoesWork()
			return nil
		})
		if err == nil {
			err = w.Tx(undone.Working(t.Context()), func(tx *store.Tx) error { return tx.UndoesWork(undone.Working(t.Context())) })
		}
		if err := errors.Join(err, k.Release(t.Context(), undone)); err != nil {
			t.Fatal(err)
		}
		k.reserve(t, "undone", "one")
		if n := w.number(t, `SELECT count(*) FROM events`); n != 1 {
			t.Errorf("%d events, want one", n)
		}
	})
}

// TestNotesOfRunningRequests: a request that comes again while it runs is refused without a statement, and whatever becomes of the notes
// at any step, nothing is carried out twice, and what was answered comes again, after five seconds at the latest.
func TestNotesOfRunningRequests(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		earlier := notestest.NewMemory()
		for name, happens := range map[string]func(*notestest.Memory){
			"nothing":           func(*notestest.Memory) {},
			"they are emptied":  func(n *notestest.Memory) { n.Restore(notestest.NewMemory()) },
			"they are lost":     func(n *notestest.Memory) { n.Lose(true) },
			"they come back":    func(n *notestest.Memory) { n.Lose(false); n.Restore(earlier) },
			"they were missing": func(n *notestest.Memory) { n.Restore(notestest.NewMemory()); n.Lose(false) },
		} {
			for step := range 3 {
				n := notestest.NewMemory()
				k := newKeyring(w)
				k.NotedIn(n)
				key := fmt.Sprint(name, step)
				at := func(now int) {
					if now == step {
						happens(n)
					}
				}
				at(0)
				res := k.reserve(t, key, "one")
				earlier = n.Copy()
				at(1)
				k.expect(t, key, "one", "", store.ErrKeyRunning)
				k.expect(t, key, "two", "", store.ErrKeyTaken)
				k.keep(t, res, "answer")
				at(2)
				n.Advance(5 * time.Second)
				k.expect(t, key, "one", "answer", nil)
				k.expect(t, key, "two", "", store.ErrKeyTaken)
			}
		}
	})
}

func TestARunningRequestIsRefusedWithoutAStatement(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		n := notestest.NewMemory()
		here, there := newKeyring(w), newKeyring(w)
		here.NotedIn(n)
		there.NotedIn(n)
		res := here.reserve(t, "a", "one")
		statements := store.CountStatements(w.DB)
		there.expect(t, "a", "one", "", store.ErrKeyRunning)
		if got := statements.Load(); got != 0 {
			t.Errorf("%d statements, want none", got)
		}
		if err := here.Release(t.Context(), res); err != nil {
			t.Fatal(err)
		}
		there.reserve(t, "a", "one")
		if err := here.Release(t.Context(), res); err != nil { // again, late
			t.Fatal(err)
		}
		here.expect(t, "a", "one", "", store.ErrKeyRunning)
	})
}
