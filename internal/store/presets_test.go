package store_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// vanillaTypes is how many types the game brings.
const vanillaTypes = 1_970

// TestPresetsDoNotLoop puts a preset into as many types as the game brings.
func TestPresetsDoNotLoop(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.insert(t, record.Types, typeRows(w.classname(t, "AKM"), vanillaTypes))
		preset := w.create(t, record.TypePresets, record.Values{
			"title": "All", "nominal": int64(9), "tag_id": int64(3), "usage_ids": []int64{4, 2}, "value_ids": []int64{1},
		})
		wantStatements(t, w, "a dry run", 12, func() {
			w.applied(t, preset, store.Apply{DryRun: true}, store.Applied{Matched: vanillaTypes, Updated: vanillaTypes})
		})
		wantStatements(t, w, "an application", 120, func() {
			w.applied(t, preset, store.Apply{}, store.Applied{Matched: vanillaTypes, Updated: vanillaTypes})
		})
		wantStatements(t, w, "a second application", 12, func() {
			w.applied(t, preset, store.Apply{}, store.Applied{Matched: vanillaTypes})
		})
		for _, row := range w.all(t, record.Types) {
			got := []any{
				field(record.Types, row, "nominal"), field(record.Types, row, "min"), field(record.Types, row, "usage_ids"),
				field(record.Types, row, "value_ids"), field(record.Types, row, "tag_ids"), field(record.Types, row, "tag_id"),
			}
			if diff := cmp.Diff([]any{int64(9), int64(5), []int64{4, 2}, []int64{1}, []int64{3}, int64(3)}, got); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

// applied applies a preset and compares what that counts.
func (w world) applied(t *testing.T, preset record.Row, a store.Apply, want store.Applied) {
	t.Helper()
	got, err := w.ApplyPreset(t.Context(), w.Scope, record.TypePresets.SID(preset), a)
	if err != nil || got != want {
		t.Errorf("%+v, want %+v (%v)", got, want, err)
	}
}

func TestPresetsAreAppliedWholeOrNotAtAll(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.insert(t, record.Types, typeRows(w.classname(t, "AKM"), 3))
		var sids []string
		for _, row := range w.all(t, record.Types) {
			sids = append(sids, record.Types.SID(row))
		}
		preset := w.create(t, record.TypePresets, record.Values{"title": "All", "restock": int64(77)})
		unknown := slices.Concat(sids, []string{"0000000000"})
		if _, err := w.ApplyPreset(t.Context(), w.Scope, record.TypePresets.SID(preset), store.Apply{
			Types: unknown,
		}); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("an unknown type: %v", err)
		}
		if n := w.number(t, `SELECT count(*) FROM types WHERE restock = 77`); n != 0 {
			t.Errorf("%d types have changed", n)
		}
		w.applied(t, preset, store.Apply{Types: sids[:2]}, store.Applied{Matched: 2, Updated: 2})
		if n := w.number(t, `SELECT count(*) FROM types WHERE restock = 77`); n != 2 {
			t.Errorf("%d types have changed", n)
		}
	})
}
