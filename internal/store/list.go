package store

import (
	"context"
	"slices"
	"strings"

	"quartermaster/internal/record"
)

// Page is one page of a list.
type Page struct {
	Rows         []record.Row
	Number, Size int
	Total        int64
}

// List returns a page of the records that the scope sees. It reads the total first and then the rows: a change in between
// shifts the page, as it does between two pages.
func (db *DB) List(ctx context.Context, r *record.Resource, s Scope, ask record.Query) (Page, error) {
	if isNarrowed(ask) {
		return db.found(ctx, r, s, ask)
	}
	if db.dialect.together() && isCountedByRevision(r) {
		return db.listTogether(ctx, r, s, ask)
	}
	total, err := db.Count(ctx, r, s)
	if err != nil {
		return Page{}, err
	}
	return db.pageOf(ctx, r, s, ask, total)
}

// pageOf returns the page of a list of total rows.
func (db *DB) pageOf(ctx context.Context, r *record.Resource, s Scope, ask record.Query, total int64) (Page, error) {
	page := Page{Number: ask.Page, Size: ask.PerPage, Total: total}
	w := windowOf(ask, page.Total)
	if w.limit <= 0 {
		return page, nil
	}
	var err error
	page.Rows, err = db.window(ctx, r, s, ask, w)
	return page, err
}

// window is a part of a list.
type window struct {
	limit, offset int64
	backward      bool // the offset counts from the end
}

// windowOf returns the window of a page in a list of total rows. The second half of a list is read from its end, because a
// database reads all rows that it skips. Beyond the end the limit is not positive.
func windowOf(ask record.Query, total int64) window {
	size := int64(ask.PerPage)
	before := (int64(ask.Page) - 1) * size
	limit := min(size, total-before)
	after := total - before - limit
	if after < before {
		return window{limit, after, true}
	}
	return window{limit, before, false}
}

func (db *DB) window(ctx context.Context, r *record.Resource, s Scope, ask record.Query, w window) ([]record.Row, error) {
	sel := db.selections.including(r, ask.Include)
	rows, err := db.rows(ctx, db, sel, db.windowQuery(sel, s, ask, w))
	return w.inOrder(rows), err
}

// inOrder puts the rows of the window in the order of the list.
func (w window) inOrder(rows []record.Row) []record.Row {
	if w.backward {
		slices.Reverse(rows)
	}
	return rows
}

// windowQuery reads the rows of a window. Where the database must skip or sort rows, it finds the ids of the window first, so
// that the other rows cost only what they are sorted by.
func (db *DB) windowQuery(sel *selection, s Scope, ask record.Query, w window) *query {
	r, q := sel.resource, sel.query("list")
	order := db.order(r, s, ask, w.backward)
	if isByID(ask) && w.offset == 0 {
		return q.visible(r, s).add(order.SQL+" LIMIT $", append(order.Args, w.limit)...)
	}
	q.add("r.id IN (SELECT r.id")
	db.from(q, r, s, ask)
	return q.add(order.SQL, order.Args...).add(" LIMIT $ OFFSET $)", w.limit, w.offset).add(order.SQL, order.Args...)
}

// order sorts by the requested fields or expressions, and then by id. Null is the smallest value in both databases; descending
// is the exact reverse, and backward reverses once more.
func (db *DB) order(r *record.Resource, s Scope, ask record.Query, backward bool) record.Applied {
	var terms []string
	var args []any
	if s.Shared && r.Name == record.Instances.Name { // own ones first
		terms, args = directed([]string{"(r.user_id <> $)"}, backward), []any{s.UserID}
	}
	for _, by := range ask.Sort {
		terms = append(terms, directed(db.sortTerms(by), by.Descending != backward)...)
	}
	if len(ask.Sort) == 0 {
		for _, by := range ask.Order {
			terms, args = append(terms, directed([]string{by.SQL}, backward)...), append(args, by.Args...)
		}
	}
	descending := len(ask.Sort) > 0 && ask.Sort[0].Descending
	terms = append(terms, directed([]string{"r.id"}, descending != backward)...)
	return record.Applied{SQL: " ORDER BY " + strings.Join(terms, ", "), Args: args}
}

func directed(terms []string, descending bool) []string {
	if descending {
		for i := range terms {
			terms[i] += " DESC"
		}
	}
	return terms
}

// sortTerms returns what a list is sorted by for the sake of one field.
func (db *DB) sortTerms(by record.Sorting) []string {
	f := by.Field
	switch {
	case by.ByName:
		return []string{db.dialect.sortText("lower(" + db.namesOf(f) + ")")}
	case f.Nullable && f.HoldsText():
		return []string{"(" + f.SQL + " IS NOT NULL)", db.dialect.sortText(f.SQL)}
	case f.Nullable:
		return []string{"(" + f.SQL + " IS NOT NULL)", f.SQL}
	case f.HoldsText():
		return []string{db.dialect.sortText(f.SQL)}
	}
	return []string{f.SQL}
}

// namesOf returns the expression for the names of the records that a field refers to, an empty text for none.
func (db *DB) namesOf(f *record.Field) string {
	other := record.Named(f.Ref)
	name := "o." + other.Title.Column
	if f.Link == nil {
		return "COALESCE((SELECT " + name + " FROM " + other.Name + " o WHERE o.id = " + f.SQL + "), '')"
	}
	return "COALESCE((SELECT string_agg(" + name + ", ', ' ORDER BY lower(" + name + ")) FROM " + f.Link.Table + " l JOIN " + other.Name +
		" o ON o.id = l." + f.Link.Column + " WHERE l." + f.Link.Owner + " = r.id AND " + f.Link.Seen("l") + "), '')"
}

// rows runs a selection and reads its link fields and totals.
func (db *DB) rows(ctx context.Context, from Querier, sel *selection, q *query) ([]record.Row, error) {
	var list []record.Row
	if err := db.collect(ctx, from, q.String(), q.args, sel.scanner(&list)); err != nil {
		return nil, err
	}
	return list, db.complete(ctx, from, sel, list)
}

// complete reads the link fields and totals of a selection.
func (db *DB) complete(ctx context.Context, from Querier, sel *selection, list []record.Row) error {
	if err := db.readTotals(ctx, sel, list); err != nil {
		return err
	}
	if len(list) == 1 && len(sel.links) > 1 {
		return db.readLinksOfOne(ctx, from, sel, list[0])
	}
	return db.readLinks(ctx, from, sel.resource, sel.links, list)
}

// Get returns the shown fields of the record with the public identifier, or ErrNotFound when the scope sees none.
func (db *DB) Get(ctx context.Context, r *record.Resource, s Scope, sid string) (record.Row, error) {
	return db.first(ctx, db, db.selections.shown(r), s, r.Addressed(), sid)
}

// get returns a whole record, or ErrNotFound.
func (db *DB) get(ctx context.Context, from Querier, r *record.Resource, s Scope, condition string, arg any) (record.Row, error) {
	return db.first(ctx, from, db.selections.full(r), s, condition, arg)
}

func (db *DB) first(ctx context.Context, from Querier, sel *selection, s Scope, condition string, arg any) (record.Row, error) {
	s.Drafts = true // who names one finds it
	if db.dialect.together() {
		return db.firstTogether(ctx, from, sel.one(s, condition, arg))
	}
	list, err := db.rows(ctx, from, sel, sel.query("get").add(condition+" AND ", arg).visible(sel.resource, s))
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, ErrNotFound
	}
	return list[0], nil
}

// All returns the whole records of a resource that the scope sees and that meet the condition, ordered by id. The condition is
// SQL on the table r with $ for each argument; an empty one holds for all.
func (db *DB) All(ctx context.Context, r *record.Resource, s Scope, condition string, args ...any) ([]record.Row, error) {
	return db.all(ctx, db, r, s, condition, args...)
}

func (db *DB) all(ctx context.Context, from Querier, r *record.Resource, s Scope, condition string, args ...any) ([]record.Row, error) {
	sel := db.selections.full(r)
	q := sel.query("all").visible(r, s)
	if condition == "" {
		return db.rows(ctx, from, sel, q.add(" ORDER BY r.id"))
	}
	// With the plus the records that meet the condition are found first: SQLite would go through all for the sake of the order.
	return db.rows(ctx, from, sel, q.add(" AND "+condition, args...).add(" ORDER BY +r.id"))
}

// Among returns the whole records with the ids that the scope sees, ordered by id.
func (db *DB) Among(ctx context.Context, r *record.Resource, s Scope, ids []int64) ([]record.Row, error) {
	return db.All(ctx, r, s, db.dialect.among("r.id"), db.dialect.ids(ids))
}
