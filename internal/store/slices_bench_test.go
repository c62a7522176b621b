package store_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// BenchmarkWaitForSlices measures how long others wait at most to create a record while an edit in slices changes or deletes
// 20,000 types.
func BenchmarkWaitForSlices(b *testing.B) {
	for name, change := range map[string]func(context.Context, *store.Edit, []record.Row) error{
		"change":  changeTypes("nominal", "slot", "raw"),
		"relink":  changeTypes("nominal", "raw", "usage_ids"),
		"delete":  deleteTypes,
		"nothing": func(context.Context, *store.Edit, []record.Row) error { return nil },
	} {
		b.Run(name, func(b *testing.B) {
			w := newWorld(b, storetest.SQLite(b))
			other, _ := storetest.Instance(b, w.DB, storetest.User(b, w.DB))
			for b.Loop() {
				b.StopTimer()
				w.fillTypes(b, 20_000)
				b.StartTimer()
				done, longest := make(chan struct{}), make(chan time.Duration)
				go func() { longest <- w.longestCreate(b, other, done) }()
				err := w.EditInSlices(b.Context(), w.Scope, "import", func(e *store.Edit) error {
					rows, err := e.All(b.Context(), record.Types, "")
					if err != nil {
						return err
					}
					return change(b.Context(), e, rows)
				})
				close(done)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64((<-longest).Milliseconds()), "ms-longest-wait")
			}
		})
	}
}

// fillTypes gives the instance n types, each of a class name of its own, in place of those that it has.
func (w world) fillTypes(b *testing.B, n int) {
	b.Helper()
	if _, err := w.Exec(b.Context(), `DELETE FROM instance_classnames WHERE instance_id = $1`, w.InstanceID); err != nil {
		b.Fatal(err)
	}
	names := make([]record.Row, n)
	for i := range names {
		names[i] = record.InstanceClassnames.Encode(&record.InstanceClassname{Name: fmt.Sprintf("Thing%d", i)})
	}
	w.insert(b, record.InstanceClassnames, names)
	rows := typeRows(0, n)
	for i, row := range rows {
		row[record.Types.Index("instance_classname_id")] = record.InstanceClassnames.ID(names[i])
		row[record.Types.Index("raw")] = strings.Repeat("x", 500)
	}
	w.insert(b, record.Types, rows)
}

// longestCreate creates records one after the other and returns what the slowest took.
func (w world) longestCreate(b *testing.B, s store.Scope, done chan struct{}) (longest time.Duration) {
	for {
		select {
		case <-done:
			return longest
		case <-time.After(time.Millisecond):
		}
		began := time.Now()
		if _, err := w.Create(b.Context(), record.Messages, s, record.Values{"text": "m", "deadline": int64(60)}); err != nil {
			b.Error(err)
		}
		longest = max(longest, time.Since(began))
	}
}

// changeTypes gives every type other values in the fields.
func changeTypes(fields ...string) func(context.Context, *store.Edit, []record.Row) error {
	return func(ctx context.Context, e *store.Edit, old []record.Row) error {
		rows := make([]record.Row, len(old))
		for i, row := range old {
			rows[i] = slices.Clone(row)
			for _, name := range fields {
				index := record.Types.Index(name)
				switch value := row[index].(type) {
				case int64:
					rows[i][index] = value + 1
				case string:
					rows[i][index] = value + "y"
				default:
					rows[i][index] = []int64{2, 3, 4}
				}
			}
		}
		return e.UpdateAll(ctx, record.Types, old, rows)
	}
}

func deleteTypes(ctx context.Context, e *store.Edit, rows []record.Row) error {
	return e.DeleteAll(ctx, record.Types, rows)
}
