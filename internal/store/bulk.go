package store

import (
	"context"
	"maps"
	"slices"

	"quartermaster/internal/record"
)

// InsertAll stores new records in few statements and completes their rows: id, sid, instance, owner and times. It returns ErrTaken
// for a value that must be unique, and ErrReference for the id of a record that is not there.
func (e *Edit) InsertAll(ctx context.Context, r *record.Resource, rows []record.Row) error {
	if e.sliced != nil {
		return e.sliced.insertAll(ctx, e, r, rows)
	}
	if err := e.insertStamped(ctx, r, rows); err != nil {
		return err
	}
	return e.insertLinksAndHistory(ctx, r, rows)
}

// insertStamped completes the rows and stores their columns. Their ids are fetched first: a bulk insert that returns them takes
// more than twice as long.
func (e *Edit) insertStamped(ctx context.Context, r *record.Resource, rows []record.Row) error {
	if len(rows) == 0 {
		return nil
	}
	if err := e.assignIDs(ctx, r, rows); err != nil {
		return err
	}
	e.stamp(r, rows)
	return e.insertRows(ctx, r, rows, "")
}

// insertLinksAndHistory stores what else belongs to records whose columns were just inserted.
func (e *Edit) insertLinksAndHistory(ctx context.Context, r *record.Resource, rows []record.Row) error {
	if err := e.insertLinks(ctx, r, rows, 0, func(record.Row, int) bool { return true }); err != nil {
		return err
	}
	return e.recordHistory(ctx, r, nil, rows)
}

// assignIDs gives each row an unused id.
func (e *Edit) assignIDs(ctx context.Context, r *record.Resource, rows []record.Row) error {
	if id := e.ahead.id(r); id != 0 && len(rows) == 1 {
		rows[0][r.Index("id")] = id
		return nil
	}
	ids, err := e.newIDs(ctx, r.Name, len(rows))
	for i, id := range ids {
		rows[i][r.Index("id")] = id
	}
	return err
}

// newIDs returns n unused ids of a table in ascending order.
func (tx *Tx) newIDs(ctx context.Context, table string, n int) (ids []int64, err error) {
	ids = make([]int64, 0, n)
	err = tx.db.collect(ctx, tx, tx.db.dialect.nextIDs(), []any{table, n}, func(found *Rows) error {
		var first, several int64
		err := found.Scan(&first, &several)
		for i := range several {
			ids = append(ids, first+i)
		}
		return err
	})
	return ids, err
}

// stamp sets what every new record has.
func (e *Edit) stamp(r *record.Resource, rows []record.Row) {
	now, sids := e.Now(), newSIDs(len(rows))
	user := e.Scope.UserID
	if r.Beside != "" {
		user = e.Scope.Person()
	}
	for i, row := range rows {
		for _, stamp := range [...]struct {
			name  string
			value any
		}{{"sid", sids[i]}, {"instance_id", e.Scope.InstanceID}, {"user_id", user}, {"created_at", now}, {"updated_at", now}} {
			if r.Has(stamp.name) {
				row[r.Index(stamp.name)] = stamp.value
			}
		}
	}
}

// UpdateAll stores the new rows that differ from the old ones at the same index, in few statements, and what other records mirror of
// them. It returns ErrTaken for a value that must be unique, and ErrReference for the id of a record that is not there.
func (e *Edit) UpdateAll(ctx context.Context, r *record.Resource, old, rows []record.Row) error {
	before, after := changedRows(r, old, rows)
	if e.sliced != nil {
		return e.sliced.updateAll(ctx, e, r, before, after)
	}
	if err := e.persist(ctx, r, before, after); err != nil {
		return err
	}
	return e.propagate(ctx, r, before, after)
}

// persist overwrites stored records with rows that differ from them: their columns, the links that differ, and the history. The
// columns go through an insert, which takes many rows in one statement.
func (e *Edit) persist(ctx context.Context, r *record.Resource, before, after []record.Row) error {
	if len(after) == 0 {
		return nil
	}
	stored := make(map[int64]record.Row, len(before))
	for i, row := range after {
		row[r.Index("updated_at")] = e.Now()
		stored[r.ID(row)] = before[i]
	}
	if err := e.insertRows(ctx, r, after, " ON CONFLICT (id) DO UPDATE SET "+setList(r, storedFields(r))); err != nil {
		return err
	}
	differs := func(row record.Row, index int) bool { return !record.Same(stored[r.ID(row)][index], row[index]) }
	if err := e.relink(ctx, r, after, differs); err != nil {
		return err
	}
	return e.recordHistory(ctx, r, before, after)
}

// setAll sets the same values in all of the records, in one statement for their table and few for links and history.
func (e *Edit) setAll(ctx context.Context, r *record.Resource, old []record.Row, values record.Values) error {
	if len(old) == 0 || len(values) == 0 {
		return nil
	}
	if e.sliced != nil {
		return e.sliced.updateAll(ctx, e, r, old, withValues(r, old, values))
	}
	values["updated_at"] = e.Now()
	rows := withValues(r, old, values)
	if err := e.setColumns(ctx, r, idsOf(r, rows), values); err != nil {
		return err
	}
	set := func(_ record.Row, index int) bool {
		_, sent := values[r.Fields[index].Name]
		return sent
	}
	if err := e.relink(ctx, r, rows, set); err != nil {
		return err
	}
	return e.recordHistory(ctx, r, old, rows)
}

// withValues returns copies of rows that have the values.
func withValues(r *record.Resource, rows []record.Row, values record.Values) []record.Row {
	set := make([]record.Row, len(rows))
	for i, row := range rows {
		set[i] = slices.Clone(row)
		for name, value := range values {
			set[i][r.Index(name)] = value
		}
	}
	return set
}

// setColumns writes the values that have a column into the records with the ids.
func (e *Edit) setColumns(ctx context.Context, r *record.Resource, ids []int64, values record.Values) error {
	q := new(query).add("UPDATE " + r.Name + " SET ")
	separator := ""
	for _, f := range r.Fields {
		if value, sent := values[f.Name]; sent && f.Stored() {
			q.add(separator+f.Column+" = $", value)
			separator = ", "
		}
	}
	d := e.db.dialect
	q.add(" WHERE "+d.among("id"), d.ids(ids))
	_, err := e.Exec(ctx, q.String(), q.args...)
	return err
}

// relink replaces the stored ids of the link fields for which want is true.
func (e *Edit) relink(ctx context.Context, r *record.Resource, rows []record.Row, want func(row record.Row, index int) bool) error {
	if err := e.deleteLinks(ctx, r, rows, want); err != nil {
		return err
	}
	return e.insertLinks(ctx, r, rows, 0, want)
}

// propagate sets the fields of other records that mirror those of the changed ones.
func (e *Edit) propagate(ctx context.Context, r *record.Resource, before, after []record.Row) error {
	for _, m := range r.Mirrors {
		values, index := map[int64]any{}, r.Index(m.Field)
		for i, row := range after {
			if !record.Same(before[i][index], row[index]) {
				values[r.ID(row)] = row[index]
			}
		}
		if err := e.propagateField(ctx, m, values); err != nil {
			return err
		}
	}
	return nil
}

// propagateField sets the field of the records that refer to those whose ids are the keys.
func (e *Edit) propagateField(ctx context.Context, m record.Mirrored, values map[int64]any) error {
	if len(values) == 0 {
		return nil
	}
	r := record.Named(m.Resource)
	old, err := e.All(ctx, r, e.db.dialect.among("r."+m.Column), e.db.dialect.ids(slices.Collect(maps.Keys(values))))
	if err != nil {
		return err
	}
	rows := make([]record.Row, len(old))
	for i, row := range old {
		rows[i] = slices.Clone(row)
		rows[i][r.Index(m.Field)] = values[row[r.Index(m.Column)].(int64)]
	}
	return e.UpdateAll(ctx, r, old, rows)
}

// changedRows returns the pairs that differ in more than updated_at.
func changedRows(r *record.Resource, old, rows []record.Row) (before, after []record.Row) {
	for i, row := range rows {
		if Differs(r, old[i], row, func(f *record.Field) bool { return f.Name != "updated_at" }) {
			before, after = append(before, old[i]), append(after, row)
		}
	}
	return before, after
}

// DeleteAll deletes records in few statements. It returns ErrReference when others still refer to one of them.
func (e *Edit) DeleteAll(ctx context.Context, r *record.Resource, rows []record.Row) error {
	if e.sliced != nil {
		return e.sliced.deleteAll(ctx, e, r, rows)
	}
	if len(rows) == 0 {
		return nil
	}
	if err := e.recordHistory(ctx, r, rows, nil); err != nil {
		return err
	}
	return e.deleteAmong(ctx, r.Name, "id", idsOf(r, rows), func(err error) error { return clash(err, r, rows, true) })
}

// deleteAmong deletes the rows of a table whose column holds one of the ids. failed is that of write.
func (tx *Tx) deleteAmong(ctx context.Context, table, column string, ids []int64, failed func(error) error) error {
	d := tx.db.dialect
	q := new(query).add("DELETE FROM "+table+" WHERE "+d.among(column), d.ids(ids))
	return tx.write(ctx, q.String(), q.args, failed)
}

func idsOf(r *record.Resource, rows []record.Row) []int64 {
	ids := make([]int64, len(rows))
	for i, row := range rows {
		ids[i] = r.ID(row)
	}
	return ids
}

// Differs reports whether two rows hold different values in a persistent field for which want is true.
func Differs(r *record.Resource, a, b record.Row, want func(*record.Field) bool) bool {
	for i, f := range r.Fields {
		if persistent(f) && want(f) && !record.Same(a[i], b[i]) {
			return true
		}
	}
	return false
}

// persistent reports whether the field has a column or a link table, and is not computed.
func persistent(f *record.Field) bool { return f.Stored() || f.Link != nil }
