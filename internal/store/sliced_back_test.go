package store_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/store/conns"
	"quartermaster/internal/storetest"
)

// followed is a world on SQLite of which something is held after each transaction.
type followed struct {
	world
	t     *testing.T
	dir   string
	mu    sync.Mutex // held while it is looked at
	after func()
}

func newFollowed(t *testing.T) *followed {
	t.Helper()
	f := &followed{t: t, dir: t.TempDir()}
	f.world = world{DB: f.open(f.dir, f.trace)}
	f.world = newWorld(t, f.DB)
	store.SliceFinely(f.DB, 1)
	return f
}

func (f *followed) open(dir string, trace conns.Trace) *store.DB {
	f.t.Helper()
	db, err := store.Open(f.t.Context(), store.Config{
		Dir: dir, Key: make([]byte, store.KeySize), Unsynced: true, InSlices: true, Trace: trace,
	})
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { _ = db.Close() })
	return db
}

func (f *followed) trace([]string) {
	if f.after == nil || !f.mu.TryLock() { // of the test itself
		return
	}
	defer f.mu.Unlock()
	f.after()
}

// seen is what people see in a database, and stored what is in its tables besides.
func (f *followed) seen(db *store.DB) string {
	f.t.Helper()
	w := world{db, f.Scope, f.sid}
	page, err := db.List(f.t.Context(), record.Types, f.Scope, record.Query{Page: 1, PerPage: 1})
	revisions, total, failed := db.Revisions(f.t.Context(), f.Scope, 0, 20)
	if err != nil || failed != nil {
		f.t.Fatal(err, failed)
	}
	changes, err := db.Changes(f.t.Context(), f.Scope, total, 0, 100)
	if err != nil {
		f.t.Fatal(err)
	}
	return fmt.Sprint(w.state(f.t), page.Total, len(revisions), total, len(changes), w.answers(f.t))
}

// answers are what a list with its counts, a filter by links, and a search over all instances find, and where the instance stands.
func (w world) answers(t *testing.T) string {
	t.Helper()
	r, ctx := record.Types, t.Context()
	counts, err := w.CountValues(ctx, r, w.Scope, record.Query{}, []*record.Field{
		r.Field("usage_ids"), r.Field("value_ids"), r.Field("enabled"),
	})
	hits, found := w.FindByName(ctx, w.UserID, []*record.Resource{record.InstanceClassnames, r, record.TraderSellers}, "a", 9)
	standing, stands := w.Standings(ctx, w.UserID, []int64{w.InstanceID}, 3)
	steps, stepped := w.FirstSteps(ctx, w.UserID)
	if err := errors.Join(err, found, stands, stepped); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(counts, hits, standing[w.InstanceID].Days, steps)
}

// rehearsed is what a dry run begins with.
func (w world) rehearsed(t *testing.T) (rows string) {
	t.Helper()
	_, err := w.Rehearse(t.Context(), w.Scope, "import", func(edit store.EditFunc) error {
		return edit(t.Context(), func(e *store.Edit) error {
			for _, r := range []*record.Resource{record.InstanceClassnames, record.Types, record.TraderSellers, record.TraderCategories} {
				list, err := e.All(t.Context(), r, "")
				if err != nil {
					return err
				}
				rows += fmt.Sprint(len(list), list)
			}
			return nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func (f *followed) stored(db *store.DB) (counts string) {
	f.t.Helper()
	for _, table := range []string{
		"types", "instance_classnames", "trader_sellers", "trader_categories", "type_usage_links", "type_value_links", "revisions", "changes",
		"unpublished",
		"withdrawn", "relinked",
	} {
		counts += fmt.Sprintln(table, world{DB: db}.number(f.t, `SELECT count(*) FROM `+table))
	}
	return counts
}

// crashed opens what a crash at this moment would leave.
func (f *followed) crashed() *store.DB {
	f.t.Helper()
	dir := f.t.TempDir()
	for _, name := range store.SQLiteFiles() {
		data, err := os.ReadFile(filepath.Join(f.dir, name))
		if err != nil || strings.HasSuffix(name, "-shm") {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			f.t.Fatal(err)
		}
	}
	return f.open(dir, nil)
}

// atOnce makes a change, and holds that everybody sees all of it or nothing after each transaction, also after a crash, of which nothing is
// left after the next start.
func (f *followed) atOnce(what string, change func()) {
	f.t.Helper()
	before, was := f.seen(f.DB), f.stored(f.DB)
	const some = 4 // of the moments in which a dry run begins
	moments, rehearsed := []string{}, []string{f.rehearsed(f.t)}
	left := []*store.DB{}
	f.after = func() {
		moments, left = append(moments, f.seen(f.DB)), append(left, f.crashed())
		if len(moments)%some == 0 {
			rehearsed = append(rehearsed, f.rehearsed(f.t))
		}
	}
	change()
	f.after = nil
	then, is := f.seen(f.DB), f.stored(f.DB)
	if last := f.rehearsed(f.t); slices.ContainsFunc(rehearsed, func(one string) bool { return one != rehearsed[0] && one != last }) {
		f.t.Errorf("%s: a dry run begins with a part of it", what)
	}
	if before == then || !strings.Contains(is, "unpublished 0\nwithdrawn 0\nrelinked 0") || len(moments) < 4 {
		f.t.Errorf("%s: %d transactions, nothing differs, or something is left:\n%s", what, len(moments), is)
	}
	published := false
	for i, db := range left {
		if published = published || moments[i] == then; !published && moments[i] != before || published && moments[i] != then {
			f.t.Errorf("%s: after transaction %d people see a part of it", what, i)
		}
		if got := f.seen(db); got != moments[i] {
			f.t.Errorf("%s: a crash after transaction %d: %s", what, i, cmp.Diff(moments[i], got))
		}
		if err := db.RemoveUnpublished(f.t.Context()); err != nil {
			f.t.Errorf("%s: the start after transaction %d: %v", what, i, err)
		}
		want := was
		if published {
			want = is
		}
		if diff := cmp.Diff(moments[i]+want, f.seen(db)+f.stored(db)); diff != "" {
			f.t.Errorf("%s: the start after transaction %d: %s", what, i, diff)
		}
	}
}

// TestGoingBackIsThereAtOnce where it is written in slices: records with those that they refer to go, come back, and change, and all of
// that together.
func TestGoingBackIsThereAtOnce(t *testing.T) {
	t.Parallel()
	f := newFollowed(t)
	start := f.newest(t)
	undo := func(number int64) func() { return func() { f.undo(t, number) } }
	sellers := f.sellers(t, "A", "B", "C", "D", "E")
	made := f.newest(t)
	f.atOnce("all go", undo(made))
	gone := f.newest(t)
	f.atOnce("all come back", undo(gone))
	f.edit(t, func(e *store.Edit) error {
		changed := make([]record.Row, len(sellers))
		rows, err := e.All(t.Context(), record.TraderSellers, "")
		if err != nil {
			return err
		}
		for i, row := range rows {
			changed[i] = append(record.Row{}, row...)
			changed[i][record.TraderSellers.Index("name")] = fmt.Sprint("Other ", i)
		}
		return e.UpdateAll(t.Context(), record.TraderSellers, rows, changed)
	})
	renamed := f.newest(t)
	f.atOnce("all change back", undo(renamed))
	f.edit(t, func(e *store.Edit) error {
		rows, err := e.All(t.Context(), record.TraderSellers, "")
		if err == nil {
			err = e.DeleteWithDependents(t.Context(), record.TraderSellers, rows[:3])
		}
		return err
	})
	f.sellers(t, "F", "G", "H")
	f.atOnce("some come, some go", func() {
		if _, err := f.Revert(t.Context(), f.Scope, store.Revert{To: renamed}); err != nil {
			t.Error(err)
		}
	})
	f.atOnce("back to the start", func() {
		if _, err := f.Revert(t.Context(), f.Scope, store.Revert{To: start}); err != nil {
			t.Error(err)
		}
	})
}

// TestNewLinksAreThereAtOnce where those of many records change in one edit: more of them, fewer, none, or others in their order.
func TestNewLinksAreThereAtOnce(t *testing.T) {
	t.Parallel()
	f := newFollowed(t)
	f.sellers(t, "A", "B", "C", "D", "E")
	relink := func(lists ...map[string][]int64) func() {
		return func() {
			err := f.EditInSlices(t.Context(), f.Scope, "bulk", func(e *store.Edit) error {
				rows, err := e.All(t.Context(), record.Types, "")
				for _, links := range lists {
					next := make([]record.Row, len(rows))
					for i, row := range rows {
						next[i] = slices.Clone(row)
						for name, ids := range links {
							next[i][record.Types.Index(name)] = ids
						}
					}
					err = errors.Join(err, e.UpdateAll(t.Context(), record.Types, rows, next))
				}
				return err
			})
			if err != nil {
				t.Error(err)
			}
		}
	}
	f.atOnce("more, and others", relink(map[string][]int64{"usage_ids": {3, 1, 2, 4}, "value_ids": {2}}))
	f.atOnce("fewer, and none", relink(map[string][]int64{"usage_ids": {2}, "value_ids": {}}))
	f.atOnce("twice", relink(map[string][]int64{"usage_ids": {5, 4}}, map[string][]int64{"usage_ids": {4, 5}, "value_ids": {1, 2, 3}}))
	f.atOnce("back", func() { f.undo(t, f.newest(t)) })
}

// sellers makes traders of those names with a category each, class names and types, in one revision.
func (f *followed) sellers(t *testing.T, names ...string) (rows []record.Row) {
	t.Helper()
	f.edit(t, func(e *store.Edit) error {
		for _, name := range names {
			class, err := e.Create(t.Context(), record.InstanceClassnames, record.Values{"name": "Class" + name})
			if err != nil {
				return err
			}
			values := record.Values{"instance_classname_id": record.InstanceClassnames.ID(class), "nominal": int64(3), "usage_ids": []int64{1, 2}}
			if _, err := e.Create(t.Context(), record.Types, values); err != nil {
				return err
			}
			seller, err := e.Create(t.Context(), record.TraderSellers, record.Values{"name": name})
			if err != nil {
				return err
			}
			rows = append(rows, seller)
			if _, err := e.Create(t.Context(), record.TraderCategories, record.Values{
				"seller_id": record.TraderSellers.ID(seller), "name": name,
			}); err != nil {
				return err
			}
		}
		return nil
	})
	return rows
}

// TestOthersWriteWhileManyRecordsGoBack to what they were: no transaction of an undo of many holds the writer for all of them.
func TestOthersWriteWhileManyRecordsGoBack(t *testing.T) {
	t.Parallel()
	f := newFollowed(t)
	other, _ := storetest.Instance(t, f.DB, storetest.User(t, f.DB))
	f.sellers(t, "A", "B", "C", "D", "E", "F", "G")
	made, wrote := f.newest(t), 0
	f.after = func() {
		if _, err := f.Create(t.Context(), record.Messages, other, record.Values{"text": "m", "deadline": int64(60)}); err != nil {
			t.Error(err)
		}
		wrote++
	}
	f.undo(t, made)
	f.after = nil
	if wrote < 8 {
		t.Errorf("others could write %d times", wrote)
	}
}

// TestALargeInstanceGoesAtOnce for those who look, while others write, and after a crash it is gone as well.
func TestALargeInstanceGoesAtOnce(t *testing.T) {
	t.Parallel()
	f := newFollowed(t)
	f.sellers(t, "A", "B", "C", "D", "E", "F", "G")
	other, _ := storetest.Instance(t, f.DB, storetest.User(t, f.DB))
	isThere := func(db *store.DB) bool {
		t.Helper()
		_, err := db.InstanceScope(t.Context(), f.UserID, f.sid)
		page, failed := db.List(t.Context(), record.Instances, store.Scope{UserID: f.UserID}, record.Query{Page: 1, PerPage: 10})
		if err != nil && !errors.Is(err, store.ErrNotFound) || failed != nil || (err == nil) != (len(page.Rows) == 1) {
			t.Fatal(err, failed, page)
		}
		return err == nil
	}
	wrote, was, left := 0, []bool{}, []*store.DB{}
	f.after = func() {
		if _, err := f.Create(t.Context(), record.Messages, other, record.Values{"text": "m", "deadline": int64(60)}); err != nil {
			t.Error(err)
		}
		wrote++
		was, left = append(was, isThere(f.DB)), append(left, f.crashed())
	}
	if err := f.DeleteInstance(t.Context(), f.UserID, f.sid); err != nil {
		t.Fatal(err)
	}
	f.after = nil
	rows := func(db *store.DB) (n int64) {
		for _, table := range []string{"types", "instance_classnames", "trader_sellers", "trader_categories", "changes", "revisions"} {
			n += world{DB: db}.number(t, `SELECT count(*) FROM `+table+` WHERE instance_id = $1`, f.InstanceID)
		}
		return n
	}
	hidden := f.number(t, `SELECT count(*) FROM withdrawn`)
	if wrote < 6 || isThere(f.DB) || rows(f.DB) != 0 || hidden != 0 {
		t.Errorf("others wrote %d times, %d rows are left", wrote, rows(f.DB))
	}
	for i, db := range left {
		before := isThere(db)
		if err := db.RemoveUnpublished(t.Context()); err != nil {
			t.Error(err)
		}
		if after := isThere(db); before != was[i] || after != before || (rows(db) == 0) == after {
			t.Errorf("a crash after transaction %d: there %v, then %v, with %d rows", i, before, after, rows(db))
		}
	}
}
