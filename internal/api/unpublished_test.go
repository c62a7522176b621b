package api_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/observe"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// TestNobodySeesWhatIsUnpublished holds that every request which only reads, and an import that is a dry run, is answered the same before
// an edit in slices, while it is half way, and after it has failed; then nothing of it is left.
func TestNobodySeesWhatIsUnpublished(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t)
	s := build(t, db, t.TempDir(), &clock{now: time.Now()}, nil)
	s.listen(t, s.handler)
	f := furnish(t, s.user(t), "Marker")
	before, rows := f.readAll(t), f.rows(t)
	abandoned := errors.New("abandoned")
	err := db.EditInSlices(t.Context(), f.scope, "import", func(e *store.Edit) error {
		if err := f.hideAll(t.Context(), e); err != nil {
			return err
		}
		f.sameAnswers(t, "half way", before)
		return abandoned
	})
	if !errors.Is(err, abandoned) {
		t.Fatal(err)
	}
	f.sameAnswers(t, "after it has failed", before)
	if diff := cmp.Diff(rows, f.rows(t)); diff != "" {
		t.Errorf("an edit that has failed leaves rows (-before +after):\n%s", diff)
	}
}

// hideAll stores another record of each resource, new links of the types, and a content.
func (f furnished) hideAll(ctx context.Context, e *store.Edit) error {
	types, err := e.All(ctx, record.Types, "")
	if err != nil {
		return err
	}
	class := int64(0)
	for _, r := range record.All() {
		// there is one of each at most
		if r.Scope != record.InInstance || r.Beside != "" || r == record.EconomyCores || r == record.LintSettings {
			continue
		}
		rows, err := e.All(ctx, r, "")
		if err != nil || len(rows) == 0 {
			return errors.Join(errors.New("there is nothing to copy of "+r.Name), err)
		}
		row := hiddenCopy(r, rows[0], class)
		if err := e.InsertAll(ctx, r, []record.Row{row}); err != nil {
			return fmt.Errorf("%s: %w", r.Name, err)
		}
		if r == record.InstanceClassnames {
			class = r.ID(row)
		}
	}
	linked := make([]record.Row, len(types))
	for i, row := range types {
		linked[i] = slices.Clone(row)
		linked[i][record.Types.Index("usage_ids")] = []int64{}
		linked[i][record.Types.Index("raw")] = strings.Repeat(" ", 2<<20) // which makes the change one that is staged
	}
	if err := e.UpdateAll(ctx, record.Types, types, linked); err != nil {
		return err
	}
	return f.hideContent(ctx)
}

// hiddenCopy returns a record that differs from another one in its texts, and is about a class name of its own.
func hiddenCopy(r *record.Resource, row record.Row, class int64) record.Row {
	row = slices.Clone(row)
	for i, f := range r.Fields {
		switch value := row[i].(type) {
		case string:
			if f.Unique || f == r.Title || f.Name == "path" || f.Name == "value" || f.Name == "position" {
				row[i] = "hidden" + value
			}
		case int64:
			if f.Name == "instance_classname_id" && class != 0 {
				row[i] = class
			}
		}
	}
	return row
}

// hideContent stores a content as an update in slices does.
func (f furnished) hideContent(ctx context.Context) error {
	const note = `INSERT INTO unpublished (resource, position, instance_id, revision, first_id, last_id)
		SELECT 'file_contents', 99, i.id, i.revision + 1, 5000, 5000 FROM instances i WHERE i.id = $1`
	const content = `INSERT INTO file_contents (id, instance_id, sha256, size, content) VALUES (5000, $1, 'hidden', 6, 'hidden')`
	for _, text := range []string{note, content} {
		if _, err := f.server.db.Exec(ctx, text, f.scope.InstanceID); err != nil {
			return err
		}
	}
	return nil
}

// readAll returns the answers of all requests that only read, and of a dry run.
func (f furnished) readAll(t *testing.T) map[string]string {
	t.Helper()
	answers := map[string]string{}
	for _, e := range served() {
		if e.Method == http.MethodGet && e.Action != "watch job" && e.Action != "fill building" && !strings.Contains(e.Path, "/audit") {
			r := f.get(t, f.path(e))
			answers[e.Method+" "+e.Path] = fmt.Sprint(r.status, " ", r.body)
		}
	}
	path := "/api/v1/instances/" + f.instance
	dry := f.uploadWith(t, path+"/files", map[string]string{"dry_run": "1", "mode": "replace"}, upload{"types.xml", "<types/>"})
	dry.expect(t, 200, "data.files.0.status", `"imported"`)
	answers["dry run"] = dry.body
	answers["dry run of a bulk change"] = f.must(t, 200, "POST", path+"/types/bulk",
		`{"q":"*","operations":[{"op":"delete"}],"dry_run":true}`).body
	return answers
}

func (f furnished) sameAnswers(t *testing.T, when string, before map[string]string) {
	t.Helper()
	for name, now := range f.readAll(t) {
		if diff := cmp.Diff(before[name], now); diff != "" {
			t.Errorf("%s, %s (-before +now):\n%.2000s", when, name, diff)
		}
	}
}

// rows counts the rows of all tables.
func (f furnished) rows(t *testing.T) map[string]int64 {
	t.Helper()
	counts := map[string]int64{}
	names, err := f.server.db.Query(t.Context(), `SELECT name FROM sqlite_master WHERE type = 'table'`)
	check(t, err)
	defer names.Close()
	for names.Next() {
		var name string
		check(t, names.Scan(&name))
		counts[name] = 0
	}
	delete(counts, "audit") // it has who has read
	for name := range counts {
		var n int64
		check(t, f.server.db.QueryRow(t.Context(), `SELECT count(*) FROM "`+name+`"`).Scan(&n))
		counts[name] = n
	}
	return counts
}

// TestReadersPassOverWhatIsUnpublished holds it for the statements of every operation.
func TestReadersPassOverWhatIsUnpublished(t *testing.T) {
	t.Parallel()
	config := storetest.SQLiteConfig(t)
	config.Observed, config.InSlices = true, true
	db, err := store.Open(t.Context(), config)
	check(t, err)
	t.Cleanup(func() { check(t, db.Close()) })
	seen := new(storetest.Unguarded)
	s := build(t, db, t.TempDir(), &clock{now: time.Now()}, nil)
	s.listen(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.handler.ServeHTTP(w, r.WithContext(observe.With(r.Context(), seen)))
	}))
	f := furnish(t, s.user(t), "Marker")
	for e := range harmlessFirst(served()) {
		if e.Action == "watch job" {
			continue
		}
		body := ""
		if e.Record != nil && e.Method != http.MethodGet {
			body = f.body(e.Record)
		}
		f.send(t, e.Method, f.path(e), body)
	}
	for text, tables := range seen.Statements() {
		t.Errorf("%s: %s", tables, text)
	}
}
