package store

import (
	"context"
	"fmt"

	"quartermaster/internal/record"
)

// link is a row of a link table.
type link struct {
	owner    int64
	position int
	id       int64
}

// insertLinks stores the ids of the link fields for which want is true, from the position first on.
func (e *Edit) insertLinks(ctx context.Context, r *record.Resource, rows []record.Row, first int,
	want func(row record.Row, index int) bool,
) error {
	for index, f := range r.Fields {
		if f.Link == nil {
			continue
		}
		var links []link
		for _, row := range rows {
			if want(row, index) {
				links = appendLinks(links, r.ID(row), first, row[index])
			}
		}
		head := fmt.Sprintf("INSERT INTO %s (%s, position, %s) VALUES ", f.Link.Table, f.Link.Owner, f.Link.Column)
		values := func(l link, args []any) []any { return append(args, l.owner, l.position, l.id) }
		failed := func(err error) error { return clash(err, r, rows, false) }
		if err := bulkInsert(ctx, e.Tx, head, "", 3, links, values, failed); err != nil {
			return err
		}
	}
	return nil
}

func appendLinks(links []link, owner int64, first int, stored any) []link {
	ids, _ := stored.([]int64)
	for i, id := range ids {
		links = append(links, link{owner, first + i, id})
	}
	return links
}

// deleteLinks deletes the ids of the link fields for which want is true.
func (e *Edit) deleteLinks(ctx context.Context, r *record.Resource, rows []record.Row, want func(row record.Row, index int) bool) error {
	for index, f := range r.Fields {
		if f.Link == nil {
			continue
		}
		var owners []int64
		for _, row := range rows {
			if want(row, index) {
				owners = append(owners, r.ID(row))
			}
		}
		if len(owners) == 0 {
			continue
		}
		if err := e.deleteLinksOf(ctx, f.Link, owners); err != nil {
			return err
		}
	}
	return nil
}

// readLinks reads the ids of link fields for all given records at once.
func (db *DB) readLinks(ctx context.Context, from Querier, r *record.Resource, indexes []int, list []record.Row) error {
	if len(list) == 0 || len(indexes) == 0 {
		return nil
	}
	parts, owners, ids := make([]part, len(indexes)), make([][]int64, len(indexes)), make([][]int64, len(indexes))
	for i, index := range indexes {
		parts[i] = db.linksQuery(r.Fields[index].Link, idsOf(r, list)).part(func(rows *Rows) error {
			var owner, id int64
			err := rows.Scan(&owner, &id)
			owners[i], ids[i] = append(owners[i], owner), append(ids[i], id)
			return err
		})
	}
	if err := db.collectAll(ctx, from, parts...); err != nil {
		return err
	}
	for i, index := range indexes {
		setLinks(r, index, list, owners[i], ids[i])
	}
	return nil
}

func (db *DB) linksQuery(l *record.Link, owners []int64) *query {
	condition, arg := db.equalsAny("l."+l.Owner, owners)
	return new(query).add("SELECT l."+l.Owner+", l."+l.Column+" FROM "+l.Table+" l WHERE "+condition+" AND "+l.Seen("l")+
		" ORDER BY l."+l.Owner+", l.position", arg)
}

// linksOfOne returns a query for the ids of several link fields of one record, whose id owner adds.
func linksOfOne(r *record.Resource, indexes []int, owner func(*query)) *query {
	q := new(query)
	for i, index := range indexes {
		l := r.Fields[index].Link
		if i > 0 {
			q.add(" UNION ALL ")
		}
		owner(q.add(fmt.Sprintf("SELECT %d, l.position, l.%s FROM %s l WHERE %s AND l.%s = ", index, l.Column, l.Table, l.Seen("l"), l.Owner)))
	}
	return q.add(" ORDER BY 1, 2")
}

// readLinksOfOne reads the ids of all link fields of the selection for one record at once.
func (db *DB) readLinksOfOne(ctx context.Context, from Querier, s *selection, row record.Row) error {
	args := make([]any, len(s.links))
	for i, index := range s.links {
		row[index], args[i] = []int64{}, s.resource.ID(row)
	}
	return db.collect(ctx, from, s.linksOfOne, args, addLink(row))
}

// addLink returns what takes a row of linksOfOne.
func addLink(row record.Row) func(*Rows) error {
	var index, position int
	var id int64
	return func(rows *Rows) error {
		err := rows.Scan(&index, &position, &id)
		before, _ := row[index].([]int64)
		row[index] = append(before, id)
		return err
	}
}

// equalsAny returns a condition that the column is one of the ids. A single id is compared directly, because SQLite makes a
// table of a list.
func (db *DB) equalsAny(column string, ids []int64) (condition string, arg any) {
	if len(ids) == 1 {
		return column + " = $", ids[0]
	}
	return db.dialect.among(column), db.dialect.ids(ids)
}

// setLinks gives each record its part of ids, which are in the order of their owners.
func setLinks(r *record.Resource, index int, list []record.Row, owners, ids []int64) {
	byID := make(map[int64]record.Row, len(list))
	for _, row := range list {
		row[index] = []int64{}
		byID[r.ID(row)] = row
	}
	for start, end := 0, 0; start < len(ids); start = end {
		for end < len(ids) && owners[end] == owners[start] {
			end++
		}
		byID[owners[start]][index] = ids[start:end:end]
	}
}
