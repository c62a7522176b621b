package store

import (
	"context"
	"strings"
	"unicode/utf8"

	"quartermaster/internal/record"
)

// Page is one page of a list.
type Page struct {
	Rows         []record.Row
	Number, Size int
	Total        int64
}

// List returns a page of the records that the scope sees.
func (db *DB) List(ctx context.Context, r *record.Resource, s Scope, ask record.Query) (Page, error) {
	page := Page{Number: ask.Page, Size: ask.PerPage}
	count := new(query).add("/* count " + r.Name + " */ SELECT count(*) FROM " + r.Name + " r ")
	if ask.Search != "" {
		count.add(r.Joins)
	}
	db.matching(count.add(" WHERE "), r, s, ask)
	if err := db.QueryRow(ctx, count.String(), count.args...).Scan(&page.Total); err != nil {
		return page, err
	}
	offset := (int64(ask.Page) - 1) * int64(ask.PerPage)
	if offset >= page.Total {
		return page, nil
	}
	sel := db.selections.including(r, ask.Include)
	q := sel.query("list")
	db.matching(q, r, s, ask)
	q.add(db.order(ask)).add(" LIMIT $ OFFSET $", int64(ask.PerPage), offset)
	var err error
	page.Rows, err = db.rows(ctx, db, sel, q)
	return page, err
}

// matching adds the conditions of a list.
func (db *DB) matching(q *query, r *record.Resource, s Scope, ask record.Query) {
	q.visible(r, s)
	if ask.Search != "" && len(r.Search) > 0 {
		db.searching(q, r, ask.Search)
	}
	for _, f := range ask.Filters {
		q.add(" AND "+f.SQL, f.Args...)
	}
}

func (db *DB) searching(q *query, r *record.Resource, term string) {
	ascii := isASCII(term)
	for i, expr := range r.Search {
		if i == 0 {
			q.add(" AND (")
		} else {
			q.add(" OR ")
		}
		q.add(db.dialect.contains(expr, ascii), term)
	}
	q.add(")")
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// order sorts null as the smallest value, in both databases, and equal values by id.
func (db *DB) order(ask record.Query) string {
	if ask.Sort == nil {
		return " ORDER BY r.id"
	}
	direction := ""
	if ask.Descending {
		direction = " DESC"
	}
	terms := []string{ask.Sort.SQL, "r.id"}
	if ask.Sort.Kind == record.Text {
		terms[0] = db.dialect.sortText(ask.Sort.SQL)
	}
	if ask.Sort.Nullable {
		terms = append([]string{"(" + ask.Sort.SQL + " IS NOT NULL)"}, terms...)
	}
	return " ORDER BY " + strings.Join(terms, direction+", ") + direction
}

// rows runs a selection and reads the link fields that belong to it.
func (db *DB) rows(ctx context.Context, from querier, sel *selection, q *query) ([]record.Row, error) {
	var list []record.Row
	if err := db.collect(ctx, from, q.String(), q.args, sel.scanner(&list)); err != nil {
		return nil, err
	}
	if len(list) == 1 && len(sel.links) > 1 {
		return list, db.readLinksOfOne(ctx, from, sel, list[0])
	}
	for _, place := range sel.links {
		if err := db.readLinks(ctx, from, sel.resource, place, list); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Get returns the record with the public identifier and all that is shown of it, or ErrNotFound when the scope sees none.
func (db *DB) Get(ctx context.Context, r *record.Resource, s Scope, sid string) (record.Row, error) {
	return db.first(ctx, db, db.selections.shown(r), s, "r.sid = $", sid)
}

// get returns a whole record.
func (db *DB) get(ctx context.Context, from querier, r *record.Resource, s Scope, condition string, arg any) (record.Row, error) {
	return db.first(ctx, from, db.selections.full(r), s, condition, arg)
}

func (db *DB) first(ctx context.Context, from querier, sel *selection, s Scope, condition string, arg any) (record.Row, error) {
	r := sel.resource
	q := sel.query("get").add(condition+" AND ", arg).visible(r, s)
	list, err := db.rows(ctx, from, sel, q)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, ErrNotFound
	}
	return list[0], nil
}

// All returns every record of a resource that the scope sees and that meets the condition (SQL on the table r with $ for
// each argument; empty for no condition), whole, ordered by id.
func (db *DB) All(ctx context.Context, r *record.Resource, s Scope, condition string, args ...any) ([]record.Row, error) {
	return db.all(ctx, db, r, s, condition, args...)
}

func (db *DB) all(ctx context.Context, from querier, r *record.Resource, s Scope, condition string, args ...any) ([]record.Row, error) {
	sel := db.selections.full(r)
	q := sel.query("all").visible(r, s)
	if condition != "" {
		q.add(" AND "+condition, args...)
	}
	return db.rows(ctx, from, sel, q.add(" ORDER BY r.id"))
}
