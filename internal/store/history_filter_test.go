package store_test

import (
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

func TestRevisionsThat(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		event := w.create(t, record.Events, record.Values{"name": "StaticA"})
		w.create(t, record.Messages, record.Values{"text": "Hello"})
		w.create(t, record.Events, record.Values{"name": "StaticB"})
		all, total, err := w.Revisions(t.Context(), w.Scope, 0, 10)
		if err != nil || total != 4 || all[0].Records != 1 || all[3].Records != 2 {
			t.Fatalf("%+v, %d, %v", all, total, err)
		}
		author, made := all[0].Author, all[0].CreatedAt
		for name, c := range map[string]struct {
			filter store.RevisionFilter
			want   []int64
		}{
			"all":        {store.RevisionFilter{}, []int64{4, 3, 2, 1}},
			"a resource": {store.RevisionFilter{Resource: record.Events}, []int64{4, 2}},
			"a record":   {store.RevisionFilter{SIDs: []string{record.Events.SID(event)}}, []int64{2}},
			"no record":  {store.RevisionFilter{SIDs: []string{}}, nil},
			"an author":  {store.RevisionFilter{By: author}, []int64{4, 3, 2, 1}},
			"nobody":     {store.RevisionFilter{By: "nobody"}, nil},
			"since":      {store.RevisionFilter{Since: made + 1}, nil},
			"until":      {store.RevisionFilter{Until: made + 1, Resource: record.Messages}, []int64{3}},
		} {
			found, total, err := w.RevisionsThat(t.Context(), w.Scope, c.filter, 0, 10)
			var numbers []int64
			for _, v := range found {
				numbers = append(numbers, v.Number)
			}
			if err != nil || int(total) != len(c.want) || !slices.Equal(numbers, c.want) {
				t.Errorf("%s: %v of %d, %v", name, numbers, total, err)
			}
		}
		people, err := w.Contributions(t.Context(), w.Scope, store.RevisionFilter{Resource: record.Events})
		if want := (store.Contribution{
			Author: author, Revisions: 2, Records: 2, Last: made,
		}); err != nil || len(people) != 1 || people[0] != want {
			t.Errorf("%+v, %v", people, err)
		}
	})
}

// TestEachChange holds that an export goes on where a portion ends, within a revision and between two.
func TestEachChange(t *testing.T) {
	each(t, func(t *testing.T, w world) {
		const n = 450
		err := w.Edit(t.Context(), w.Scope, "import", func(e *store.Edit) error {
			rows := make([]record.Row, n)
			for i := range rows {
				rows[i] = record.Messages.Encode(&record.Message{Text: "Hello"})
			}
			return e.InsertAll(t.Context(), record.Messages, rows)
		})
		if err != nil {
			t.Fatal(err)
		}
		w.create(t, record.Events, record.Values{"name": "StaticA"})
		count := func(f store.RevisionFilter) (n int) {
			t.Helper()
			last := int64(0)
			err := w.EachChange(t.Context(), w.Scope, f, func(c store.RecordChange) error {
				if n++; c.Number < last || c.After == "" {
					t.Errorf("%+v after revision %d", c, last)
				}
				last = c.Number
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		if all, events := count(store.RevisionFilter{}), count(store.RevisionFilter{Resource: record.Events}); all != n+3 || events != 1 {
			t.Errorf("%d changes, %d of events", all, events)
		}
	})
}

// BenchmarkRevisionsThat looks for one of 200,000 revisions by who made it and by what it changed.
func BenchmarkRevisionsThat(b *testing.B) {
	benchmark(b, func(b *testing.B, w world, _ int64) {
		fill(b, w, 200_000)
		for name, f := range map[string]store.RevisionFilter{
			"by": {By: w.author(b)}, "common": {Resource: record.Types}, "rare": {Resource: record.Events},
			"both": {By: w.author(b), Resource: record.Events},
		} {
			b.Run(name, func(b *testing.B) {
				for b.Loop() {
					if list, total, err := w.RevisionsThat(b.Context(), w.Scope, f, 0, 50); err != nil || len(list) != 50 {
						b.Fatal(total, err)
					}
				}
			})
		}
	})
}

// fill makes many revisions, each of a type and every thousandth also of an event.
func fill(b *testing.B, w world, n int) {
	b.Helper()
	for _, statement := range []string{
		`INSERT INTO revisions (instance_id, number, user_id, action, summary, created_at) WITH RECURSIVE m(n) AS (SELECT 1000 UNION ALL ` +
			`SELECT n + 1 FROM m WHERE n < $1) SELECT $2, n, $3, 'update', 'a type', n FROM m`,
		`INSERT INTO revision_resources (instance_id, revision, resource, records) SELECT instance_id, number, 'types', 1 FROM revisions ` +
			`WHERE number >= 1000 AND instance_id = $1`,
		`INSERT INTO revision_resources (instance_id, revision, resource, records) SELECT instance_id, number, 'events', 1 FROM revisions ` +
			`WHERE number % 1000 = 0 AND instance_id = $1`,
		`UPDATE instances SET revision = $1 WHERE id = $2`,
	} {
		args := map[int][]any{1: {w.InstanceID}, 2: {n, w.InstanceID}, 3: {n, w.InstanceID, w.UserID}}[strings.Count(statement, "$")]
		if _, err := w.Exec(b.Context(), statement, args...); err != nil {
			b.Fatal(err)
		}
	}
}

// author returns the name of the user.
func (w world) author(t testing.TB) (name string) {
	t.Helper()
	if err := w.QueryRow(t.Context(), `SELECT name FROM users WHERE id = $1`, w.Scope.UserID).Scan(&name); err != nil {
		t.Fatal(err)
	}
	return name
}
