package store

import (
	"context"
	"math"

	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store/conns"
)

// one is the reading of one record with its links, and what was read.
type one struct {
	sel   *selection
	parts []part
	found []record.Row
	links record.Row // of the same width, with nothing but the links
}

// one returns what reads the record that meets the condition: its links are found by the same condition, so that they need not wait for
// its id.
func (s *selection) one(scope Scope, condition string, arg any) *one {
	r := s.resource
	o := &one{sel: s, links: r.EmptyRow()}
	o.parts = []part{s.query("get").add(condition+" AND ", arg).visible(r, scope).part(s.scanner(&o.found))}
	if len(s.links) > 0 {
		owner := func(q *query) {
			q.add("(SELECT r.id FROM "+r.Name+" r "+r.Joins+" WHERE "+condition+" AND ", arg).visible(r, scope).add(")")
		}
		o.parts = append(o.parts, linksOfOne(r, s.links, owner).part(addLink(o.links)))
	}
	return o
}

// row returns the record once it is read, or ErrNotFound.
func (o *one) row(ctx context.Context, db *DB) (record.Row, error) {
	if len(o.found) == 0 {
		return nil, ErrNotFound
	}
	row := o.found[0]
	for _, index := range o.sel.links {
		list, _ := o.links[index].([]int64)
		row[index] = append([]int64{}, list...)
	}
	return row, db.readTotals(ctx, o.sel, o.found)
}

// firstTogether reads the record in one round trip.
func (db *DB) firstTogether(ctx context.Context, from Querier, o *one) (record.Row, error) {
	if err := db.collectAll(ctx, from, o.parts...); err != nil {
		return nil, err
	}
	return o.row(ctx, db)
}

// listTogether reads a page in the same round trip as the total, which it takes for what it was last. What was read from the end of the
// list for that reason is read again when it is another.
func (db *DB) listTogether(ctx context.Context, r *record.Resource, s Scope, ask record.Query) (page Page, err error) {
	page = Page{Number: ask.Page, Size: ask.PerPage}
	asked, sel := db.askTotal(totalKey{r, s}), db.selections.including(r, ask.Include)
	w := asked.window(ask)
	parts := []part{asked.part}
	if w.limit > 0 {
		parts = append(parts, db.windowQuery(sel, s, ask, w).part(sel.scanner(&page.Rows)))
	}
	if err := db.collectAll(ctx, db, parts...); err != nil {
		return page, err
	}
	if page.Total, err = db.totalAsked(ctx, asked); err != nil {
		return page, err
	}
	if (w.backward || w.limit <= 0) && page.Total != asked.known.n {
		return db.pageOf(ctx, r, s, ask, page.Total)
	}
	page.Rows = w.inOrder(page.Rows)
	return page, db.complete(ctx, db, sel, page.Rows)
}

// window returns where a page is by the known total. From the beginning on it is as long as it may be: the list may have grown.
func (a *askedTotal) window(ask record.Query) window {
	if a.known == noTotal {
		return windowOf(ask, math.MaxInt64)
	}
	w := windowOf(ask, a.known.n)
	if w.limit > 0 && !w.backward {
		w.limit = int64(ask.PerPage)
	}
	return w
}

// lockTogether locks the instance and reads the record that is to be changed in one round trip. What is written then waits for the commit.
func (e *Edit) lockTogether(ctx context.Context, r *record.Resource, sid string, conditions []Condition) (record.Row, error) {
	still, args := e.still(e.Scope, 3)
	text := `SELECT revision + 1, review FROM instances WHERE id = $1 AND user_id = $2` + still + e.db.dialect.forUpdate()
	lock := part{text, append([]any{e.Scope.InstanceID, e.Scope.UserID}, args...), func(rows *Rows) error {
		var setting string
		err := rows.Scan(&e.next, &setting)
		e.review = reviewStateOf(setting)
		return err
	}}
	o := e.db.selections.full(r).one(e.Scope, r.Addressed(), sid)
	if err := e.db.collectAll(ctx, e.Tx, append([]part{lock}, o.parts...)...); err != nil {
		return nil, err
	}
	if e.next == 0 {
		return nil, e.db.lost(ctx, e.Scope, ErrNotFound)
	}
	e.waits = true
	row, err := o.row(ctx, e.db)
	if err != nil {
		return nil, err
	}
	return row, mayChange(r, row, conditions)
}

// startTogether makes the revision with what follows. Where the instance is not locked its number is known to the database alone: the
// flight ends where the scope sees no such instance, or its changes have to be approved.
func (e *Edit) startTogether(ctx context.Context, r *record.Resource, summary say.Message) error {
	if e.next == 0 {
		still, args := e.still(e.Scope, 3)
		raise := `UPDATE instances SET revision = revision + 1 WHERE id = $1 AND user_id = $2` + still
		if r.Reviewed() {
			raise += ` AND review = '` + ReviewOff + `'`
			e.review = notReviewed
		}
		raise += ` RETURNING revision`
		e.unnumbered, e.made = true, revisionOf{scope: e.Scope}
		args = append([]any{e.Scope.InstanceID, e.Scope.UserID}, args...)
		failed := func(err error) error { return e.db.domainError(ctx, err) }
		e.waiting = append(e.waiting, conns.Leg{Text: raise, Args: args, Number: &e.made.number, Failed: failed})
		return e.writeUnnumbered(ctx, revisionsHead, e.revision(summary), "")
	}
	e.Number, e.made = e.next, revisionOf{e.Scope, e.next}
	const raise = `UPDATE instances SET revision = $1 WHERE id = $2 AND user_id = $3`
	if err := e.write(ctx, raise, []any{e.Number, e.Scope.InstanceID, e.Scope.UserID}, nil); err != nil {
		return err
	}
	return e.addRevision(ctx, e, e.Number, summary)
}

// writeUnnumbered inserts a row whose last column is the number of the revision that the transaction has begun.
func (e *Edit) writeUnnumbered(ctx context.Context, head string, args []any, tail string) error {
	q := new(query).add(head)
	separator := "("
	for _, arg := range args {
		q.add(separator+"$", arg)
		separator = ", "
	}
	q.add(", (SELECT i.revision FROM instances i WHERE i.id = $ AND i.user_id = $))"+tail, e.Scope.InstanceID, e.Scope.UserID)
	return e.write(ctx, q.String(), q.args, nil)
}
