package store_test

import (
	"errors"
	"strconv"
	"testing"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// upserts are operations on class names, and on a type of each that refers to usages.
func upserts(names int, classIDs []int64) (operations []store.Operation) {
	for i := range names {
		body := jsontree.ParseBody([]byte(`{"name":"Class` + strconv.Itoa(i) + `","category_id":1}`))
		operations = append(operations, store.Operation{Op: store.OpUpsert, Resource: record.InstanceClassnames, Data: body})
	}
	for i, id := range classIDs {
		body := jsontree.ParseBody([]byte(`{"instance_classname_id":` + strconv.FormatInt(id, 10) + `,"nominal":` + strconv.Itoa(i) +
			`,"usage_ids":[1,2]}`))
		operations = append(operations, store.Operation{Op: store.OpUpsert, Resource: record.Types, Data: body})
	}
	return operations
}

func (w world) batch(t *testing.T, operations []store.Operation) []store.Outcome {
	t.Helper()
	outcomes, err := w.Batch(t.Context(), w.Scope, say.Message{}, operations)
	if err != nil {
		t.Fatal(err)
	}
	return outcomes
}

func TestBatchesDoNotLoop(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		const n = 1_000
		ids := make([]int64, n)
		for i, outcome := range w.batch(t, upserts(n, nil)) {
			ids[i] = record.InstanceClassnames.ID(outcome.Row)
		}
		w.batch(t, upserts(0, ids))
		// 14,000 values of class names and 30,000 of types with their links and history: a statement takes 480 at the least.
		wantStatements(t, w, "upserts of 2,000 records that are there", 250, func() { w.batch(t, upserts(n, ids)) })
		var deletions []store.Operation
		for _, row := range w.all(t, record.InstanceClassnames) {
			sid := record.InstanceClassnames.SID(row)
			deletions = append(deletions, store.Operation{Op: store.OpDelete, Resource: record.InstanceClassnames, SID: sid})
		}
		wantStatements(t, w, "deletions with types that go along", 80, func() { w.batch(t, deletions) })
	})
}

func TestBatchIsAllOrNothing(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		before := w.contents(t)
		operations := append(upserts(3, nil), store.Operation{Op: store.OpDelete, Resource: record.Events, SID: "none"})
		_, err := w.Batch(t.Context(), w.Scope, say.Message{}, operations)
		var refusals store.Refusals
		if !errors.As(err, &refusals) || len(refusals) != 1 || refusals[0].Operation != 3 || refusals[0].Problems[0].Field != "sid" {
			t.Errorf("%+v", err)
		}
		if after := w.contents(t); after != before {
			t.Error("something was stored")
		}
		for name, scope := range w.strangers(t) {
			if name == "the user's other instance" || name == "another user's instance" {
				continue // those are their own
			}
			if _, err := w.Batch(t.Context(), scope, say.Message{}, upserts(1, nil)); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// TestStreamLeavesOutWhatIsGone reads a list, one of whose records is deleted before its piece is read.
func TestStreamLeavesOutWhatIsGone(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		first, second, third := w.event(t, "A"), w.event(t, "B"), w.event(t, "C")
		stream, err := w.Stream(t.Context(), record.Events, w.Scope, record.Query{Sort: []record.Sorting{{
			Field: record.Events.Field("name"), Descending: true,
		}}})
		if err != nil || stream.Len() != 3 {
			t.Fatal(stream.Len(), err)
		}
		if _, err := w.Delete(t.Context(), record.Events, w.Scope, record.Events.SID(second)); err != nil {
			t.Fatal(err)
		}
		var got []int64
		err = stream.Each(t.Context(), func(rows []record.Row) error {
			for _, row := range rows {
				got = append(got, record.Events.ID(row))
			}
			return nil
		})
		if want := []int64{
			record.Events.ID(third), record.Events.ID(first),
		}; err != nil || len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
			t.Errorf("%v, want %v, %v", got, want, err)
		}
		failed := errors.New("stop")
		if err := stream.Each(t.Context(), func([]record.Row) error { return failed }); !errors.Is(err, failed) {
			t.Errorf("%v", err)
		}
	})
}
