package store_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/store/conns"
	"quartermaster/internal/storetest"
)

const writers = 20

// atOnce runs n calls at the same time and reports their errors.
func atOnce(t *testing.T, n int, call func(i int) error) {
	t.Helper()
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() {
			if err := call(i); err != nil {
				t.Errorf("call %d: %v", i, err)
			}
		})
	}
	group.Wait()
}

// numbers returns the numbers of an instance's revisions, the first one first.
func (w world) numbers(t *testing.T) []int64 {
	t.Helper()
	list, total, err := w.Revisions(t.Context(), w.Scope, 0, 1_000)
	if err != nil || int(total) != len(list) {
		t.Fatalf("%d revisions of %d, %v", len(list), total, err)
	}
	var numbers []int64
	for _, revision := range slices.Backward(list) {
		numbers = append(numbers, revision.Number)
	}
	return numbers
}

// wantRevisions checks that the instance has had n changes, numbered without gaps.
func (w world) wantRevisions(t *testing.T, n int) {
	t.Helper()
	numbers := w.numbers(t)
	for i, number := range numbers {
		if number != int64(i+1) {
			t.Fatalf("revisions %v have gaps", numbers)
		}
	}
	if current := w.number(t, `SELECT revision FROM instances WHERE id = $1`, w.InstanceID); len(numbers) != n || current != int64(n) {
		t.Errorf("%d revisions and the instance at %d, want %d", len(numbers), current, n)
	}
}

func TestWritersOfOneInstance(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		atOnce(t, writers, func(i int) error {
			_, err := w.Create(t.Context(), record.Events, w.Scope, record.Values{"name": fmt.Sprint("Event", i)})
			return err
		})
		w.wantRevisions(t, 1+writers)
		if n := w.number(t, `SELECT count(*) FROM events WHERE instance_id = $1`, w.InstanceID); n != writers {
			t.Errorf("%d events, want %d", n, writers)
		}
	})
}

func TestWritersOfManyInstances(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		worlds := []world{w}
		for range 3 {
			scope, sid := storetest.Instance(t, w.DB, w.UserID)
			worlds = append(worlds, world{w.DB, scope, sid})
		}
		atOnce(t, writers, func(i int) error {
			return w.Edit(t.Context(), worlds[i%4].Scope, "import", func(e *store.Edit) error {
				if err := e.LockUser(t.Context()); err != nil {
					return err
				}
				_, err := e.Create(t.Context(), record.Events, record.Values{"name": "Event"})
				return err
			})
		})
		for _, w := range worlds {
			w.wantRevisions(t, 1+writers/4)
		}
	})
}

// Each change reads what the one before has left, so that counting up loses nothing.
func TestNoUpdateIsLost(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.Events
		event := w.event(t, "Count")
		atOnce(t, writers, func(int) error {
			return w.Edit(t.Context(), w.Scope, "update", func(e *store.Edit) error {
				rows, err := e.All(t.Context(), r, "r.id = $", r.ID(event))
				if err != nil {
					return err
				}
				next := field(r, rows[0], "nominal").(int64) + 1
				_, err = e.Update(t.Context(), r, r.SID(event), record.Values{"nominal": next})
				return err
			})
		})
		if got := field(r, w.get(t, r, event), "nominal"); got != int64(5+writers) {
			t.Errorf("the count is %v, want %d", got, 5+writers)
		}
		w.wantRevisions(t, 2+writers)
	})
}

// More resets than the pool has connections: none may wait for a second one.
func TestResetsAtOnce(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		worlds := []world{w}
		for range 2 * writers {
			scope, sid := storetest.Instance(t, w.DB, w.UserID)
			worlds = append(worlds, world{w.DB, scope, sid})
		}
		atOnce(t, len(worlds), func(i int) error { return w.ResetEconomyCore(t.Context(), worlds[i].Scope) })
		if n := w.number(t, `SELECT count(*) FROM economy_cores`); n != int64(len(worlds)) {
			t.Errorf("%d economy cores of %d instances", n, len(worlds))
		}
	})
}

// Readers go on while more texts come than stay prepared.
func TestMoreTextsThanStatements(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		const readers = 4
		atOnce(t, readers, func(reader int) error {
			for i := range conns.MaxStatements {
				var got int
				query := fmt.Sprintf("/* %d */ SELECT %d FROM maps WHERE id = $1", (reader+i)%(conns.MaxStatements+50), i)
				if err := w.QueryRow(t.Context(), query, 1).Scan(&got); err != nil || got != i {
					return fmt.Errorf("text %d gives %d, %w", i, got, err)
				}
			}
			return nil
		})
	})
}
