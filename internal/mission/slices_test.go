package mission_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/revisions"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// watched is a world in which a test does something after each transaction of an import.
type watched struct {
	world
	dir    string
	after  func(statements []string)
	inside sync.Mutex
}

func newWatched(t *testing.T) *watched {
	t.Helper()
	w := &watched{dir: t.TempDir()}
	db, err := store.Open(t.Context(), store.Config{
		Dir: w.dir, Key: make([]byte, store.KeySize), Unsynced: true, InSlices: true, Trace: w.trace,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	scope, _ := storetest.Instance(t, db, storetest.User(t, db))
	w.world = world{t, db, scope, mission.New(db)}
	w.load(mission.Merge, "db/types.xml", typesFile("Thing0 1", "Gone 1"))
	return w
}

// trace leaves out what the test itself does, and what others do at the same time.
func (w *watched) trace(statements []string) {
	if w.after == nil || !w.inside.TryLock() {
		return
	}
	defer w.inside.Unlock()
	w.after(statements)
}

// manyTypes is a file of so many types that they are stored in slices.
func manyTypes(n int) []byte {
	var b strings.Builder
	b.WriteString("<types>\n")
	for i := range n {
		fmt.Fprintf(&b, "<type name=\"Thing%d\"><nominal>%d</nominal><usage name=\"Military\"/><usage name=\"Moon\"/><!-- %s --></type>\n", i,
			i+2, strings.Repeat("x", 1<<20/n))
	}
	return []byte(b.String() + "</types>\n")
}

const manyMore = "<type name=\"One\"><nominal>1</nominal></type>\n<type name=\"Two\"><nominal>2</nominal></type>\n</types>\n"

// otherTypes are the same types, all of them with other values.
func otherTypes(types []byte) []byte {
	return []byte(strings.NewReplacer("<nominal>", "<nominal>1", `"Moon"`, `"Mars"`, `<usage name="Military"/>`, "").Replace(string(types)))
}

// seen is all that people see of the instance in a database.
func (w *watched) seen(db *store.DB) string {
	w.Helper()
	var b strings.Builder
	say := func(what any, err error) {
		if err != nil {
			w.Fatal(err)
		}
		fmt.Fprintln(&b, what)
	}
	ctx := w.Context()
	for _, r := range record.All() {
		if r.Scope != record.InInstance {
			continue
		}
		rows, err := db.All(ctx, r, w.scope, "")
		say(rows, err)
		page, err := db.List(ctx, r, w.scope, record.Query{Page: 1, PerPage: 1})
		say(page.Total, err)
	}
	summaries, err := db.All(ctx, record.InstanceSummaries, w.scope, "r.id = $", w.scope.InstanceID)
	say(summaries, err)
	revisions, total, err := db.Revisions(ctx, w.scope, 0, 10)
	say(revisions, err)
	say(total, nil)
	changes, err := db.Changes(ctx, w.scope, total+1, 0, 10)
	say(changes, err)
	files, err := mission.New(db).Generate(ctx, w.scope)
	for i := range files {
		say(fmt.Sprint(files[i].Path, files[i].SHA256, files[i].Records, files[i].State), err)
	}
	return b.String()
}

// rows counts what is stored, whoever sees it.
func (w *watched) rows(db *store.DB) (counts string) {
	w.Helper()
	for _, table := range []string{
		"types", "spawnable_types", "events", "instance_classnames", "instance_files", "revisions", "changes", "file_contents", "unpublished",
	} {
		counts += w.count(db, table, `SELECT count(*) FROM `+table+` WHERE instance_id = $1`, w.scope.InstanceID)
	}
	return counts + w.count(db, "withdrawn", `SELECT count(*) FROM withdrawn`)
}

func (w *watched) count(db *store.DB, table, text string, args ...any) string {
	w.Helper()
	var n int
	if err := db.QueryRow(w.Context(), text, args...).Scan(&n); err != nil {
		w.Fatal(err)
	}
	return fmt.Sprintln(table, n)
}

// crashed opens what a crash at this moment would leave.
func (w *watched) crashed() *store.DB {
	w.Helper()
	dir := w.TempDir()
	for _, name := range store.SQLiteFiles() {
		data, err := os.ReadFile(filepath.Join(w.dir, name))
		if err == nil && !strings.HasSuffix(name, "-shm") {
			err = os.WriteFile(filepath.Join(dir, name), data, 0o600)
		}
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			w.Fatal(err)
		}
	}
	db, err := store.Open(w.Context(), store.Config{Dir: dir, Key: make([]byte, store.KeySize), Unsynced: true, InSlices: true})
	if err != nil {
		w.Fatal(err)
	}
	return db
}

// atOnce imports the types while others write after each transaction, and holds that nobody sees anything before the last ones, and
// that a crash leaves nothing. It returns the counts of the report and how many transactions came before and after that moment.
func (w *watched) atOnce(types []byte, mode mission.Mode, others ...mission.Upload) (counts [4]int, hidden, after int) {
	w.Helper()
	other, _ := storetest.Instance(w.T, w.db, storetest.User(w.T, w.db))
	before, rows := w.seen(w.db), w.rows(w.db)
	published := ""
	var crashed []*store.DB // after the publishing
	w.after = func(statements []string) {
		values := record.Values{"text": "m", "deadline": int64(60)}
		if _, err := w.db.Create(w.Context(), record.Messages, other, values); err != nil { // which would wait for ever
			w.Error(err)
		}
		if len(statements) > 120 {
			w.Errorf("%d statements in a transaction", len(statements))
		}
		seen := w.seen(w.db)
		if published == "" && seen == before {
			hidden++
			w.crashLeaves(before, before+rows)
			return
		}
		after++
		if published == "" {
			published = seen
		}
		if seen != published {
			w.Errorf("after the publishing: %s", cmp.Diff(published, seen))
		}
		crashed = append(crashed, w.crashed())
	}
	report := w.loadAll(mode, append([]mission.Upload{{Path: "db/types.xml", Data: types}}, others...)...)[0]
	w.after = nil
	for _, left := range crashed {
		w.leaves(left, published, published+w.rows(w.db))
	}
	if got := w.file("db/types.xml"); got != string(types) {
		w.Errorf("generated %d bytes", len(got))
	}
	if rows == w.rows(w.db) || !strings.Contains(w.rows(w.db), "unpublished 0") {
		w.Error(w.rows(w.db))
	}
	return w.counts(report), hidden, after
}

// crashLeaves holds that people see this after a crash at this moment, and that the next start removes what is left besides.
func (w *watched) crashLeaves(seen, all string) {
	w.Helper()
	w.leaves(w.crashed(), seen, all)
}

func (w *watched) leaves(left *store.DB, seen, all string) {
	w.Helper()
	if diff := cmp.Diff(seen, w.seen(left)); diff != "" {
		w.Errorf("after a crash: %s", diff)
	}
	if err := left.RemoveUnpublished(w.Context()); err != nil {
		w.Error(err)
	}
	if diff := cmp.Diff(all, w.seen(left)+w.rows(left)); diff != "" {
		w.Errorf("after the next start: %s", diff)
	}
	if err := left.Close(); err != nil {
		w.Error(err)
	}
}

// TestALargeImportIsThereAtOnce: one that adds records, one that changes them all, and one that removes nearly all.
func TestALargeImportIsThereAtOnce(t *testing.T) {
	t.Parallel()
	w := newWatched(t)
	added := manyTypes(1000)
	changed := otherTypes(added)
	removed := append(append([]byte("<types>\n"), manyTypes(1)[len("<types>\n"):]...), bytes.Repeat([]byte(" "), 1<<20)...)
	for i, step := range []struct {
		types         []byte
		counts        [4]int
		hidden, after int
		records       int64
	}{
		{added, [4]int{999, 1, 0, 1}, 8, 1, 999 + 999 + 1 + 1 + 1},
		{changed, [4]int{0, 1000, 0, 0}, 6, 5, 1000 + 1},
		{removed, [4]int{0, 1, 0, 999}, 4, 6, 1000 + 1},
	} {
		counts, hidden, after := w.atOnce(step.types, mission.Replace)
		if counts != step.counts || hidden < step.hidden || after != step.after {
			t.Errorf("%d: counts %v, %d transactions before and %d after", i, counts, hidden, after)
		}
		revision, err := w.db.Revision(t.Context(), w.scope, int64(i+3))
		if err != nil || revisions.Summary(revision.Summary) != "import db/types.xml" || revision.Records != step.records {
			t.Errorf("%d: %+v, %v", i, revision, err)
		}
	}
}

// TestALargeUpdateIsThereAtOnce with the small files that come along, in one revision.
func TestALargeUpdateIsThereAtOnce(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWatched(t)
		first := manyTypes(1000)
		w.loadAll(mission.Replace, mission.Upload{Path: "db/types.xml", Data: first})
		for i, types := range [][]byte{otherTypes(first), append(bytes.TrimSuffix(otherTypes(first), []byte("</types>\n")), manyMore...)} {
			note := mission.Upload{Path: "notes.txt", Data: fmt.Appendf(nil, "Note %d", i)}
			_, hidden, after := w.atOnce(types, mission.Update, note)
			if hidden < 2-i || after < 1 || after > 5 {
				t.Errorf("%d: %d transactions before and %d after", i, hidden, after)
			}
			if got := w.file("notes.txt"); got != string(note.Data) {
				t.Errorf("%d: the small file is %q", i, got)
			}
			revision, err := w.db.Revision(t.Context(), w.scope, int64(i+4))
			if err != nil || revisions.Summary(revision.Summary) != "import db/types.xml, notes.txt" {
				t.Errorf("%d: %+v, %v", i, revision, err)
			}
		}
	})
}

// TestAnUpdateOfManyFilesIsThereAtOnce: records of several files of which the later ones need what the earlier ones bring along, and files
// that are kept as they are, in one revision.
func TestAnUpdateOfManyFilesIsThereAtOnce(t *testing.T) {
	t.Parallel()
	w := newWatched(t)
	kept := func(fill string) []mission.Upload {
		return []mission.Upload{
			{Path: "cfgspawnabletypes.xml", Data: manySpawnables(450, fill)},
			{Path: "db/events.xml", Data: []byte(`<events><event name="Static` + fill + `"><nominal>1</nominal></event></events>`)},
			{Path: "kept/one.bin", Data: append([]byte{0, 1}, fill...)},
			{Path: "kept/two.bin", Data: append([]byte{0}, bytes.Repeat([]byte(fill), 1<<20)...)},
		}
	}
	types := manyTypes(450)
	for i, fill := range []string{"First", "Second"} {
		files := kept(fill)
		_, hidden, after := w.atOnce(types, mission.Update, files...)
		if hidden < 6 || after < 1 {
			t.Errorf("%d: %d transactions before and %d after", i, hidden, after)
		}
		for _, f := range files {
			if got := w.file(f.Path); f.Path != "db/events.xml" && got != string(f.Data) {
				t.Errorf("%d: %s is generated with %d bytes", i, f.Path, len(got))
			}
		}
		if _, total, err := w.db.Revisions(t.Context(), w.scope, 0, 1); err != nil || total != int64(i+3) {
			t.Errorf("%d: %d revisions, %v", i, total, err)
		}
		types = otherTypes(types)
	}
}

// manySpawnables is a file of so many classes that have an attachment.
func manySpawnables(n int, item string) []byte {
	var b strings.Builder
	b.WriteString("<spawnabletypes>\n")
	for i := range n {
		fmt.Fprintf(&b,
			"    <type name=\"Thing%d\">\n        <attachments chance=\"1.00\">\n            <item name=\"%s\" chance=\"1.00\"/>\n        "+
				"</attachments>\n    </type>\n",
			i, item)
	}
	return []byte(b.String() + "</spawnabletypes>\n")
}

// TestALargeUpdateThatCannotBeStored keeps the small files, and says what is wrong.
func TestALargeUpdateThatCannotBeStored(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		w := newWatched(t)
		tooLong := bytes.Replace(manyTypes(1000), []byte(`"Thing7"`), []byte(`"`+strings.Repeat("x", 300)+`"`), 1)
		reports := w.update(mission.Options{Mode: mission.Update}, mission.Upload{Path: "db/types.xml", Data: tooLong},
			mission.Upload{Path: "notes.txt", Data: []byte("Note")})
		if reports[0].Status != mission.Failed || reports[0].Error.IsNone() || w.file("notes.txt") != "Note" {
			t.Errorf("%+v", reports)
		}
		w.find(record.Types, "Gone")
		if !strings.Contains(w.rows(w.db), "unpublished 0") {
			t.Error(w.rows(w.db))
		}
	})
}

// TestALargeImportThatOnlyChanges what is there, or nothing, is one transaction at its end.
func TestALargeImportThatOnlyChanges(t *testing.T) {
	t.Parallel()
	w := newWatched(t)
	w.loadAll(mission.Replace, mission.Upload{Path: "db/types.xml", Data: manyTypes(1000)})
	changed := bytes.ReplaceAll(manyTypes(1000), []byte("<nominal>1"), []byte("<nominal>2"))
	for _, want := range [][4]int{{0, 112, 888, 0}, {0, 0, 1000, 0}} {
		report := w.loadAll(mission.Replace, mission.Upload{Path: "db/types.xml", Data: changed})[0]
		if got := w.counts(report); got != want || w.file("db/types.xml") != string(changed) {
			t.Errorf("counts %v", got)
		}
	}
	if _, total, err := w.db.Revisions(t.Context(), w.scope, 0, 1); err != nil || total != 4 {
		t.Errorf("%d revisions, %v", total, err)
	}
}

// TestALargeImportThatEnds before its time leaves nothing, and the next one goes on.
func TestALargeImportThatEnds(t *testing.T) {
	t.Parallel()
	w := newWatched(t)
	w.endsAt(9, manyTypes(1000))
	w.set(record.Types, "Gone", record.Values{"nominal": int64(9)})
	w.loadAll(mission.Merge, mission.Upload{Path: "db/types.xml", Data: manyTypes(1000)})
	w.endsAt(7, otherTypes(manyTypes(1000)))
	w.loadAll(mission.Merge, mission.Upload{Path: "db/types.xml", Data: otherTypes(manyTypes(1000))})
}

// endsAt ends the import after each of its first transactions.
func (w *watched) endsAt(end int, types []byte) {
	w.Helper()
	before, rows := w.seen(w.db), w.rows(w.db)
	for at := 1; at < end; at++ {
		ctx, cancel := context.WithCancel(w.Context())
		transactions := 0
		w.after = func([]string) {
			if transactions++; transactions == at {
				cancel()
			}
		}
		_, err := w.service.Import(ctx, w.scope, []mission.Upload{{Path: "db/types.xml", Data: types}}, mission.Options{})
		w.after = nil
		cancel()
		if !errors.Is(err, context.Canceled) {
			w.Fatalf("ended after %d transactions: %v", at, err)
		}
		if diff := cmp.Diff(before+rows, w.seen(w.db)+w.rows(w.db)); diff != "" {
			w.Errorf("ended after %d transactions: %s", at, diff)
		}
	}
}

// TestAnEditOfTheSameInstance waits for a large import, and is the next revision.
func TestAnEditOfTheSameInstance(t *testing.T) {
	t.Parallel()
	w := newWatched(t)
	done := make(chan error, 1)
	transactions := 0
	w.after = func([]string) {
		if transactions++; transactions == 3 {
			gone := w.find(record.Types, "Gone")
			go func() {
				_, err := w.db.Update(context.Background(), record.Types, w.scope, record.Types.SID(gone), record.Values{"nominal": int64(9)})
				done <- err
			}()
		}
		select {
		case err := <-done:
			t.Errorf("the edit did not wait: %v", err)
		default:
		}
	}
	w.loadAll(mission.Merge, mission.Upload{Path: "db/types.xml", Data: manyTypes(1000)})
	if err := <-done; err != nil {
		t.Error(err)
	}
	found, _, err := w.db.Revisions(t.Context(), w.scope, 0, 2)
	if err != nil || found[0].Action != "update" || found[0].Number != 4 || found[1].Action != "import" {
		t.Errorf("%+v, %v", found, err)
	}
}

// TestADryRunKeepsNobodyFromWriting: it ends while somebody else's transaction is open.
func TestADryRunKeepsNobodyFromWriting(t *testing.T) {
	t.Parallel()
	w := newWatched(t)
	rows := w.rows(w.db)
	err := w.db.Tx(t.Context(), func(*store.Tx) error {
		reports, changes := w.rehearse(mission.Replace, mission.Upload{Path: "db/types.xml", Data: manyTypes(1000)})
		if w.counts(reports[0]) != [4]int{999, 1, 0, 1} || len(changes) == 0 {
			t.Errorf("%+v, %d changes", reports, len(changes))
		}
		return nil
	})
	if err != nil || w.rows(w.db) != rows {
		t.Errorf("%v, %s", err, w.rows(w.db))
	}
	if left, err := filepath.Glob(filepath.Join(w.dir, "rehearsal-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
