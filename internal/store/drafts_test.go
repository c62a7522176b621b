package store_test

import (
	"errors"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// draft makes a draft and returns it as a world of its own.
func (w world) draft(t *testing.T) (world, store.MadeDraft) {
	t.Helper()
	sid, err := w.MakeDraft(t.Context(), w.Scope, store.DraftPlan{Name: "try", Most: 20})
	if err != nil {
		t.Fatalf("making a draft: %v", err)
	}
	d, err := w.Draft(t.Context(), w.Scope, sid)
	if err != nil {
		t.Fatalf("reading the draft: %v", err)
	}
	return world{w.DB, d.Scope, sid}, d
}

func TestADraftHoldsWhatItsOriginHolds(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		usage := w.create(t, record.TypeUsages, record.Values{"name": "Harbour", "is_group": int64(0)})
		class := w.classname(t, "Rope")
		w.create(t, record.Types, record.Values{
			"instance_classname_id": class, "nominal": int64(7), "usage_ids": []int64{record.TypeUsages.ID(usage)},
		})
		w.event(t, "StaticBoat")
		d, draft := w.draft(t)
		types := d.all(t, record.Types)
		if len(types) != 1 {
			t.Fatalf("the draft has %d types", len(types))
		}
		r, got := record.Types, types[0]
		switch {
		case got[r.Index("name")] != "Rope", got[r.Index("nominal")] != int64(7), len(got[r.Index("usage_ids")].([]int64)) != 1:
			t.Errorf("the copied type is %v", got)
		case got[r.Index("instance_classname_id")] == class, r.SID(got) == r.SID(w.all(t, r)[0]):
			t.Errorf("the copied type refers to what belongs to the origin: %v", got)
		case draft.There(r, r.ID(got)) != r.ID(w.all(t, r)[0]), draft.Here(r, draft.There(r, r.ID(got))) != r.ID(got):
			t.Errorf("the draft does not know what its type was copied from")
		}
		made := d.create(t, r, record.Values{"instance_classname_id": got[r.Index("instance_classname_id")]})
		if draft.There(r, r.ID(made)) != 0 {
			t.Errorf("a new type of the draft was taken for a copy")
		}
		d.set(t, r, got, record.Values{"nominal": int64(1)})
		if w.all(t, r)[0][r.Index("nominal")] != int64(7) {
			t.Errorf("a change of the draft has changed its origin")
		}
	})
}

func TestDraftsAreNotAmongInstances(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		count := func() int64 {
			n, err := w.CountInstances(t.Context(), w.UserID)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		before := count()
		d, _ := w.draft(t)
		rows, err := w.All(t.Context(), record.Instances, store.Scope{UserID: w.UserID}, "")
		with, errWith := w.All(t.Context(), record.Instances, store.Scope{UserID: w.UserID, Drafts: true}, "")
		if err = errors.Join(err, errWith); err != nil || count() != before || int64(len(rows)) != before || len(with) != len(rows)+1 {
			t.Errorf("with a draft: %d instances, %d in lists, %d with drafts, %v", count(), len(rows), len(with), err)
		}
		row, err := w.Get(t.Context(), record.Instances, store.Scope{UserID: w.UserID}, d.sid)
		if r := record.Instances; err != nil || row[r.Index("draft_of")] != w.sid {
			t.Errorf("the draft is %v, %v", row, err)
		}
		if _, err := d.MakeDraft(t.Context(), d.Scope, store.DraftPlan{Name: "again", Most: 20}); !errors.Is(err, store.ErrFull) {
			t.Errorf("a draft of a draft: %v", err)
		}
		if _, err := w.MakeDraft(t.Context(), w.Scope, store.DraftPlan{Name: "again", Most: 1}); !errors.Is(err, store.ErrFull) {
			t.Errorf("one draft too many: %v", err)
		}
		if err := w.DeleteInstance(t.Context(), w.UserID, w.sid); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Get(t.Context(), record.Instances, store.Scope{UserID: w.UserID}, d.sid); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("the draft after its origin: %v", err)
		}
	})
}
