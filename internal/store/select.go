package store

import (
	"context"

	"quartermaster/internal/record"
)

// Flat returns the records of a resource that the scope sees and that meet the conditions, ordered by id, without the nested fields
// that include does not name.
func (db *DB) Flat(ctx context.Context, r *record.Resource, s Scope, where []record.Condition, include ...*record.Field) ([]record.Row, error) {
	return db.flat(ctx, db, r, s, where, include)
}

func (db *DB) flat(ctx context.Context, from querier, r *record.Resource, s Scope, where []record.Condition, include []*record.Field) ([]record.Row, error) {
	sel := db.selections.including(r, include)
	q := sel.query("select").visible(r, s)
	db.where(q, r, s, where)
	return db.rows(ctx, from, sel, q.add(" ORDER BY r.id"))
}
