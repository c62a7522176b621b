package store_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/revisions"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
	"quartermaster/internal/validate"
)

// revert brings the instance, or a record of it, back and returns what was done.
func (w world) revert(t *testing.T, ask store.Revert) store.Reverted {
	t.Helper()
	done, err := w.Revert(t.Context(), w.Scope, ask)
	if err != nil {
		t.Fatalf("reverting %+v: %v", ask, err)
	}
	return done
}

// refused checks that a revert fails with the error and leaves everything as it is.
func (w world) refused(t *testing.T, ask store.Revert, want error) {
	t.Helper()
	before := w.state(t)
	_, err := w.Revert(t.Context(), w.Scope, ask)
	var problems validate.Errors
	if !errors.Is(err, want) && (!errors.As(err, &problems) || !strings.Contains(problems.First(), want.Error())) {
		t.Errorf("reverting %+v: %v, want %v", ask, err, want)
	}
	if diff := cmp.Diff(before, w.state(t)); diff != "" {
		t.Errorf("a refused revert changed:\n%s", diff)
	}
}

func (w world) newest(t *testing.T) int64 {
	t.Helper()
	return w.number(t, `SELECT revision FROM instances WHERE id = $1`, w.InstanceID)
}

// remove deletes a record.
func (w world) remove(t *testing.T, r *record.Resource, row record.Row) {
	t.Helper()
	if _, err := w.Delete(t.Context(), r, w.Scope, r.SID(row)); err != nil {
		t.Fatal(err)
	}
}

// set changes a record.
func (w world) set(t *testing.T, r *record.Resource, row record.Row, values record.Values) {
	t.Helper()
	if _, err := w.Update(t.Context(), r, w.Scope, r.SID(row), values); err != nil {
		t.Fatal(err)
	}
}

func TestRevertTellsWhatItDid(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		kept, gone := w.event(t, "Kept"), w.event(t, "Gone")
		to := w.newest(t)
		w.set(t, record.Events, kept, record.Values{"nominal": int64(9)})
		w.remove(t, record.Events, gone)
		w.create(t, record.Messages, record.Values{"text": "Hello"})
		newest := w.newest(t)
		want := []store.RevertedRecords{{Resource: record.Events, Created: 1, Updated: 1}, {Resource: record.Messages, Deleted: 1}}
		done := w.revert(t, store.Revert{To: to, DryRun: true})
		if done.Number != 0 || w.newest(t) != newest || !equalCounts(done.Resources, want) {
			t.Errorf("a dry run: %+v, now at %d", done, w.newest(t))
		}
		done = w.revert(t, store.Revert{To: to, Seen: newest})
		revision, changes := w.last(t)
		if done.Number != newest+1 || !equalCounts(done.Resources, want) || len(done.Warnings) > 0 {
			t.Errorf("the revert: %+v", done)
		}
		if revision.Action != "revert" || revisions.Summary(revision.Summary) != "back to revision 3" || len(changes) != 3 {
			t.Errorf("%+v with %+v", revision, changes)
		}
		if got := w.get(t, record.Events, gone); record.Events.ID(got) != record.Events.ID(gone) {
			t.Error("a record that comes back has another id")
		}
		if again := w.revert(t, store.Revert{To: to}); again.Number != 0 || w.newest(t) != done.Number {
			t.Errorf("going back to the same once more: %+v", again)
		}
		w.revert(t, store.Revert{To: newest})
		if _, err := w.Get(t.Context(), record.Events, w.Scope, record.Events.SID(gone)); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("the undone revert leaves the event: %v", err)
		}
	})
}

func equalCounts(got, want []store.RevertedRecords) bool {
	if len(got) != len(want) {
		return false
	}
	for i := range got {
		if got[i] != want[i] {
			return false
		}
	}
	return true
}

func TestRevertRefuses(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		event := w.event(t, "Loot")
		w.event(t, "Later")
		newest := w.newest(t)
		w.refused(t, store.Revert{To: 0}, store.ErrNotFound)
		w.refused(t, store.Revert{To: newest + 1}, store.ErrNotFound)
		w.refused(t, store.Revert{To: 1, Seen: newest - 1}, store.ErrChanged)
		w.refused(t, store.Revert{To: 1, Resource: record.Events, SID: "0000000000"}, store.ErrNotFound)
		w.refused(t, store.Revert{To: 1, Resource: record.Events, SID: record.Events.SID(event)}, store.ErrNotThere)
		stranger := newWorld(t, w.DB)
		if _, err := w.Revert(t.Context(), store.Scope{UserID: stranger.UserID, InstanceID: w.InstanceID},
			store.Revert{To: 1}); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("another user's revert: %v", err)
		}
	})
}

// TestRevertAcrossAClassName brings a class name back whose name another one has by now, with what was made on it.
func TestRevertAcrossAClassName(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.InstanceClassnames
		old := w.create(t, r, record.Values{"name": "AKM"})
		kind := w.create(t, record.Types, record.Values{
			"instance_classname_id": r.ID(old), "usage_ids": []int64{2, 1}, "slot": int64(4), "raw": "<type/>",
		})
		moved := w.create(t, record.Types, record.Values{"instance_classname_id": r.ID(old)})
		to, then := w.newest(t), w.state(t)
		w.set(t, r, old, record.Values{"name": "Other"})
		fresh := w.create(t, r, record.Values{"name": "akm"})
		w.set(t, record.Types, moved, record.Values{"instance_classname_id": r.ID(fresh)})
		w.remove(t, r, old)
		done := w.revert(t, store.Revert{To: to})
		if diff := cmp.Diff(then, w.state(t)); diff != "" {
			t.Errorf("not as it was:\n%s", diff)
		}
		want := []store.RevertedRecords{{Resource: r, Created: 1, Deleted: 1}, {Resource: record.Types, Created: 1, Updated: 1}}
		if !equalCounts(done.Resources, want) {
			t.Errorf("%+v", done.Resources)
		}
		if _, changes := w.last(t); changes[1].SID != record.Types.SID(kind) || changes[1].Title == "" {
			t.Errorf("the history of the revert: %+v", changes)
		}
	})
}

// TestRevertToWhatIsGone: a deleted category or usage cannot come back with the type that had it.
func TestRevertToWhatIsGone(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		category, err := w.Create(t.Context(), record.Categories, w.Scope, record.Values{"name": "mine"})
		if err != nil {
			t.Fatal(err)
		}
		var usage int64
		if err := w.Tx(t.Context(), func(tx *store.Tx) error {
			const text = `INSERT INTO type_usages (sid, user_id, name) VALUES ($1, $2, 'Mine') RETURNING id`
			return tx.QueryRow(t.Context(), text, store.NewSID(), w.UserID).Scan(&usage)
		}); err != nil {
			t.Fatal(err)
		}
		class := w.classname(t, "AKM")
		kind := w.create(t, record.Types, record.Values{
			"instance_classname_id": class, "category_id": record.Categories.ID(category), "usage_ids": []int64{3, usage, 1}, "nominal": int64(5),
		})
		to := w.newest(t)
		w.remove(t, record.Types, kind)
		w.remove(t, record.Categories, category)
		if _, err := w.Exec(t.Context(), `DELETE FROM type_usages WHERE id = $1`, usage); err != nil {
			t.Fatal(err)
		}
		done := w.revert(t, store.Revert{To: to})
		back := w.get(t, record.Types, kind)
		want := record.Values{"category_id": nil, "usage_ids": []int64{3, 1}, "nominal": int64(5)}
		for name, value := range want {
			if diff := cmp.Diff(value, field(record.Types, back, name)); diff != "" {
				t.Errorf("%s:\n%s", name, diff)
			}
		}
		if diff := cmp.Diff([]string{
			"category id of 1 type: the category is gone, and the field stays empty.",
			"usage ids of 1 type: type usages that are gone were left out.",
		}, done.Warnings); diff != "" {
			t.Errorf("warnings:\n%s", diff)
		}
	})
}

func TestRevertLeavesPasswordsAlone(t *testing.T) {
	eachConfig(t, func(t *testing.T, c store.Config) {
		c.Key = bytes.Repeat([]byte{3}, store.KeySize)
		w := newWorld(t, open(t, c))
		update := func(values record.Values) record.Row {
			row, err := w.UpdateInstance(t.Context(), w.Scope, w.sid, values)
			if err != nil {
				t.Fatal(err)
			}
			return row
		}
		update(record.Values{"username": "ada", "password": "one"})
		to := w.newest(t)
		want := update(record.Values{"username": "bob", "password": "two"})
		w.revert(t, store.Revert{To: to})
		r := record.Instances
		now, err := w.Get(t.Context(), r, store.Scope{UserID: w.UserID}, w.sid)
		if err != nil || field(r, now, "username") != "ada" || field(r, now, "password") != field(r, want, "password") {
			t.Errorf("username %v, password kept: %v, %v", field(r, now, "username"), field(r, now, "password") == field(r, want, "password"), err)
		}
		if field(r, now, "revision") != to+2 {
			t.Errorf("revision %v", field(r, now, "revision"))
		}
	})
}

func TestRacingReverts(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		w.event(t, "One")
		to, then := w.newest(t), w.state(t)
		w.event(t, "Two")
		w.event(t, "Three")
		atOnce(t, 8, func(int) error {
			_, err := w.Revert(t.Context(), w.Scope, store.Revert{To: to})
			return err
		})
		if diff := cmp.Diff(then, w.state(t)); diff != "" {
			t.Errorf("not as it was:\n%s", diff)
		}
		w.wantRevisions(t, 5)
	})
}

func TestRevertOfARecord(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		event, other := w.event(t, "Loot"), w.event(t, "Other")
		to := w.newest(t)
		then := w.get(t, record.Events, event)
		w.set(t, record.Events, event, record.Values{"name": "Changed", "nominal": nil})
		w.set(t, record.Events, other, record.Values{"nominal": int64(1)})
		w.remove(t, record.Events, event)
		ask := store.Revert{To: to, Resource: record.Events, SID: record.Events.SID(event)}
		w.revert(t, ask)
		if diff := cmp.Diff(storedValues(record.Events, then), storedValues(record.Events, w.get(t, record.Events, event))); diff != "" {
			t.Errorf("not as it was:\n%s", diff)
		}
		if field(record.Events, w.get(t, record.Events, other), "nominal") != int64(1) {
			t.Error("another record went back as well")
		}
		if revision, changes := w.last(t); revisions.Summary(revision.Summary) != "events: Loot back to revision 3" || len(changes) != 1 {
			t.Errorf("%+v, %d changes", revision, len(changes))
		}
		if again := w.revert(t, ask); again.Number != 0 {
			t.Errorf("once more: %+v", again)
		}
	})
}

func TestRevertOfARecordAmongOthers(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.InstanceClassnames
		class := w.create(t, r, record.Values{"name": "AKM"})
		kind := w.create(t, record.Types, record.Values{"instance_classname_id": r.ID(class)})
		to := w.newest(t)
		w.remove(t, r, class)
		w.refused(t, store.Revert{To: to, Resource: record.Types, SID: record.Types.SID(kind)}, errors.New("The instance classname that the "+
			"record refers to is gone."))
		another := w.create(t, r, record.Values{"name": "akm"})
		w.refused(t, store.Revert{To: to, Resource: r, SID: r.SID(class)}, store.ErrTaken)
		w.remove(t, r, another)
		w.revert(t, store.Revert{To: to, Resource: r, SID: r.SID(class)})
		w.revert(t, store.Revert{To: to, Resource: record.Types, SID: record.Types.SID(kind)})
		if got := field(record.Types, w.get(t, record.Types, kind), "instance_classname_id"); got != r.ID(class) {
			t.Errorf("the type is made on %v", got)
		}
	})
}

// TestRevertOfATraderCategory: its items follow it, and an item does not go back to a category of another trader.
func TestRevertOfATraderCategory(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		sellers, categories, items := record.TraderSellers, record.TraderCategories, record.TraderItems
		first, second := w.create(t, sellers, record.Values{"name": "First"}), w.create(t, sellers, record.Values{"name": "Second"})
		category := w.create(t, categories, record.Values{"name": "Guns", "seller_id": sellers.ID(first)})
		aside := w.create(t, categories, record.Values{"name": "Aside", "seller_id": sellers.ID(second)})
		item := w.create(t, items, record.Values{
			"seller_id": sellers.ID(first), "category_id": categories.ID(category), "instance_classname_id": w.classname(t, "AKM"),
		})
		to := w.newest(t)
		w.set(t, items, item, record.Values{"seller_id": sellers.ID(second), "category_id": categories.ID(aside)})
		w.set(t, categories, category, record.Values{"seller_id": sellers.ID(second)})
		w.refused(t, store.Revert{To: to, Resource: items, SID: items.SID(item)}, errors.New("The selected category id is invalid."))
		w.set(t, items, item, record.Values{"category_id": categories.ID(category)})
		w.revert(t, store.Revert{To: to, Resource: categories, SID: categories.SID(category)})
		if got := field(items, w.get(t, items, item), "seller_id"); got != sellers.ID(first) {
			t.Errorf("the item of the category belongs to seller %v", got)
		}
	})
}

// TestRevertOfARecordInAnotherLayout: the place in a file is another entry's when the file was read anew.
func TestRevertOfARecordInAnotherLayout(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		event := w.create(t, record.Events, record.Values{"name": "Loot", "slot": int64(2), "raw": "<event/>", "source_file": "a.xml"})
		stays := w.create(t, record.Events, record.Values{"name": "Stays", "slot": int64(1), "source_file": "a.xml"})
		to := w.newest(t)
		w.set(t, record.Events, stays, record.Values{"slot": int64(0), "nominal": int64(3)})
		w.remove(t, record.Events, event)
		w.edit(t, func(e *store.Edit) error {
			_, err := e.Create(t.Context(), record.Files, record.Values{"path": "a.xml", "kind": "events", "skeleton": "{}"})
			return err
		})
		for _, row := range []record.Row{event, stays} {
			w.revert(t, store.Revert{To: to, Resource: record.Events, SID: record.Events.SID(row)})
		}
		events := w.state(t)["events"]
		if got := events[record.Events.ID(event)]; got["slot"] != nil || got["raw"] != "<event/>" {
			t.Errorf("slot %v, raw %v", got["slot"], got["raw"])
		}
		if got := events[record.Events.ID(stays)]; got["slot"] != int64(0) || got["nominal"] != nil {
			t.Errorf("slot %v, nominal %v", got["slot"], got["nominal"])
		}
	})
}

func TestRecordHistory(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		event := w.event(t, "Loot")
		w.event(t, "Other")
		w.set(t, record.Events, event, record.Values{"nominal": int64(9)})
		w.remove(t, record.Events, event)
		list, total, err := w.RecordHistory(t.Context(), w.Scope, record.Events, record.Events.SID(event), 0, 2)
		if err != nil || total != 3 || len(list) != 2 {
			t.Fatalf("%d of %d changes, %v", len(list), total, err)
		}
		if list[0].Number != 5 || list[0].After != "" || list[1].Number != 4 || list[1].Action != "update" || list[1].After != `{"nominal":9}` {
			t.Errorf("%+v", list)
		}
		rest, _, err := w.RecordHistory(t.Context(), w.Scope, record.Events, record.Events.SID(event), 2, 2)
		if err != nil || len(rest) != 1 || rest[0].Number != 2 || rest[0].Before != "" {
			t.Errorf("%+v, %v", rest, err)
		}
		stranger := newWorld(t, w.DB)
		if list, total, err := w.RecordHistory(t.Context(), store.Scope{UserID: stranger.UserID, InstanceID: w.InstanceID}, record.Events,
			record.Events.SID(event), 0, 9); len(list) > 0 || total > 0 || err != nil {
			t.Errorf("a stranger sees %d of %d, %v", len(list), total, err)
		}
	})
}

func TestDiff(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		r := record.Events
		kept, gone := w.create(t, r, record.Values{"name": "Kept", "nominal": int64(1), "raw": "<a/>"}), w.event(t, "Gone")
		restless := w.event(t, "Restless")
		from := w.newest(t)
		w.set(t, r, kept, record.Values{"nominal": int64(2), "min": int64(1), "raw": "<b/>"})
		w.set(t, r, kept, record.Values{"nominal": int64(3), "min": nil})
		w.set(t, r, restless, record.Values{"nominal": int64(6)})
		w.set(t, r, restless, record.Values{"nominal": int64(5)})
		w.remove(t, r, w.event(t, "Short-lived"))
		w.set(t, r, gone, record.Values{"nominal": int64(8)})
		w.remove(t, r, gone)
		added := w.event(t, "Added")
		w.set(t, r, added, record.Values{"max": int64(7)})
		to := w.newest(t)
		list, err := w.Diff(t.Context(), w.Scope, from, to)
		if err != nil || len(list) != 3 {
			t.Fatalf("%d records differ: %+v, %v", len(list), list, err)
		}
		changed, removed, made := list[0], list[1], list[2]
		if changed.SID != r.SID(kept) || len(changed.Before) != 1 || string(changed.Before["nominal"]) != "1" ||
			string(changed.After["nominal"]) != "3" {
			t.Errorf("changed: %s -> %s", changed.Before, changed.After)
		}
		if removed.SID != r.SID(gone) || removed.After != nil || string(removed.Before["nominal"]) != "5" {
			t.Errorf("removed: %s -> %s", removed.Before, removed.After)
		}
		if made.SID != r.SID(added) || made.Before != nil || string(made.After["max"]) != "7" || string(made.After["name"]) != `"Added"` {
			t.Errorf("added: %s -> %s", made.Before, made.After)
		}
		back, err := w.Diff(t.Context(), w.Scope, to, from)
		if err != nil || len(back) != 3 || string(back[0].Before["nominal"]) != "3" || back[1].Before != nil || back[2].After != nil {
			t.Errorf("backwards: %+v, %v", back, err)
		}
		w.revert(t, store.Revert{To: from})
		if same, err := w.Diff(t.Context(), w.Scope, from, w.newest(t)); err != nil || len(same) != 0 {
			t.Errorf("after the revert %d records differ: %+v, %v", len(same), same, err)
		}
		for _, number := range []int64{0, w.newest(t) + 1} {
			if _, err := w.Diff(t.Context(), w.Scope, number, from); !errors.Is(err, store.ErrNotFound) {
				t.Errorf("from revision %d: %v", number, err)
			}
		}
	})
}

func TestPruneHistory(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		clock := time.Date(2026, 2, 1, 12, 0, 0, 0, time.UTC)
		store.SetClock(w.DB, func() time.Time { return clock })
		for range 6 {
			w.event(t, "Loot")
			clock = clock.Add(time.Hour)
		}
		scope, sid := storetest.Instance(t, w.DB, w.UserID)
		quiet := world{w.DB, scope, sid}
		want := func(revisions ...int64) {
			t.Helper()
			list, _, err := w.Revisions(t.Context(), w.Scope, 0, 100)
			var numbers []int64
			for _, revision := range list {
				numbers = append(numbers, revision.Number)
			}
			if diff := cmp.Diff(revisions, numbers); diff != "" || err != nil {
				t.Errorf("kept:\n%s\n%v", diff, err)
			}
			if orphans := w.number(t, `SELECT count(*) FROM changes WHERE instance_id = $1 AND revision < $2`, w.InstanceID,
				revisions[len(revisions)-1]); orphans > 0 {
				t.Errorf("%d changes of removed revisions are left", orphans)
			}
		}
		prune := func(keep store.Retention) {
			t.Helper()
			if err := w.PruneHistory(t.Context(), keep); err != nil {
				t.Fatal(err)
			}
		}
		prune(store.Retention{})
		want(7, 6, 5, 4, 3, 2, 1)
		prune(store.Retention{Revisions: 5})
		want(7, 6, 5, 4, 3)
		w.refused(t, store.Revert{To: 2}, store.ErrNotFound)
		prune(store.Retention{Age: 2*time.Hour + time.Minute, Revisions: 100})
		want(7, 6)
		w.revert(t, store.Revert{To: 6})
		clock = clock.Add(1000 * time.Hour)
		prune(store.Retention{Age: time.Hour})
		want(8)
		if n := w.number(t, `SELECT count(*) FROM events WHERE instance_id = $1`, w.InstanceID); n != 5 {
			t.Errorf("%d events, want 5", n)
		}
		quiet.wantRevisions(t, 1)
	})
}

// TestPruneHistoryInSteps removes more than one transaction takes.
func TestPruneHistoryInSteps(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		for range 250 {
			w.event(t, "Loot")
		}
		if err := w.PruneHistory(t.Context(), store.Retention{Revisions: 1}); err != nil {
			t.Fatal(err)
		}
		if numbers := w.numbers(t); len(numbers) != 1 || numbers[0] != 251 {
			t.Errorf("kept %v", numbers)
		}
	})
}

// TestContentsThatAreNoLongerKept: a file that would need them does not go back, which says so, and one that has lost its original alone
// does.
func TestContentsThatAreNoLongerKept(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		var original any
		version := func(content string) int64 {
			w.edit(t, func(e *store.Edit) error {
				ids, err := e.AddContents(t.Context(), []store.Content{{SHA256: content, Size: 1, Packed: []byte(content)}})
				if err != nil {
					return err
				}
				values := record.Values{"path": "a.txt", "kind": "other", "content_id": ids[content], "original_id": original}
				original = ids[content]
				files, err := e.FilesAt(t.Context(), []string{"a.txt"}, nil)
				if err == nil && len(files) > 0 {
					_, err = e.Update(t.Context(), record.Files, record.Files.SID(files[0]), values)
				} else if err == nil {
					_, err = e.Create(t.Context(), record.Files, values)
				}
				return err
			})
			return w.newest(t)
		}
		forget := func(content string) {
			if _, err := w.Exec(t.Context(), `DELETE FROM file_contents WHERE sha256 = $1`, content); err != nil {
				t.Fatal(err)
			}
		}
		first, second := version("first"), version("second")
		original = nil
		version("third")
		forget("first")
		var problems validate.Errors
		if _, err := w.Revert(t.Context(), w.Scope, store.Revert{
			To: first,
		}); !errors.As(err, &problems) || !strings.Contains(problems.First(), "a.txt") {
			t.Errorf("without its contents: %v", err)
		}
		if _, err := w.Revert(t.Context(), w.Scope, store.Revert{To: second}); err != nil {
			t.Error(err)
		}
	})
}
