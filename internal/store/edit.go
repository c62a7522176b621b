package store

import (
	"context"
	"slices"

	"quartermaster/internal/access"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store/conns"
)

// Edit is one transaction on an instance. It makes a revision as soon as something differs.
type Edit struct {
	*Tx
	Scope   Scope
	Action  string      // create, update, delete, import
	Summary say.Message // for the history; that of the first record when it says nothing
	Number  int64       // of the revision; 0 while nothing differs
	changes int64       // how many the revision has so far
	sliced  *sliced     // nil for an edit in one transaction

	OfInstance access.Permission // for what it changes of the instance's own settings; empty for access.Edit
	next       int64             // the number that its revision will have, where that is known
	unnumbered bool              // its revision has begun, and its number is not known here before the commit
	ahead      *Ahead            // what is known of a new record; may be nil
	ending     bool              // the last transaction of an edit in slices
	approved   bool              // what players meet may change; see Approve
	creates    bool              // the instance itself, which has no members yet
	review     reviewState
}

// Edit runs fn in one edit of the scope's instance. It returns ErrNotFound when that instance does not belong to the user.
func (db *DB) Edit(ctx context.Context, s Scope, action string, fn func(*Edit) error) error {
	return db.Tx(ctx, func(tx *Tx) error {
		if err := tx.lockInstance(ctx, s); err != nil {
			return err
		}
		return fn(&Edit{Tx: tx, Scope: s, Action: action})
	})
}

// lockInstance makes other edits of the instance wait until the transaction ends.
func (tx *Tx) lockInstance(ctx context.Context, s Scope) error {
	if err := tx.notSliced(s.InstanceID); err != nil {
		return err
	}
	var id int64
	still, args := tx.still(s, 3)
	text := `SELECT id FROM instances WHERE id = $1 AND user_id = $2` + still + tx.db.dialect.forUpdate()
	err := tx.QueryRow(ctx, text, append([]any{s.InstanceID, s.UserID}, args...)...).Scan(&id)
	return tx.db.lost(ctx, s, err)
}

// lock makes other transactions wait that change records of the instance or, for resources outside of instances, of the user.
func (e *Edit) lock(ctx context.Context, r *record.Resource) error {
	if r.Scope == record.InInstance {
		return e.lockInstance(ctx, e.Scope)
	}
	return e.LockUser(ctx)
}

// Condition checks a stored record before it is changed or deleted; its error ends the edit.
type Condition func(record.Row) error

// Create stores a new record and returns it. It returns ErrNotFound when the instance does not belong to the user, ErrTaken for a
// value that must be unique, and ErrReference for the id of a record that is not there. It takes no lock of its own: the revision,
// which is certain to be made but for records beside the instance, checks the owner and makes others wait.
func (db *DB) Create(ctx context.Context, r *record.Resource, s Scope, values record.Values) (row record.Row, err error) {
	return db.CreateAhead(ctx, r, s, values, nil)
}

// CreateAhead is Create with what References have read ahead; nil for nothing.
func (db *DB) CreateAhead(
	ctx context.Context, r *record.Resource, s Scope, values record.Values, ahead *Ahead,
) (row record.Row, err error) {
	err = db.shortTx(ctx, func(tx *Tx) error {
		tx.DoesWork()
		tx.waits = db.dialect.together() && OverrideOf(ctx) == ""
		e := &Edit{Tx: tx, Scope: s, Action: "create", ahead: ahead}
		row, err = e.Create(ctx, r, values)
		return err
	})
	return row, db.reviewedOr(ctx, r, s, err)
}

// Update changes a record in an edit of its own. Its errors are those of Edit and of Edit.Update.
func (db *DB) Update(ctx context.Context, r *record.Resource, s Scope, sid string, values record.Values,
	conditions ...Condition,
) (row record.Row, err error) {
	err = db.txAs(ctx, modeOf(r), func(tx *Tx) error {
		tx.DoesWork()
		e := &Edit{Tx: tx, Scope: s, Action: "update"}
		old, err := e.lockTarget(ctx, r, sid, conditions)
		if err != nil {
			return err
		}
		row, err = e.applyUpdate(ctx, r, old, values)
		return err
	})
	return row, err
}

// Delete removes a record in an edit of its own. Its errors are those of Edit and of Edit.Delete.
func (db *DB) Delete(ctx context.Context, r *record.Resource, s Scope, sid string, conditions ...Condition) (cascaded []Count, err error) {
	err = db.freeing(ctx, modeOf(r), func(tx *Tx) error {
		e := &Edit{Tx: tx, Scope: s, Action: "delete"}
		row, err := e.lockTarget(ctx, r, sid, conditions)
		if err != nil {
			return err
		}
		cascaded, err = e.deleteOne(ctx, r, row)
		return err
	})
	return cascaded, err
}

// modeOf is the mode for changing or deleting one record. It is alone where other records follow, because those may be many.
func modeOf(r *record.Resource) conns.Mode {
	if r.Scope == record.InInstance && len(r.Cascades) == 0 && len(r.Mirrors) == 0 {
		return conns.Grouped
	}
	return conns.Alone
}

// Create stores a new record and returns it. Its errors are those of DB.Create.
func (e *Edit) Create(ctx context.Context, r *record.Resource, values record.Values) (record.Row, error) {
	row, err := e.newRow(ctx, r, e.lookup(), values)
	if err != nil {
		return nil, err
	}
	switch {
	case r.Beside != "":
		err = e.lockInstance(ctx, e.Scope)
	case r.Scope == record.InInstance:
		err = e.startRevision(ctx, r, row)
	}
	if err != nil {
		return nil, err
	}
	return row, e.InsertAll(ctx, r, []record.Row{row})
}

// newRow returns the row of a new record with the values and the defaults of the others.
func (e *Edit) newRow(ctx context.Context, r *record.Resource, in record.Lookup, values record.Values) (record.Row, error) {
	if r.Prepare != nil {
		if err := r.Prepare(ctx, r, in, nil, values); err != nil {
			return nil, err
		}
	}
	r.Defaults(values)
	row := r.EmptyRow()
	return row, e.setValues(r, row, values)
}

// setValues sets values of a row, and encrypts those that are secret.
func (e *Edit) setValues(r *record.Resource, row record.Row, values record.Values) error {
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

// Update changes the record with the public identifier and returns it as it is then. Values equal to the stored ones change
// nothing. It returns ErrNotFound when the scope sees no such record, ErrReadOnly for a built-in one, the error of a condition that
// does not hold, ErrTaken for a value that must be unique, and ErrReference for the id of a record that is not there.
func (e *Edit) Update(ctx context.Context, r *record.Resource, sid string, values record.Values,
	conditions ...Condition,
) (record.Row, error) {
	old, err := e.target(ctx, r, sid, conditions)
	if err != nil {
		return nil, err
	}
	return e.applyUpdate(ctx, r, old, values)
}

// target returns the record that is to be changed or deleted, once it may be.
func (e *Edit) target(ctx context.Context, r *record.Resource, sid string, conditions []Condition) (record.Row, error) {
	row, err := e.db.get(ctx, e.Tx, r, e.Scope, r.Addressed(), sid)
	if err != nil {
		return nil, err
	}
	return row, mayChange(r, row, conditions)
}

func mayChange(r *record.Resource, row record.Row, conditions []Condition) error {
	if r.BuiltIn(row) {
		return ErrReadOnly
	}
	return check(row, conditions)
}

// lockTarget locks what an edit of one record locks, and returns the record once it may be changed.
func (e *Edit) lockTarget(ctx context.Context, r *record.Resource, sid string, conditions []Condition) (record.Row, error) {
	if r.Scope == record.InInstance && e.db.dialect.together() {
		return e.lockTogether(ctx, r, sid, conditions)
	}
	if err := e.lock(ctx, r); err != nil {
		return nil, err
	}
	return e.target(ctx, r, sid, conditions)
}

// check returns what the first condition says that does not hold.
func check(row record.Row, conditions []Condition) error {
	for _, holds := range conditions {
		if err := holds(row); err != nil {
			return err
		}
	}
	return nil
}

// applyUpdate stores the record with the values and returns it.
func (e *Edit) applyUpdate(ctx context.Context, r *record.Resource, old record.Row, values record.Values) (record.Row, error) {
	row, err := e.updatedRow(ctx, r, e.lookup(), old, values)
	if err != nil {
		return nil, err
	}
	return row, e.UpdateAll(ctx, r, []record.Row{old}, []record.Row{row})
}

// updatedRow returns the row that a record becomes with the values; nothing is stored.
func (e *Edit) updatedRow(ctx context.Context, r *record.Resource, in record.Lookup, old record.Row,
	values record.Values,
) (record.Row, error) {
	if r.Prepare != nil {
		if err := r.Prepare(ctx, r, in, old, values); err != nil {
			return nil, err
		}
	}
	row := slices.Clone(old)
	return row, e.setValues(r, row, values)
}

// Delete removes the record with the public identifier and the records that depend on it, which it counts by resource. It returns
// ErrNotFound when the scope sees no such record, ErrReadOnly for a built-in one, the error of a condition that does not hold, and
// ErrReference when another record still refers to it.
func (e *Edit) Delete(ctx context.Context, r *record.Resource, sid string, conditions ...Condition) ([]Count, error) {
	row, err := e.target(ctx, r, sid, conditions)
	if err != nil {
		return nil, err
	}
	return e.deleteOne(ctx, r, row)
}

func (e *Edit) deleteOne(ctx context.Context, r *record.Resource, row record.Row) ([]Count, error) {
	e.Summary = e.Summary.Or(summaryOf(r, row))
	cascaded, err := e.deleteCascading(ctx, r, []record.Row{row})
	if err != nil {
		return nil, err
	}
	return cascaded[0], nil
}
