package store

import (
	"context"
	"fmt"

	"quartermaster/internal/record"
)

// View reads the records of one instance and works out what they become when they are changed, without writing: outside of any
// transaction, where nobody waits for it, or within an edit that is to write it. What it has looked up for one record it takes for
// the others as well, so it must not be used after the records have changed. It is not safe for concurrent use.
type View struct {
	Scope  Scope
	db     *DB
	from   Querier
	tx     *Tx // nil outside of an edit
	fields map[string][]any
	taken  map[string]bool
}

// View returns a view outside of any transaction. The scope names its instance by the id.
func (db *DB) View(s Scope) *View {
	return &View{Scope: s, db: db, from: db, fields: map[string][]any{}, taken: map[string]bool{}}
}

// View returns a view of what the edit sees.
func (e *Edit) View() *View {
	v := e.db.View(e.Scope)
	v.from, v.tx = e.Tx, e.Tx
	return v
}

// Flat returns the records of a resource that meet the conditions, ordered by id, without the nested fields that include does not
// name.
func (v *View) Flat(ctx context.Context, r *record.Resource, where []record.Condition, include ...*record.Field) ([]record.Row, error) {
	where, err := v.db.narrowed(ctx, v.from, r, v.Scope, where)
	if err != nil {
		return nil, err
	}
	sel := v.db.selections.including(r, include)
	q := sel.query("flat").visible(r, v.Scope)
	v.db.where(q, r, where)
	return v.db.rows(ctx, v.from, sel, q.add(" ORDER BY r.id"))
}

// Whole returns the whole records of a resource that meet the conditions, ordered by id.
func (v *View) Whole(ctx context.Context, r *record.Resource, where []record.Condition) ([]record.Row, error) {
	return v.Flat(ctx, r, where, r.Fields...)
}

// Count returns how many records of a resource meet the conditions.
func (v *View) Count(ctx context.Context, r *record.Resource, where []record.Condition) (n int64, err error) {
	if where, err = v.db.narrowed(ctx, v.from, r, v.Scope, where); err != nil {
		return 0, err
	}
	q := new(query).add("/* count "+r.Name+" */ SELECT count(*) FROM "+r.Name+" r "+r.Joins+" WHERE ").visible(r, v.Scope)
	v.db.where(q, r, where)
	err = v.db.collect(ctx, v.from, q.String(), q.args, func(rows *Rows) error { return rows.Scan(&n) })
	return n, err
}

// CountReferring returns how many records of a resource hold one of the ids in a column.
func (v *View) CountReferring(ctx context.Context, r *record.Resource, column string, ids []int64) (n int64, err error) {
	q := new(query).add("SELECT count(*) FROM "+r.Name+" r WHERE "+v.db.dialect.among("r."+column)+" AND ", v.db.dialect.ids(ids)).visible(r,
		v.Scope)
	err = v.db.collect(ctx, v.from, q.String(), q.args, func(rows *Rows) error { return rows.Scan(&n) })
	return n, err
}

// Revision returns the revision of the instance, or ErrNotFound when it does not belong to the user.
func (v *View) Revision(ctx context.Context) (number int64, err error) {
	number = -1
	const text = `SELECT revision FROM instances WHERE id = $1 AND user_id = $2`
	err = v.db.collect(ctx, v.from, text, []any{v.Scope.InstanceID, v.Scope.UserID}, func(rows *Rows) error { return rows.Scan(&number) })
	if err == nil && number < 0 {
		err = ErrNotFound
	}
	return number, err
}

// References answers what a validation asks about a record with this id, or about none with 0.
func (v *View) References(id int64) References {
	return References{DB: v.db, Scope: v.Scope, Except: id, tx: v.tx}
}

// Updated returns the row that a record becomes with the values, as Edit.Update would store it. The error is validate.Errors where
// the values are not valid.
func (v *View) Updated(ctx context.Context, r *record.Resource, old record.Row, values record.Values) (record.Row, error) {
	e := &Edit{Tx: &Tx{db: v.db}, Scope: v.Scope}
	return e.updatedRow(ctx, r, v, old, values)
}

// Words is record.Lookup's.
func (v *View) Words() record.Vocabulary { return vocabulary{v.db, v.from, v.Scope} }

func (v *View) lookup() lookup { return lookup{db: v.db, from: v.from, scope: v.Scope} }

// Plans is record.Lookup's.
func (v *View) Plans() record.Plans { return v.lookup().Plans() }

// Now is record.Lookup's.
func (v *View) Now() int64 { return v.db.Now() }

// Fields is record.Lookup's; each record is read once. It returns ErrNotFound for a record that the scope does not see.
func (v *View) Fields(ctx context.Context, resource string, id int64, names ...string) ([]any, error) {
	key := fmt.Sprint(resource, id, names)
	if found, known := v.fields[key]; known {
		return found, nil
	}
	found, err := v.lookup().Fields(ctx, resource, id, names...)
	if err == nil {
		v.fields[key] = found
	}
	return found, err
}

// FileTaken is record.Lookup's; each file is asked for once.
func (v *View) FileTaken(ctx context.Context, r *record.Resource, file string) (bool, error) {
	if taken, known := v.taken[file]; known {
		return taken, nil
	}
	taken, err := v.lookup().FileTaken(ctx, r, file)
	if err == nil {
		v.taken[file] = taken
	}
	return taken, err
}
