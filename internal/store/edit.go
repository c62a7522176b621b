package store

import (
	"cmp"
	"context"
	"slices"

	"quartermaster/internal/record"
)

// Edit is a change to an instance: one transaction and, as soon as something differs, one revision.
type Edit struct {
	*Tx
	Scope   Scope
	Action  string  // create, update, delete, import
	Summary string  // what was changed, for people; the title of the first record when empty
	Number  int64   // of the revision; 0 while nothing differs
	changes int64   // how many it holds
	sliced  *sliced // nil for an edit that is one transaction
	ending  bool    // it is the last transaction of one that is not
}

// Edit runs fn as one change to the instance of the scope.
// It returns ErrNotFound when that instance does not belong to the user.
func (db *DB) Edit(ctx context.Context, s Scope, action string, fn func(*Edit) error) error {
	return db.Tx(ctx, func(tx *Tx) error {
		if err := tx.lockInstance(ctx, s); err != nil {
			return err
		}
		return fn(&Edit{Tx: tx, Scope: s, Action: action})
	})
}

// lockInstance lets changes to one instance follow each other.
func (tx *Tx) lockInstance(ctx context.Context, s Scope) error {
	if err := tx.notSliced(s.InstanceID); err != nil {
		return err
	}
	var id int64
	text := `SELECT id FROM instances WHERE id = $1 AND user_id = $2` + tx.db.dialect.forUpdate()
	return tx.QueryRow(ctx, text, s.InstanceID, s.UserID).Scan(&id)
}

// write runs fn as one change to records of the resource: those of an instance, or the user's own.
func (db *DB) write(ctx context.Context, r *record.Resource, s Scope, action string, fn func(*Edit) error) error {
	return db.Tx(ctx, func(tx *Tx) error {
		e := &Edit{Tx: tx, Scope: s, Action: action}
		if err := e.lock(ctx, r); err != nil {
			return err
		}
		return fn(e)
	})
}

// lock lets changes to records of the resource follow each other: those of the instance, or the user's own.
func (e *Edit) lock(ctx context.Context, r *record.Resource) error {
	if r.Scope == record.InInstance {
		return e.lockInstance(ctx, e.Scope)
	}
	return e.LockUser(ctx)
}

// Condition is asked about a stored record before it changes; its error ends the change.
type Condition func(record.Row) error

// Create stores a new record and returns it. It needs no lock of its own: the revision of a record of an instance, which is
// certain to be made, asks for the owner and makes others wait.
func (db *DB) Create(ctx context.Context, r *record.Resource, s Scope, values record.Values) (row record.Row, err error) {
	err = db.Tx(ctx, func(tx *Tx) error {
		e := &Edit{Tx: tx, Scope: s, Action: "create"}
		row, err = e.Create(ctx, r, values)
		return err
	})
	return row, err
}

// Update changes a record and returns it as it is then. It returns ErrReadOnly for a built-in one.
func (db *DB) Update(ctx context.Context, r *record.Resource, s Scope, sid string, values record.Values, conditions ...Condition) (row record.Row, err error) {
	err = db.write(ctx, r, s, "update", func(e *Edit) error {
		row, err = e.Update(ctx, r, sid, values, conditions...)
		return err
	})
	return row, err
}

// Delete removes a record and tells how many records of which resource went along with it. It returns ErrReadOnly for a
// built-in one.
func (db *DB) Delete(ctx context.Context, r *record.Resource, s Scope, sid string, conditions ...Condition) (along []Count, err error) {
	err = db.Freeing(ctx, func(tx *Tx) error {
		e := &Edit{Tx: tx, Scope: s, Action: "delete"}
		if err := e.lock(ctx, r); err != nil {
			return err
		}
		along, err = e.Delete(ctx, r, sid, conditions...)
		return err
	})
	return along, err
}

// Count is a number of records of a resource.
type Count struct {
	Resource string
	N        int64
}

// Create stores a new record and returns it.
func (e *Edit) Create(ctx context.Context, r *record.Resource, values record.Values) (record.Row, error) {
	row, err := e.complete(ctx, r, lookup{e.Tx, e.Scope}, values)
	if err != nil {
		return nil, err
	}
	if r.Scope == record.InInstance {
		if err := e.begin(ctx, r, row); err != nil {
			return nil, err
		}
	}
	return row, e.InsertAll(ctx, r, []record.Row{row})
}

// complete makes the row of a new record.
func (e *Edit) complete(ctx context.Context, r *record.Resource, in record.Lookup, values record.Values) (record.Row, error) {
	if r.Prepare != nil {
		if err := r.Prepare(ctx, r, in, nil, values); err != nil {
			return nil, err
		}
	}
	r.Defaults(values)
	row := r.EmptyRow()
	return row, e.apply(r, row, values)
}

// apply sets the values of a row; secrets are encrypted on the way.
func (e *Edit) apply(r *record.Resource, row record.Row, values record.Values) error {
	for name, value := range values {
		i := r.Index(name)
		if text, ok := value.(string); ok && r.Fields[i].Secret {
			sealed, err := e.db.seal.reseal(row[i], text, r.Name+"."+name)
			if err != nil {
				return err
			}
			value = sealed
		}
		row[i] = value
	}
	return nil
}

// Update changes the record with the public identifier. Values equal to the stored ones change nothing.
func (e *Edit) Update(ctx context.Context, r *record.Resource, sid string, values record.Values, conditions ...Condition) (record.Row, error) {
	old, err := e.target(ctx, r, sid, conditions)
	if err != nil {
		return nil, err
	}
	return e.change(ctx, r, old, values)
}

// target finds a record that is to be changed.
func (e *Edit) target(ctx context.Context, r *record.Resource, sid string, conditions []Condition) (record.Row, error) {
	row, err := e.db.get(ctx, e.Tx, r, e.Scope, r.Addressed(), sid)
	if err != nil {
		return nil, err
	}
	if r.BuiltIn(row) {
		return nil, ErrReadOnly
	}
	for _, holds := range conditions {
		if err := holds(row); err != nil {
			return nil, err
		}
	}
	return row, nil
}

func (e *Edit) change(ctx context.Context, r *record.Resource, old record.Row, values record.Values) (record.Row, error) {
	row, err := e.changed(ctx, r, lookup{e.Tx, e.Scope}, old, values)
	if err != nil {
		return nil, err
	}
	return row, e.UpdateAll(ctx, r, []record.Row{old}, []record.Row{row})
}

// changed makes the row of a record that takes the values.
func (e *Edit) changed(ctx context.Context, r *record.Resource, in record.Lookup, old record.Row, values record.Values) (record.Row, error) {
	if r.Prepare != nil {
		if err := r.Prepare(ctx, r, in, old, values); err != nil {
			return nil, err
		}
	}
	row := slices.Clone(old)
	return row, e.apply(r, row, values)
}

// Delete removes the record with the public identifier and those that are made on it.
func (e *Edit) Delete(ctx context.Context, r *record.Resource, sid string, conditions ...Condition) ([]Count, error) {
	row, err := e.target(ctx, r, sid, conditions)
	if err != nil {
		return nil, err
	}
	e.Summary = cmp.Or(e.Summary, summaryOf(r, row))
	along, err := e.removeAll(ctx, r, []record.Row{row})
	if err != nil {
		return nil, err
	}
	return along[0], nil
}

// removeAll removes records with those that are made on them, and tells for each how many of which resource went along.
func (e *Edit) removeAll(ctx context.Context, r *record.Resource, rows []record.Row) ([][]Count, error) {
	along := make([][]Count, len(rows))
	for _, a := range r.Cascades {
		other := record.Named(a.Resource)
		counts, err := e.removeCascaded(ctx, other, a.Column, idsOf(r, rows))
		if err != nil {
			return nil, err
		}
		for i, row := range rows {
			if n := counts[r.ID(row)]; n > 0 {
				along[i] = append(along[i], Count{other.Path, n})
			}
		}
	}
	return along, e.DeleteAll(ctx, r, rows)
}

// removeCascaded removes the records whose column holds one of the ids, and counts them by it.
func (e *Edit) removeCascaded(ctx context.Context, r *record.Resource, column string, ids []int64) (map[int64]int64, error) {
	condition, arg := e.db.equalsAny("r."+column, ids)
	rows, err := e.All(ctx, r, condition, arg)
	if err != nil {
		return nil, err
	}
	counts := make(map[int64]int64, len(ids))
	for _, row := range rows {
		counts[row[r.Index(column)].(int64)]++
	}
	return counts, e.DeleteAll(ctx, r, rows)
}
