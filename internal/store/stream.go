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

// streamed is the number of records in a part.
const streamed = 1_000

// Stream returns the list that List divides into pages. Its records and their order are fixed from now on.
func (db *DB) Stream(ctx context.Context, r *record.Resource, s Scope, ask record.Query) (*Stream, error) {
	q := new(query).add("/* ids " + r.Name + " */ SELECT r.id FROM " + r.Name + " r " + joins(r, ask) + " WHERE ")
	db.matching(q, r, s, ask)
	order := db.order(ask, false)
	q.add(order.SQL, order.Args...)
	stream := &Stream{db: db, resource: r, scope: s, include: ask.Include}
	err := db.collect(ctx, db, q.String(), q.args, func(rows *Rows) error {
		var id int64
		err := rows.Scan(&id)
		stream.ids = append(stream.ids, id)
		return err
	})
	return stream, err
}

// Len returns how many records the stream has.
func (s *Stream) Len() int { return len(s.ids) }

// Each calls fn with the records, part by part, until it returns an error. Records deleted meanwhile are left out.
func (s *Stream) Each(ctx context.Context, fn func([]record.Row) error) error {
	for ids := range slices.Chunk(s.ids, streamed) {
		rows, err := s.read(ctx, ids)
		if err != nil {
			return err
		}
		if err := fn(rows); err != nil {
			return err
		}
	}
	return nil
}

// read returns the records with the ids, in their order.
func (s *Stream) read(ctx context.Context, ids []int64) ([]record.Row, error) {
	r, d := s.resource, s.db.dialect
	sel := s.db.selections.including(r, s.include)
	q := sel.query("stream").add(d.among("r.id")+" AND ", d.ids(ids)).visible(r, s.scope)
	rows, err := s.db.rows(ctx, s.db, sel, q)
	place := make(map[int64]int, len(ids))
	for i, id := range ids {
		place[id] = i
	}
	slices.SortFunc(rows, func(a, b record.Row) int { return place[r.ID(a)] - place[r.ID(b)] })
	return rows, err
}
