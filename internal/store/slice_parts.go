package store

import (
	"context"
	"iter"

	"quartermaster/internal/record"
)

// sliceBytes is about how many bytes of texts one transaction of an edit in slices stores: a record that is larger is alone.
const sliceBytes = 1 << 20

// parts divides records into those that one transaction stores each.
func (sl *sliced) parts(rows []record.Row) iter.Seq[[]record.Row] {
	return light(rows, sl.size(), weight)
}

// light divides a list into parts of so many elements, and of sliceBytes in all, at most.
func light[T any](list []T, most int, weight func(T) int) iter.Seq[[]T] {
	return func(yield func([]T) bool) {
		from, bytes := 0, 0
		for i, one := range list {
			w := weight(one)
			if i > from && (i-from == most || bytes+w > sliceBytes) {
				if !yield(list[from:i]) {
					return
				}
				from, bytes = i, 0
			}
			bytes += w
		}
		if from < len(list) {
			yield(list[from:])
		}
	}
}

// weight is how many bytes of text a record has.
func weight(row record.Row) (bytes int) {
	for _, value := range row {
		if text, is := value.(string); is {
			bytes += len(text)
		}
	}
	return bytes
}

func weightOf(rows []record.Row) (bytes int) {
	for _, row := range rows {
		bytes += weight(row)
	}
	return bytes
}

// dropContents deletes, a few in each transaction, contents that nothing needs any more. What is left does no harm: it goes when room is
// needed.
func (sl *sliced) dropContents(ctx context.Context) {
	for ids := range light(sl.unneeded, contentsAtOnce, func(int64) int { return 0 }) {
		_ = sl.db.Tx(ctx, func(tx *Tx) error { return tx.deleteAmong(ctx, contentsTable, "id", ids, nil) })
	}
}
