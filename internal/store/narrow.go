package store

import (
	"context"
	"strings"

	"quartermaster/internal/record"
)

// mostWork is how much work of the database the conditions of a filter may be for each record; a comparison of numbers is 1. What is
// beyond is tested in memory, which reads each value once and takes a tenth of the time for what goes on.
const mostWork = 12

// workOf is about how much work a condition is for the database; unknown says that the database cannot test it.
func workOf(c record.Condition) (work int, unknown bool) {
	for _, m := range c.Any {
		switch {
		case m.Answer != nil:
			unknown = true
		case len(m.Below) > 0:
			work += 12
		case m.Field != nil && (m.Field.Link != nil || m.Field.Type == record.Texts):
			work += 6
		case m.Test == record.Ranged, m.Test == record.Linked, m.Test == record.Unset, m.Test == record.Given:
			work++
		default:
			work += 3
		}
	}
	return work, unknown
}

// narrowed returns conditions that the database tests quickly. Where others are among those that are given, records are tested in memory,
// and named by their ids.
func (db *DB) narrowed(ctx context.Context, from Querier, r *record.Resource, s Scope,
	where []record.Condition,
) ([]record.Condition, error) {
	light, heavy := divided(where)
	if len(heavy) == 0 {
		return where, nil
	}
	ids, err := db.tested(ctx, from, r, s, light, heavy)
	return []record.Condition{{Any: []record.Match{{Test: record.Identified, IDs: ids}}}}, err
}

// divided returns the conditions that the database tests, and those that are too much for it.
func divided(where []record.Condition) (light, heavy []record.Condition) {
	sum := 0
	for _, c := range where {
		work, unknown := workOf(c)
		if sum += work; unknown || sum > mostWork && len(where) > 1 {
			heavy = append(heavy, c)
		} else {
			light = append(light, c)
		}
	}
	return light, heavy
}

// tested returns the ids of the records that meet all conditions; the database tests the light ones.
func (db *DB) tested(ctx context.Context, from Querier, r *record.Resource, s Scope, light, heavy []record.Condition) ([]int64, error) {
	fields := []*record.Field{r.Field("id"), r.Field("sid")}
	var links []linked
	for _, f := range r.Reads(heavy) {
		if f.Link == nil {
			fields = append(fields, f)
			continue
		}
		l, err := db.linkedIn(ctx, from, r, s, f)
		if err != nil {
			return nil, err
		}
		links = append(links, l)
	}
	ids, tester := []int64{}, r.Tester(heavy)
	err := db.eachRow(ctx, from, r, s, light, fields, func(row record.Row) {
		id := r.ID(row)
		for _, l := range links {
			row[l.index] = l.ids[id]
		}
		if tester.Meets(row) {
			ids = append(ids, id)
		}
	})
	return ids, err
}

// eachRow calls fn with some fields of the records that meet the conditions; the row is valid until fn returns.
func (db *DB) eachRow(ctx context.Context, from Querier, r *record.Resource, s Scope, where []record.Condition, fields []*record.Field,
	fn func(record.Row),
) error {
	columns, row := make([]string, len(fields)), make(record.Row, len(r.Fields))
	values, dest := make([]any, len(fields)), make([]any, len(fields))
	for i, f := range fields {
		columns[i], dest[i] = f.SQL, &values[i]
	}
	q := new(query).add("/* test "+r.Name+" */ SELECT "+strings.Join(columns, ", ")+" FROM "+r.Name+" r "+r.Joins+" WHERE ").visible(r, s)
	db.where(q, r, where)
	return db.collect(ctx, from, q.String(), q.args, func(rows *Rows) error {
		if err := rows.Scan(dest...); err != nil {
			return err
		}
		for i, f := range fields {
			row[r.Index(f.Name)] = values[i]
		}
		fn(row)
		return nil
	})
}

// linked holds the ids of a link field, by the record that they belong to.
type linked struct {
	index int
	ids   map[int64][]int64
}

func (db *DB) linkedIn(ctx context.Context, from Querier, r *record.Resource, s Scope, f *record.Field) (linked, error) {
	l := linked{r.Index(f.Name), map[int64][]int64{}}
	q := new(query).add("/* links "+r.Name+" */ SELECT l."+f.Link.Owner+", l."+f.Link.Column+" FROM "+r.Name+" r JOIN "+f.Link.Table+
		" l ON l."+
		f.Link.Owner+" = r.id AND "+f.Link.Seen("l")+" WHERE ").visible(r, s)
	var owner, id int64
	err := db.collect(ctx, from, q.String(), q.args, func(rows *Rows) error {
		err := rows.Scan(&owner, &id)
		l.ids[owner] = append(l.ids[owner], id)
		return err
	})
	return l, err
}
