package store_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// wantTotal checks the total that a list of events reports, by both ways to name the instance.
func (w world) wantTotal(t *testing.T, when string, want int64) {
	t.Helper()
	page, err := w.List(t.Context(), record.Events, w.Scope, record.Query{Page: 1, PerPage: 1})
	if err != nil || page.Total != want {
		t.Errorf("%s: total %d, %v, want %d", when, page.Total, err, want)
	}
}

func TestTotalFollowsEveryChange(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.Events
		w.wantTotal(t, "at first", 0)
		event := w.event(t, "A")
		w.wantTotal(t, "after a create", 1)
		w.edit(t, func(e *store.Edit) error { return e.InsertAll(t.Context(), r, eventRows(20)) })
		w.wantTotal(t, "after a bulk insert", 21)
		if _, err := w.Update(t.Context(), r, w.Scope, r.SID(event), record.Values{"name": "B"}); err != nil {
			t.Fatal(err)
		}
		w.wantTotal(t, "after an update", 21)
		if _, err := w.Delete(t.Context(), r, w.Scope, r.SID(event)); err != nil {
			t.Fatal(err)
		}
		w.wantTotal(t, "after a delete", 20)
		if err := w.DeleteInstance(t.Context(), w.UserID, w.sid); err != nil {
			t.Fatal(err)
		}
		w.wantTotal(t, "after the end of the instance", 0)
	})
}

func eventRows(n int) []record.Row {
	r := record.Events
	rows := make([]record.Row, n)
	for i := range rows {
		rows[i] = r.EmptyRow()
		rows[i][r.Index("name")], rows[i][r.Index("children")], rows[i][r.Index("children_count")] = fmt.Sprint("E", i), "[]", int64(0)
	}
	return rows
}

// What goes along with a deleted record is gone from the total of its own list.
func TestTotalFollowsWhatGoesAlong(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		class := w.create(t, record.InstanceClassnames, record.Values{"name": "AKM"})
		w.insert(t, record.Types, typeRows(record.InstanceClassnames.ID(class), 3))
		if page := w.list(t, record.Types, `{}`); page.Total != 3 {
			t.Errorf("total %d, want 3", page.Total)
		}
		if _, err := w.Delete(t.Context(), record.InstanceClassnames, w.Scope, record.InstanceClassnames.SID(class)); err != nil {
			t.Fatal(err)
		}
		if page := w.list(t, record.Types, `{}`); page.Total != 0 {
			t.Errorf("total %d, want 0", page.Total)
		}
	})
}

// A change that is taken back leaves its revision number to the next one, which must not meet its total.
func TestTotalAfterARollback(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		failed := errors.New("taken back")
		err := w.Edit(t.Context(), w.Scope, "import", func(e *store.Edit) error {
			if err := e.InsertAll(t.Context(), record.Events, eventRows(5)); err != nil {
				return err
			}
			w.wantTotal(t, "during a change", 0)
			return failed
		})
		if !errors.Is(err, failed) {
			t.Fatal(err)
		}
		w.wantTotal(t, "after the rollback", 0)
		w.event(t, "A")
		w.wantTotal(t, "after the next change", 1)
	})
}

// Of what one user's lists have left behind, another sees nothing.
func TestTotalIsTheOwnersAlone(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.event(t, "A")
		w.wantTotal(t, "for the owner", 1)
		other := newWorld(t, w.DB)
		scope := store.Scope{UserID: other.UserID, InstanceID: w.InstanceID}
		page, err := w.List(t.Context(), record.Events, scope, record.Query{Page: 1, PerPage: 10})
		if err != nil || page.Total != 0 || len(page.Rows) != 0 {
			t.Errorf("%+v: %d rows, total %d, %v", scope, len(page.Rows), page.Total, err)
		}
		other.wantTotal(t, "in the other's own instance", 0)
	})
}

// A second process on the same database is as good as a second DB.
func TestTotalFollowsOtherProcesses(t *testing.T) {
	eachConfig(t, func(t *testing.T, c store.Config) {
		w := newWorld(t, open(t, c))
		other := world{open(t, c), w.Scope, w.sid}
		for n := range int64(3) {
			w.wantTotal(t, "here", n)
			other.wantTotal(t, "there", n)
			other.event(t, "A")
		}
	})
}

// Writers and readers at once leave no total behind that is wrong for good, and no reader meets one that never was.
func TestTotalWithWritersAtOnce(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error)
		for range 2 {
			go func() { done <- w.readTotals(ctx) }()
		}
		atOnce(t, writers, func(int) error {
			return w.Edit(t.Context(), w.Scope, "import", func(e *store.Edit) error {
				return e.InsertAll(t.Context(), record.Events, eventRows(3))
			})
		})
		stop()
		for range 2 {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		w.wantTotal(t, "at the end", 3*writers)
	})
}

// readTotals lists until the context ends, and checks that totals only grow and by whole changes.
func (w world) readTotals(ctx context.Context) error {
	last := int64(0)
	for ctx.Err() == nil {
		page, err := w.List(ctx, record.Events, w.Scope, record.Query{Page: 1, PerPage: 1})
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if page.Total < last || page.Total%3 != 0 {
			return fmt.Errorf("total %d after %d", page.Total, last)
		}
		last = page.Total
	}
	return nil
}

// A large total follows the history instead of being counted again.
func TestTotalsAreFollowed(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		store.FollowTotals(w.DB, 0)
		r := record.Events
		insert := func(n int) {
			w.edit(t, func(e *store.Edit) error { return e.InsertAll(t.Context(), r, eventRows(n)) })
		}
		var event record.Row
		for _, step := range []struct {
			name string
			do   func()
		}{
			{"nothing", func() {}},
			{"a create", func() { event = w.event(t, "A") }},
			{"many", func() { insert(200) }},
			{"more than are followed", func() { insert(1_200) }},
			{"an update", func() { w.set(t, r, event, record.Values{"name": "B"}) }},
			{"another resource", func() { w.classname(t, "AKM") }},
			{"a delete", func() { w.remove(t, r, event) }},
			{"an undo", func() { w.undo(t, w.newest(t)) }},
			{"a revert", func() { w.revert(t, store.Revert{To: w.newest(t) - 3}) }},
			{"a history that is not kept", func() {
				w.event(t, "C")
				w.event(t, "D")
				if err := w.PruneHistory(t.Context(), store.Retention{Revisions: 1}); err != nil {
					t.Fatal(err)
				}
			}},
		} {
			step.do()
			w.wantTotal(t, "after "+step.name, w.number(t, `SELECT count(*) FROM events`))
		}
		if _, err := w.Exec(t.Context(), `DELETE FROM events`); err != nil { // which the history does not say
			t.Fatal(err)
		}
		before := w.list(t, r, `{}`).Total
		w.event(t, "E")
		w.wantTotal(t, "without counting", before+1)
	})
}

// Rows that go behind the store's back do not show in a total, because nothing is counted again at the same revision.
func TestTotalIsCountedOnceARevision(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.event(t, "A")
		w.wantTotal(t, "at first", 1)
		if _, err := w.Exec(t.Context(), `DELETE FROM events`); err != nil {
			t.Fatal(err)
		}
		w.wantTotal(t, "at the same revision", 1)
		w.event(t, "B")
		w.wantTotal(t, "at the next revision", 1)
		w.event(t, "C")
		w.wantTotal(t, "at the one after", 2)
	})
}

func TestTotalsAreBounded(t *testing.T) {
	t.Parallel()
	if kept := store.KeepTotals(2*store.MaxTotals + 1); kept == 0 || kept > store.MaxTotals {
		t.Errorf("%d totals are kept, want 1 to %d", kept, store.MaxTotals)
	}
}
