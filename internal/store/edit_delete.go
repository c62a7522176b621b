package store

import (
	"context"

	"quartermaster/internal/record"
)

// DeleteWithDependents deletes records and those that depend on them. It returns ErrReference when another record still refers to
// one of them.
func (e *Edit) DeleteWithDependents(ctx context.Context, r *record.Resource, rows []record.Row) error {
	_, err := e.deleteCascading(ctx, r, rows)
	return err
}

// deleteCascading deletes records and those that depend on them, and returns for each how many of which resource those were.
func (e *Edit) deleteCascading(ctx context.Context, r *record.Resource, rows []record.Row) ([][]Count, error) {
	cascaded := make([][]Count, len(rows))
	for _, c := range r.Cascades {
		other := record.Named(c.Resource)
		counts, err := e.deleteReferring(ctx, other, c.Column, idsOf(r, rows))
		if err != nil {
			return nil, err
		}
		for i, row := range rows {
			if n := counts[r.ID(row)]; n > 0 {
				cascaded[i] = append(cascaded[i], Count{other.Path, n})
			}
		}
	}
	return cascaded, e.DeleteAll(ctx, r, rows)
}

// deleteReferring deletes the records whose column holds one of the ids, and counts them by it.
func (e *Edit) deleteReferring(ctx context.Context, r *record.Resource, column string, ids []int64) (map[int64]int64, error) {
	condition, arg := e.db.equalsAny("r."+column, ids)
	rows, err := e.All(ctx, r, condition, arg)
	if err != nil {
		return nil, err
	}
	counts := make(map[int64]int64, len(ids))
	for _, row := range rows {
		counts[row[r.Index(column)].(int64)]++
	}
	return counts, e.DeleteAll(ctx, r, rows)
}
