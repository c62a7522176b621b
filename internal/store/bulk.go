package store

import (
	"context"
	"maps"
	"slices"
	"strings"

	"quartermaster/internal/record"
)

// InsertAll stores new records in few statements. It completes the rows: id, sid, instance, owner and times.
func (e *Edit) InsertAll(ctx context.Context, r *record.Resource, rows []record.Row) error {
	if e.sliced != nil {
		return e.sliced.insertAll(ctx, e, r, rows)
	}
	if err := e.insertRecords(ctx, r, rows); err != nil {
		return err
	}
	return e.insertedAll(ctx, r, rows)
}

// insertedAll stores what belongs to records that were just inserted.
func (e *Edit) insertedAll(ctx context.Context, r *record.Resource, rows []record.Row) error {
	if err := e.insertLinks(ctx, r, rows, func(record.Row, int) bool { return true }); err != nil {
		return err
	}
	return e.remember(ctx, r, nil, rows)
}

// insertRecords completes and stores the rows without what belongs to them. Their ids are fetched first: to have a bulk
// insert return them takes longer than the insert itself.
func (e *Edit) insertRecords(ctx context.Context, r *record.Resource, rows []record.Row) error {
	if len(rows) == 0 {
		return nil
	}
	if err := e.number(ctx, r, rows); err != nil {
		return err
	}
	now := e.Now()
	for _, row := range rows {
		e.stamp(r, row, now)
	}
	return e.writeRecords(ctx, r, rows, "")
}

// number gives each row an unused id.
func (e *Edit) number(ctx context.Context, r *record.Resource, rows []record.Row) error {
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
		var id int64
		err := found.Scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}

// stamp sets what every new record has.
func (e *Edit) stamp(r *record.Resource, row record.Row, now int64) {
	for _, stamp := range [...]struct {
		name  string
		value any
	}{{"sid", NewSID()}, {"instance_id", e.Scope.InstanceID}, {"user_id", e.Scope.UserID}, {"created_at", now}, {"updated_at", now}} {
		if r.Has(stamp.name) {
			row[r.Index(stamp.name)] = stamp.value
		}
	}
}

// UpdateAll stores the new rows where they differ from the old ones with the same index, in few statements.
func (e *Edit) UpdateAll(ctx context.Context, r *record.Resource, old, rows []record.Row) error {
	if e.sliced != nil {
		return e.sliced.updateAll(ctx, e, r, old, rows)
	}
	before, after := changedRows(r, old, rows)
	if err := e.rewrite(ctx, r, before, after); err != nil {
		return err
	}
	return e.carry(ctx, r, before, after)
}

// rewrite stores rows in the place of those with the same index, from which they differ.
func (e *Edit) rewrite(ctx context.Context, r *record.Resource, before, after []record.Row) error {
	if len(after) == 0 {
		return nil
	}
	changed := make(map[int64]record.Row, len(before))
	for i, row := range after {
		row[r.Index("updated_at")] = e.Now()
		changed[r.ID(row)] = before[i]
	}
	if err := e.updateRecords(ctx, r, after); err != nil {
		return err
	}
	relinked := func(row record.Row, place int) bool { return !equal(changed[r.ID(row)][place], row[place]) }
	if err := e.relink(ctx, r, after, relinked); err != nil {
		return err
	}
	return e.remember(ctx, r, before, after)
}

// SetAll gives the same values to records, in one statement for their table and few for links and history.
func (e *Edit) SetAll(ctx context.Context, r *record.Resource, old []record.Row, values record.Values) error {
	if len(old) == 0 || len(values) == 0 {
		return nil
	}
	if e.sliced != nil {
		return e.sliced.put(func(e *Edit) error { return e.SetAll(ctx, r, old, values) })
	}
	values["updated_at"] = e.Now()
	rows := make([]record.Row, len(old))
	for i, row := range old {
		rows[i] = slices.Clone(row)
		for name, value := range values {
			rows[i][r.Index(name)] = value
		}
	}
	if err := e.setColumns(ctx, r, idsOf(r, rows), values); err != nil {
		return err
	}
	set := func(_ record.Row, place int) bool {
		_, sent := values[r.Fields[place].Name]
		return sent
	}
	if err := e.relink(ctx, r, rows, set); err != nil {
		return err
	}
	return e.remember(ctx, r, old, rows)
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

// relink stores the ids of the link fields that want names anew.
func (e *Edit) relink(ctx context.Context, r *record.Resource, rows []record.Row, want func(row record.Row, place int) bool) error {
	if err := e.deleteLinks(ctx, r, rows, want); err != nil {
		return err
	}
	return e.insertLinks(ctx, r, rows, want)
}

// carry gives the records that are made on the changed ones the values that they have in common.
func (e *Edit) carry(ctx context.Context, r *record.Resource, before, after []record.Row) error {
	for _, c := range r.Mirrors {
		values, place := map[int64]any{}, r.Index(c.Field)
		for i, row := range after {
			if !equal(before[i][place], row[place]) {
				values[r.ID(row)] = row[place]
			}
		}
		if err := e.mirrorField(ctx, c, values); err != nil {
			return err
		}
	}
	return nil
}

// carryField sets the field of the records that are made on those whose ids are the keys.
func (e *Edit) mirrorField(ctx context.Context, c record.Mirrored, values map[int64]any) error {
	if len(values) == 0 {
		return nil
	}
	r := record.Named(c.Resource)
	old, err := e.All(ctx, r, e.db.dialect.among("r."+c.Column), e.db.dialect.ids(slices.Collect(maps.Keys(values))))
	if err != nil {
		return err
	}
	rows := make([]record.Row, len(old))
	for i, row := range old {
		rows[i] = slices.Clone(row)
		rows[i][r.Index(c.Field)] = values[row[r.Index(c.Column)].(int64)]
	}
	return e.UpdateAll(ctx, r, old, rows)
}

// changedRows returns the pairs that differ; the time of the change does not count.
func changedRows(r *record.Resource, old, rows []record.Row) (before, after []record.Row) {
	for i, row := range rows {
		if Differs(r, old[i], row, func(f *record.Field) bool { return f.Name != "updated_at" }) {
			before, after = append(before, old[i]), append(after, row)
		}
	}
	return before, after
}

// updateRecords overwrites stored rows by means of an insert, which takes many of them in one statement.
func (e *Edit) updateRecords(ctx context.Context, r *record.Resource, rows []record.Row) error {
	return e.writeRecords(ctx, r, rows, " ON CONFLICT (id) DO UPDATE SET "+setList(r, storedFields(r)))
}

// writeRecords inserts all stored fields of the rows; tail ends the statement.
func (e *Edit) writeRecords(ctx context.Context, r *record.Resource, rows []record.Row, tail string) error {
	columns := storedFields(r)
	values := func(row record.Row, args []any) []any { return appendFields(args, row, columns) }
	head := "INSERT INTO " + r.Name + " (" + columnList(r, columns) + ") VALUES "
	return insertValues(ctx, e.Tx, head, tail, len(columns), rows, values)
}

// DeleteAll removes records in few statements.
func (e *Edit) DeleteAll(ctx context.Context, r *record.Resource, rows []record.Row) error {
	if e.sliced != nil {
		return e.sliced.deleteAll(ctx, e, r, rows)
	}
	if len(rows) == 0 {
		return nil
	}
	if err := e.remember(ctx, r, rows, nil); err != nil {
		return err
	}
	return e.deleteAmong(ctx, r.Name, "id", idsOf(r, rows))
}

// deleteAmong removes the rows of a table in which the column holds one of the ids.
func (tx *Tx) deleteAmong(ctx context.Context, table, column string, ids []int64) error {
	d := tx.db.dialect
	q := new(query).add("DELETE FROM "+table+" WHERE "+d.among(column), d.ids(ids))
	_, err := tx.Exec(ctx, q.String(), q.args...)
	return err
}

func idsOf(r *record.Resource, rows []record.Row) []int64 {
	ids := make([]int64, len(rows))
	for i, row := range rows {
		ids[i] = r.ID(row)
	}
	return ids
}

// Differs tells whether two rows hold different values in any of the stored fields that want names.
func Differs(r *record.Resource, a, b record.Row, want func(*record.Field) bool) bool {
	for i, f := range r.Fields {
		if kept(f) && want(f) && !equal(a[i], b[i]) {
			return true
		}
	}
	return false
}

// kept tells whether the field is kept in a column or a link table, and not computed.
func kept(f *record.Field) bool { return f.Stored() || f.Link != nil }

func equal(a, b any) bool {
	list, ok := a.([]int64)
	other, both := b.([]int64)
	if ok || both {
		return slices.Equal(list, other)
	}
	return a == b
}

// storedFields returns the places of the fields with a column.
func storedFields(r *record.Resource) []int {
	var places []int
	for i, f := range r.Fields {
		if f.Stored() {
			places = append(places, i)
		}
	}
	return places
}

func appendFields(args []any, row record.Row, places []int) []any {
	for _, place := range places {
		args = append(args, row[place])
	}
	return args
}

func columnList(r *record.Resource, places []int) string {
	names := make([]string, len(places))
	for i, place := range places {
		names[i] = r.Fields[place].Column
	}
	return strings.Join(names, ", ")
}

// setList leaves out the id, and the revision of an instance, which only begin raises: a row may be older than that.
func setList(r *record.Resource, places []int) string {
	var sets []string
	for _, place := range places {
		if column := r.Fields[place].Column; column != "id" && column != "revision" {
			sets = append(sets, column+" = excluded."+column)
		}
	}
	return strings.Join(sets, ", ")
}
