package store

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"quartermaster/internal/record"
)

// isNarrowed reports whether a list leaves records out.
func isNarrowed(ask record.Query) bool {
	return ask.Search != "" || len(ask.Filters) > 0 || len(ask.Where) > 0
}

// found returns a page of the records that a list does not leave out. It goes through the records of the instance once: their ids
// tell how many there are, and which are on the page. When it finds very many, the database counts them and finds those of the page.
func (db *DB) found(ctx context.Context, r *record.Resource, s Scope, ask record.Query) (Page, error) {
	page, limit := Page{Number: ask.Page, Size: ask.PerPage}, 0
	var err error
	if ask.Where, err = db.narrowed(ctx, db, r, s, ask.Where); err != nil {
		return page, err
	}
	if isByID(ask) && ask.Page <= firstPages {
		limit = ask.PerPage * manyPages
	}
	ids, err := db.ids(ctx, r, s, ask, limit)
	if err != nil {
		return page, err
	}
	if limit > 0 && len(ids) == limit {
		return db.foundMany(ctx, r, s, ask)
	}
	page.Total = int64(len(ids))
	from := min((int64(ask.Page)-1)*int64(ask.PerPage), page.Total)
	if ids := ids[from:min(from+int64(ask.PerPage), page.Total)]; len(ids) > 0 {
		page.Rows, err = db.inOrder(ctx, r, s, ask.Include, ids)
	}
	return page, err
}

// Where a list has manyPages, its firstPages are found by looking at a tenth of the records on average, in their order.
const manyPages, firstPages = 300, 30

// foundMany returns one of the first pages of many records, which are in the order of their ids.
func (db *DB) foundMany(ctx context.Context, r *record.Resource, s Scope, ask record.Query) (Page, error) {
	page := Page{Number: ask.Page, Size: ask.PerPage}
	q := new(query).add("/* count " + r.Name + " */ SELECT count(*)")
	db.from(q, r, s, ask)
	if err := db.QueryRow(ctx, q.String(), q.args...).Scan(&page.Total); err != nil {
		return page, err
	}
	order := db.order(r, s, ask, false)
	sel := db.selections.including(r, ask.Include)
	q = sel.query("first").visible(r, s)
	db.narrow(q, r, s, ask)
	q.add(order.SQL+" LIMIT $ OFFSET $", append(order.Args, ask.PerPage, (ask.Page-1)*ask.PerPage)...)
	rows, err := db.rows(ctx, db, sel, q)
	page.Rows = rows
	return page, err
}

// narrow adds the conditions of a list for a database that goes through the records in their order.
func (db *DB) narrow(q *query, r *record.Resource, s Scope, ask record.Query) {
	if ask.Search != "" && len(r.Search) > 0 {
		db.contained(q.add(" AND "), r.Search, ask.Search)
	}
	db.filter(q, s, r, ask)
}

// filter adds the conditions of a list besides its search.
func (db *DB) filter(q *query, s Scope, r *record.Resource, ask record.Query) {
	for _, f := range ask.Filters {
		q.add(" AND "+f.SQL, f.Args...)
	}
	db.where(q, r, ask.Where)
}

// from adds where a list takes its records from, and its conditions.
func (db *DB) from(q *query, r *record.Resource, s Scope, ask record.Query) {
	ask = searchingWord(r, ask)
	if ask.Search != "" && len(r.Search) > 0 {
		db.searched(q, r, s, ask)
	} else {
		q.add(" FROM "+r.Name+" r "+joins(r, ask)+" WHERE ").visible(r, s)
	}
	db.filter(q, s, r, ask)
}

// searchingWord makes a word of the filter the search, where there is none: it finds the same, and an index holds what it looks into.
func searchingWord(r *record.Resource, ask record.Query) record.Query {
	i := slices.IndexFunc(ask.Where, isWord)
	if i < 0 || ask.Search != "" || len(r.Search) == 0 {
		return ask
	}
	ask.Search = ask.Where[i].Any[0].Text[0]
	ask.Where = slices.Concat(ask.Where[:i], ask.Where[i+1:])
	return ask
}

// isWord reports whether a condition is that the searched texts contain a text.
func isWord(c record.Condition) bool {
	if c.Not || len(c.Any) != 1 {
		return false
	}
	m := c.Any[0]
	return m.Test == record.Worded && len(m.Text) == 1 && m.Text[0] != ""
}

// searched adds the records that contain the text of a search. It is written for the indexes that hold what search looks into:
// the database reads nothing else of the records that do not contain it.
func (db *DB) searched(q *query, r *record.Resource, s Scope, ask record.Query) {
	switch {
	case r.ByClassName:
		// SQLite joins in this order, and does not look for the instance's records because of the plus.
		q.add(" FROM instance_classnames ic CROSS JOIN "+r.Name+" r WHERE ").ofInstance("ic", s).
			add(" AND r.instance_classname_id = ic.id AND +r.instance_id = ic.instance_id AND " + r.Published + " AND ")
		db.contained(q, r.Search, ask.Search)
	case r.Scope == record.InInstance:
		// SQLite would look at ids, which are in the index, before texts.
		q.add(" FROM "+r.Name+" r "+joins(r, ask)+" WHERE ").ofInstance("r", s).add(" AND CASE WHEN ")
		db.contained(q, r.Search, ask.Search)
		q.add(" THEN " + r.Published + " ELSE FALSE END")
	default:
		q.add(" FROM "+r.Name+" r "+joins(r, ask)+" WHERE ").visible(r, s).add(" AND ")
		db.contained(q, r.Search, ask.Search)
	}
}

// contained adds the condition that one of the expressions contains the text.
func (db *DB) contained(q *query, expressions []string, text string) {
	ascii := isASCII(text)
	q.add("(")
	for i, expr := range expressions {
		if i > 0 {
			q.add(" OR ")
		}
		q.add(db.dialect.contains(expr, ascii), text)
	}
	q.add(")")
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// joins returns the joins that the conditions and the order of a list need.
func joins(r *record.Resource, ask record.Query) string {
	if ask.Search != "" || len(ask.Where) > 0 || slices.ContainsFunc(ask.Sort, func(by record.Sorting) bool { return by.Field.Column == "" }) {
		return r.Joins
	}
	return ""
}
