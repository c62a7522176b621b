package store

import (
	"context"
	"slices"

	"quartermaster/internal/record"
)

// Stream is a list of any length that is read in parts; only its ids are in memory.
type Stream struct {
	db       *DB
	resource *record.Resource
	scope    Scope
	include  []*record.Field
	ids      []int64
}

// streamed is how many records are read at a time.
const streamed = 1_000

// Stream returns the list that List divides into pages. Its records and their order are fixed from now on.
func (db *DB) Stream(ctx context.Context, r *record.Resource, s Scope, ask record.Query) (*Stream, error) {
	var err error
	if ask.Where, err = db.narrowed(ctx, db, r, s, ask.Where); err != nil {
		return nil, err
	}
	ids, err := db.ids(ctx, r, s, ask, 0)
	return &Stream{db: db, resource: r, scope: s, include: ask.Include, ids: ids}, err
}

// ids returns the ids of a list in its order. With a limit, it returns no more than that many of them, any ones.
func (db *DB) ids(ctx context.Context, r *record.Resource, s Scope, ask record.Query, limit int) (ids []int64, err error) {
	q := db.idsQuery(r, s, ask)
	if limit > 0 {
		q.add(" LIMIT $", limit)
	}
	var id any // a number is converted with reflection, which takes longer than to find it
	err = db.collect(ctx, db, q.String(), q.args, func(rows *Rows) error {
		if err := rows.Scan(&id); err != nil {
			return err
		}
		ids = append(ids, id.(int64))
		return nil
	})
	if isByID(ask) {
		slices.Sort(ids)
	}
	return ids, err
}

// idsQuery selects the ids of a list, in its order unless that is the order of the ids: for that a database would go through
// all records instead of an index.
func (db *DB) idsQuery(r *record.Resource, s Scope, ask record.Query) *query {
	q := new(query).add("/* ids " + r.Name + " */ SELECT r.id")
	db.from(q, r, s, ask)
	if isByID(ask) {
		return q
	}
	order := db.order(r, s, ask, false)
	return q.add(order.SQL, order.Args...)
}

func isByID(ask record.Query) bool { return len(ask.Sort) == 0 && ask.Order == nil }

// Len returns how many records the stream has.
func (s *Stream) Len() int { return len(s.ids) }

// First returns the first records, at most n.
func (s *Stream) First(ctx context.Context, n int) ([]record.Row, error) {
	return s.db.inOrder(ctx, s.resource, s.scope, s.include, s.ids[:min(n, len(s.ids))])
}

// Each calls fn with the records, part by part, until it returns an error. Records deleted meanwhile are left out.
func (s *Stream) Each(ctx context.Context, fn func([]record.Row) error) error {
	for ids := range slices.Chunk(s.ids, streamed) {
		rows, err := s.db.inOrder(ctx, s.resource, s.scope, s.include, ids)
		if err != nil {
			return err
		}
		if err := fn(rows); err != nil {
			return err
		}
	}
	return nil
}

// inOrder returns the records with the ids, in their order.
func (db *DB) inOrder(ctx context.Context, r *record.Resource, s Scope, include []*record.Field, ids []int64) ([]record.Row, error) {
	sel := db.selections.including(r, include)
	q := sel.query("stream").add(db.dialect.among("r.id")+" AND ", db.dialect.ids(ids)).visible(r, s)
	rows, err := db.rows(ctx, db, sel, q)
	order := make(map[int64]int, len(ids))
	for i, id := range ids {
		order[id] = i
	}
	slices.SortFunc(rows, func(a, b record.Row) int { return order[r.ID(a)] - order[r.ID(b)] })
	return rows, err
}

// Around returns the place of a record in the list, from 0, and the records before and after it; nil at the ends. The place is -1
// for one that the list does not hold.
func (s *Stream) Around(ctx context.Context, id int64) (place int, before, after record.Row, err error) {
	place = slices.Index(s.ids, id)
	if place < 0 {
		return place, nil, nil, nil
	}
	from, to := max(place-1, 0), min(place+2, len(s.ids))
	rows, err := s.db.inOrder(ctx, s.resource, s.scope, nil, s.ids[from:to])
	for i, row := range rows {
		switch at := slices.Index(s.ids, s.resource.ID(row)); {
		case at < place:
			before = rows[i]
		case at > place:
			after = rows[i]
		}
	}
	return place, before, after, err
}
