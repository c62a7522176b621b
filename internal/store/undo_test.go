package store_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/revisions"
	"quartermaster/internal/store"
)

func (w world) undo(t *testing.T, number int64) store.Reverted {
	t.Helper()
	done, err := w.Undo(t.Context(), w.Scope, store.Undo{Number: number})
	if err != nil {
		t.Fatalf("undoing %d: %v", number, err)
	}
	return done
}

// notUndone checks that a revision cannot be taken back, for these reasons, and that everything stays as it is.
func (w world) notUndone(t *testing.T, number int64, want ...string) {
	t.Helper()
	before := w.state(t)
	_, err := w.Undo(t.Context(), w.Scope, store.Undo{Number: number})
	var found store.Conflicts
	if !errors.As(err, &found) {
		t.Fatalf("undoing %d: %v", number, err)
	}
	var got []string
	for _, c := range found {
		got = append(got, c.Error())
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("undoing %d (-want +got):\n%s", number, diff)
	}
	if diff := cmp.Diff(before, w.state(t)); diff != "" {
		t.Errorf("a refused undo changed:\n%s", diff)
	}
}

func TestUndoLeavesWhatCameLater(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		events := record.Events
		kept, gone := w.event(t, "Kept"), w.event(t, "Gone")
		made := w.newest(t)
		w.set(t, events, kept, record.Values{"nominal": int64(9), "min": int64(2)})
		changed := w.newest(t)
		w.remove(t, events, gone)
		removed := w.newest(t)
		w.set(t, events, kept, record.Values{"max": int64(30), "name": "Renamed"})
		fresh := w.event(t, "Fresh")
		created := w.newest(t)

		would, err := w.Undo(t.Context(), w.Scope, store.Undo{Number: changed, DryRun: true})
		if err != nil || would.Number != 0 || w.newest(t) != created ||
			!equalCounts(would.Resources, []store.RevertedRecords{{Resource: events, Updated: 1}}) {
			t.Errorf("a dry run: %+v, %v", would, err)
		}
		w.undo(t, changed)
		for name, want := range map[string]any{
			"nominal": field(events, kept, "nominal"), "min": field(events, kept, "min"), "max": int64(30), "name": "Renamed",
		} {
			if got := field(events, w.get(t, events, kept), name); got != want {
				t.Errorf("%s is %v, want %v", name, got, want)
			}
		}
		w.undo(t, removed)
		if got := w.get(t, events, gone); events.ID(got) != events.ID(gone) || field(events, got, "name") != "Gone" {
			t.Errorf("the deleted event: %+v", got)
		}
		done := w.undo(t, created)
		if _, err := w.Get(t.Context(), events, w.Scope, events.SID(fresh)); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("the event that was made: %v", err)
		}
		revision, _ := w.last(t)
		if revision.Number != done.Number || revision.Action != "revert" ||
			revisions.Summary(revision.Summary) != fmt.Sprintf("undo revision %d", created) {
			t.Errorf("%+v", revision)
		}
		w.undo(t, done.Number) // which can be taken back as well
		if _, err := w.Get(t.Context(), events, w.Scope, events.SID(fresh)); err != nil {
			t.Errorf("the event that was made: %v", err)
		}
		w.notUndone(t, made, "The event “Gone” has been changed since.")
	})
}

// TestUndoAsksForMoreThanAMerge: a value is taken back only from what the revisions left, even where it is already as it would come back,
// or where they left it as it was.
func TestUndoAsksForMoreThanAMerge(t *testing.T) {
	tests := map[string]struct {
		within, since []int64 // of a nominal that was 1
		refused       bool
	}{
		"not touched since":                                   {within: []int64{2}},
		"changed since":                                       {[]int64{2}, []int64{3}, true},
		"as it would come back":                               {[]int64{2}, []int64{1}, true},
		"as the revision left it again":                       {[]int64{2}, []int64{3, 2}, false},
		"taken back within":                                   {within: []int64{2, 1}},
		"taken back within, and then changed":                 {[]int64{2, 1}, []int64{3}, true},
		"taken back within, changed and taken back once more": {[]int64{2, 1}, []int64{3, 1}, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, w world) {
				event := w.create(t, record.Events, record.Values{"name": "Loot", "nominal": int64(1)})
				set := func(values []int64) {
					for _, n := range values {
						w.set(t, record.Events, event, record.Values{"nominal": n})
					}
				}
				from := w.newest(t) + 1
				set(tt.within)
				to := w.newest(t)
				set(tt.since)
				_, err := w.Undo(t.Context(), w.Scope, store.Undo{From: from, Number: to})
				if refused := errors.As(err, new(store.Conflicts)); refused != tt.refused || err != nil && !refused {
					t.Fatalf("refused: %v, %v", refused, err)
				}
				if got := field(record.Events, w.get(t, record.Events, event), "nominal"); !tt.refused && got != int64(1) {
					t.Errorf("the nominal is %v", got)
				}
			})
		})
	}
}

func TestUndoRefusesWhatWasTouchedLater(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		events := record.Events
		event := w.event(t, "Loot")
		made := w.newest(t)
		w.set(t, events, event, record.Values{"nominal": int64(9)})
		first := w.newest(t)
		w.set(t, events, event, record.Values{"nominal": int64(10)})
		second := w.newest(t)
		w.notUndone(t, made, "The event “Loot” has been changed since.")
		w.notUndone(t, first, "The event “Loot” has been changed since.")
		w.set(t, events, event, record.Values{"nominal": int64(9)})
		w.undo(t, first) // it is again as that revision left it
		w.remove(t, events, event)
		removed := w.newest(t)
		w.notUndone(t, second, "The event “Loot” has been deleted since.")
		if done := w.undo(t, made); done.Number != 0 {
			t.Errorf("what is gone anyway: %+v", done)
		}
		w.undo(t, removed)
		w.notUndone(t, removed, "The event “Loot” exists again.")
		for _, ask := range []store.Undo{{Number: 0}, {Number: w.newest(t) + 1}} {
			if _, err := w.Undo(t.Context(), w.Scope, ask); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("%+v: %v", ask, err)
			}
		}
		if _, err := w.Undo(t.Context(), w.Scope, store.Undo{Number: first, Seen: second}); !errors.Is(err, store.ErrChanged) {
			t.Errorf("an instance that has changed: %v", err)
		}
		stranger := newWorld(t, w.DB)
		if _, err := w.Undo(t.Context(), store.Scope{UserID: stranger.UserID, InstanceID: w.InstanceID}, store.Undo{
			Number: first,
		}); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("another user's undo: %v", err)
		}
	})
}

func TestUndoAmongRecordsThatReferToOthers(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		classes, types := record.InstanceClassnames, record.Types
		class := w.create(t, classes, record.Values{"name": "AKM"})
		made := w.newest(t)
		kind := w.create(t, types, record.Values{"instance_classname_id": classes.ID(class)})
		w.notUndone(t, made, "The type “AKM” depends on what that revision made.")
		w.remove(t, types, kind)
		lonely := w.newest(t)
		w.undo(t, made)
		w.notUndone(t, lonely, "The type “AKM” no longer has its instance classname.")
		again := w.newest(t)
		other := w.create(t, classes, record.Values{"name": "akm"})
		w.notUndone(t, again, "The instance classname “akm” now has a name that would come back.")
		w.remove(t, classes, other)
		w.undo(t, again)
		w.undo(t, lonely)
		w.get(t, types, kind)
		w.remove(t, classes, class) // with the type
		w.undo(t, w.newest(t))
		w.get(t, types, kind)
	})
}

// TestUndoOfATraderItem: the category that it came from belongs to another trader by now.
func TestUndoOfATraderItem(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		sellers, categories, items := record.TraderSellers, record.TraderCategories, record.TraderItems
		first, second := w.create(t, sellers, record.Values{"name": "First"}), w.create(t, sellers, record.Values{"name": "Second"})
		one := w.create(t, categories, record.Values{"name": "One", "seller_id": sellers.ID(first)})
		two := w.create(t, categories, record.Values{"name": "Two", "seller_id": sellers.ID(first)})
		item := w.create(t, items, record.Values{
			"seller_id": sellers.ID(first), "category_id": categories.ID(one), "instance_classname_id": w.classname(t, "AKM"),
		})
		w.set(t, items, item, record.Values{"category_id": categories.ID(two)})
		moved := w.newest(t)
		w.set(t, categories, one, record.Values{"seller_id": sellers.ID(second)})
		w.notUndone(t, moved, "The trader item “AKM” no longer fits its parent.")
	})
}

// TestUndoAfterAnotherLayout: the place that a record had in its file is another's by now.
func TestUndoAfterAnotherLayout(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		events := record.Events
		event := w.create(t, events, record.Values{"name": "Loot", "slot": int64(4), "raw": "<event/>"})
		w.remove(t, events, event)
		removed := w.newest(t)
		w.create(t, record.Files, record.Values{"path": "db/events.xml", "kind": "events"})
		w.undo(t, removed)
		if got := w.all(t, events)[0]; field(events, got, "slot") != nil || field(events, got, "raw") != "<event/>" {
			t.Errorf("slot %v, raw %v", field(events, got, "slot"), field(events, got, "raw"))
		}
	})
}

// TestUndoOfSettings: settings files are told apart by their slugs and have no name.
func TestUndoOfSettings(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		settings := record.ExpansionSettings
		row, err := w.Create(t.Context(), settings, w.Scope, record.Values{"setting": "general", "document": `{"EnableGravecross":0}`})
		if err != nil {
			t.Fatal(err)
		}
		w.set(t, settings, row, record.Values{"document": `{"EnableGravecross":1}`})
		changed := w.newest(t)
		w.event(t, "Later")
		w.undo(t, changed)
		if got := field(settings, w.get(t, settings, row), "document"); got != field(settings, row, "document") {
			t.Errorf("the document is %v", got)
		}
		w.remove(t, settings, row)
		removed := w.newest(t)
		if _, err := w.Create(t.Context(), settings, w.Scope, record.Values{"setting": "general", "document": `{}`}); err != nil {
			t.Fatal(err)
		}
		w.notUndone(t, removed, "The expansion setting “general” now has a name that would come back.")
	})
}
