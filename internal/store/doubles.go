package store

import (
	"context"

	"quartermaster/internal/record"
)

// Doubles returns for each of some rows another record of the instance with the same key, whatever its letter case; nil where there is
// none. Rows that are not stored yet have no sid.
func (v *View) Doubles(ctx context.Context, r *record.Resource, rows []record.Row) ([]record.Row, error) {
	doubles := make([]record.Row, len(rows))
	if len(rows) == 0 || len(r.Key) == 0 {
		return doubles, nil
	}
	there, err := v.Flat(ctx, r, r.SharesKey(rows))
	if err != nil {
		return nil, err
	}
	byKey := map[string][]record.Row{}
	for _, row := range there {
		key := r.KeyText(row)
		byKey[key] = append(byKey[key], row)
	}
	delete(byKey, "")
	sid := r.Index("sid")
	for i, row := range rows {
		for _, other := range byKey[r.KeyText(row)] {
			if other[sid] != row[sid] {
				doubles[i] = other
				break
			}
		}
	}
	return doubles, nil
}
