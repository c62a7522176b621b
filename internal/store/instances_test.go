package store_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

func TestCreateInstance(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.Instances
		made, err := w.CreateInstance(t.Context(), w.UserID, record.Values{"name": "Second", "map_id": int64(2)})
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]any{
			"name":             "Second",
			"user_id":          w.UserID,
			"mission":          "dayzOffline.enoch",
			"map_name":         "Livonia",
			"revision":         int64(1),
			"use_types_config": int64(1),
			"port":             nil,
		} {
			if got := field(r, made, name); got != want {
				t.Errorf("%s is %v, want %v", name, got, want)
			}
		}
		if diff := cmp.Diff(made, w.get(t, r, made)); diff != "" {
			t.Errorf("what is made and what is stored differ:\n%s", diff)
		}
		scope, err := w.InstanceScope(t.Context(), w.UserID, r.SID(made))
		if want := (store.Scope{UserID: w.UserID, InstanceID: r.ID(made)}); err != nil || scope != want {
			t.Errorf("scope %v, %v, want %v", scope, err, want)
		}
		core, err := w.EconomyCore(t.Context(), scope)
		if err != nil || field(record.EconomyCores, core, "dyn_radius") != int64(30) {
			t.Errorf("economy core %v, %v", core, err)
		}
	})
}

func TestCreateInstanceRefuses(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		_, noMap := w.CreateInstance(t.Context(), w.UserID, record.Values{"name": "x", "map_id": int64(999)})
		_, noUser := w.CreateInstance(t.Context(), 999, record.Values{"name": "x", "map_id": int64(1)})
		if !errors.Is(noMap, store.ErrNotFound) || !errors.Is(noUser, store.ErrReference) {
			t.Errorf("no map: %v, no user: %v", noMap, noUser)
		}
		if n := w.number(t, `SELECT count(*) FROM instances`); n != 1 {
			t.Errorf("%d instances, want the first one only", n)
		}
	})
}

func TestUpdateInstance(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.Instances
		updated, err := w.UpdateInstance(t.Context(), w.Scope, w.sid, record.Values{"map_id": int64(3), "mission": nil, "port": int64(2302)})
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]any{
			"mission": "dayzOffline.sakhal", "map_name_short": "sakhal", "port": int64(2302), "revision": int64(2), "name": "Test",
		} {
			if got := field(r, updated, name); got != want {
				t.Errorf("%s is %v, want %v", name, got, want)
			}
		}
		if diff := cmp.Diff(updated, w.get(t, r, updated)); diff != "" {
			t.Errorf("what is returned and what is stored differ:\n%s", diff)
		}
		same, err := w.UpdateInstance(t.Context(), w.Scope, w.sid, record.Values{"port": int64(2302)})
		if diff := cmp.Diff(updated, same); err != nil || diff != "" {
			t.Errorf("updating to the same: %v\n%s", err, diff)
		}
	})
}

func TestEconomyCore(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.EconomyCores
		first, err := w.EconomyCore(t.Context(), w.Scope)
		if err != nil {
			t.Fatal(err)
		}
		updated, err := w.UpdateEconomyCore(t.Context(), w.Scope, record.Values{"dyn_radius": int64(99), "log_ce_loop": int64(1)})
		if err != nil || field(r, updated, "dyn_radius") != int64(99) || r.SID(updated) != r.SID(first) {
			t.Errorf("updated %v, %v", updated, err)
		}
		if err := w.ResetEconomyCore(t.Context(), w.Scope); err != nil {
			t.Fatal(err)
		}
		again, err := w.EconomyCore(t.Context(), w.Scope)
		if err != nil || r.SID(again) == r.SID(first) {
			t.Errorf("after the reset the sid is %s, %v", r.SID(again), err)
		}
		for _, name := range []string{"id", "sid", "created_at", "updated_at"} {
			again[r.Index(name)] = field(r, first, name)
		}
		if diff := cmp.Diff(first, again); diff != "" {
			t.Errorf("after the reset:\n%s", diff)
		}
		if revision, changes := w.last(t); revision.Action != "reset" || revision.Number != 3 || len(changes) != 2 {
			t.Errorf("revision %+v with %d changes", revision, len(changes))
		}
	})
}

// owned are the tables with what belongs to instances.
var owned = []string{
	"instances", "revisions", "changes", "economy_cores", "instance_files", "instance_classnames", "types",
	"type_usage_links", "type_value_links", "type_tag_links", "events",
}

func (w world) counts(t *testing.T) map[string]int64 {
	t.Helper()
	counts := map[string]int64{}
	for _, table := range owned {
		counts[table] = w.number(t, `SELECT count(*) FROM `+table)
	}
	return counts
}

func (w world) fill(t *testing.T) {
	t.Helper()
	w.event(t, "Loot")
	w.insert(t, record.Types, typeRows(w.classname(t, "AKM"), 3))
	w.insert(t, record.Files, []record.Row{record.Files.Encode(&record.File{Path: "db/types.xml", Kind: "types"})})
}

func TestDeleteInstanceTakesEverything(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.fill(t)
		before := w.counts(t)
		for table, n := range before {
			if n == 0 {
				t.Fatalf("nothing in %s to delete", table)
			}
		}
		scope, sid := storetest.Instance(t, w.DB, w.UserID)
		second := world{w.DB, scope, sid}
		second.fill(t)
		if err := w.DeleteInstance(t.Context(), w.UserID, second.sid); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(before, w.counts(t)); diff != "" {
			t.Errorf("what is left is not what was there before:\n%s", diff)
		}
		if err := w.DeleteInstance(t.Context(), w.UserID, second.sid); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("deleting again: %v", err)
		}
		if err := w.DeleteInstance(t.Context(), w.UserID, w.sid); err != nil {
			t.Fatal(err)
		}
		for table, n := range w.counts(t) {
			if n != 0 {
				t.Errorf("%d rows are left in %s", n, table)
			}
		}
	})
}
