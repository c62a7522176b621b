package store

import (
	"context"
	"fmt"
	"strings"

	"quartermaster/internal/record"
)

// staged holds the new values of many records that an edit in slices changes, until a few statements publish them. It is a
// temporary table of the connection that writes: nobody else sees it, and no crash leaves it behind.
type staged struct {
	resource *record.Resource
	table    string
	indexes  []int // of the fields that differ in some record; a link field has its ids there as JSON, or null where they stay
	now      int64
}

// updateAll stores changed records beside the present ones, with their history, in slices. It defers small changes as they are,
// and also changes of a unique field, where the order of the rows counts.
func (sl *sliced) updateAll(ctx context.Context, e *Edit, r *record.Resource, before, after []record.Row) error {
	return sl.change(ctx, e, r, before, after, func(e *Edit) error { return e.propagate(ctx, r, before, after) })
}

// change is updateAll with something else to do after the records have changed, in place of propagating.
func (sl *sliced) change(ctx context.Context, e *Edit, r *record.Resource, before, after []record.Row, then func(*Edit) error) error {
	s, ok := newStaged(r, before, after)
	if !ok || len(after) < sl.size() && weightOf(after) < sliceBytes {
		return sl.whenPublished(func(e *Edit) error {
			if err := e.persist(ctx, r, before, after); err != nil {
				return err
			}
			return then(e)
		})
	}
	s.table, s.now = fmt.Sprintf("temp.staged_%d", len(sl.staged)), e.Now()
	sl.staged = append(sl.staged, s)
	if err := sl.startRevision(ctx, e, r, after[0]); err != nil {
		return err
	}
	if err := sl.db.Tx(ctx, func(tx *Tx) error { return s.create(ctx, tx) }); err != nil {
		return err
	}
	done := 0
	for slice := range sl.parts(after) {
		err := sl.part(ctx, e, func(part *Edit) error { return s.store(ctx, part, before[done:done+len(slice)], slice) })
		if err != nil {
			return err
		}
		done += len(slice)
	}
	return sl.whenPublished(func(e *Edit) error {
		if err := s.publish(ctx, e.Tx); err != nil {
			return err
		}
		return then(e)
	})
}

// newStaged finds out which fields differ; ok is false when one of them is unique.
func newStaged(r *record.Resource, before, after []record.Row) (s *staged, ok bool) {
	s = &staged{resource: r}
	for index, f := range r.Fields {
		switch {
		case !persistent(f) || f.Name == "updated_at" || !differsAnywhere(index, before, after):
		case f.Unique:
			return nil, false
		default:
			s.indexes = append(s.indexes, index)
		}
	}
	return s, true
}

func differsAnywhere(index int, before, after []record.Row) bool {
	for i, row := range after {
		if !equal(before[i][index], row[index]) {
			return true
		}
	}
	return false
}

// create makes the tables, in place of those that could not be dropped.
func (s *staged) create(ctx context.Context, tx *Tx) error {
	columns := []string{"record_id INTEGER PRIMARY KEY"}
	for _, index := range s.indexes {
		columns = append(columns, s.resource.Fields[index].Name)
	}
	err := s.drop(ctx, tx)
	if err == nil {
		_, err = tx.Exec(ctx, "CREATE TABLE "+s.table+" ("+strings.Join(columns, ", ")+")")
	}
	for _, f := range s.links() {
		if err == nil {
			_, err = tx.Exec(ctx, "CREATE TABLE "+s.linkTable(f)+" (owner, position, linked, is_new, PRIMARY KEY (is_new, owner, position)) WITHOUT ROWID")
		}
	}
	return err
}

func (s *staged) drop(ctx context.Context, tx *Tx) error {
	_, err := tx.Exec(ctx, "DROP TABLE IF EXISTS "+s.table)
	for _, f := range s.links() {
		if err == nil {
			_, err = tx.Exec(ctx, "DROP TABLE IF EXISTS "+s.linkTable(f))
		}
	}
	return err
}

// links returns the link fields that differ in some record.
func (s *staged) links() (fields []*record.Field) {
	for _, index := range s.indexes {
		if f := s.resource.Fields[index]; f.Link != nil {
			fields = append(fields, f)
		}
	}
	return fields
}

// linkTable is the table of the links of a field that differ from the stored ones.
func (s *staged) linkTable(f *record.Field) string { return s.table + "_" + f.Name }

// store adds records to the table and to the history.
func (s *staged) store(ctx context.Context, e *Edit, before, after []record.Row) error {
	rows := make([][]any, len(after))
	for i, row := range after {
		row[s.resource.Index("updated_at")] = s.now
		rows[i] = s.values(e, before[i], row)
	}
	values := func(row, args []any) []any { return append(args, row...) }
	if err := bulkInsert(ctx, e.Tx, "INSERT INTO "+s.table+" VALUES ", "", 1+len(s.indexes), rows, values); err != nil {
		return err
	}
	for _, f := range s.links() {
		if err := s.storeLinks(ctx, e.Tx, f, idsOf(s.resource, after)); err != nil {
			return err
		}
	}
	return e.recordHistory(ctx, s.resource, before, after)
}

// storeLinks finds out which links of the records are new, which are others, and which go: those have no linked record.
func (s *staged) storeLinks(ctx context.Context, tx *Tx, f *record.Field, owners []int64) error {
	l := f.Link
	const differing = `INSERT INTO %[4]s_%[5]s SELECT s.record_id, ids.key, ids.value, l.%[3]s IS NULL FROM %[4]s s JOIN json_each(s.%[5]s) ids
		LEFT JOIN %[1]s l ON l.%[2]s = s.record_id AND l.position = ids.key
		WHERE s.record_id IN (SELECT value FROM json_each($1)) AND l.%[3]s IS NOT ids.value`
	const beyond = `INSERT INTO %[4]s_%[5]s SELECT s.record_id, l.position, NULL, 0 FROM %[4]s s JOIN %[1]s l ON l.%[2]s = s.record_id
		WHERE s.record_id IN (SELECT value FROM json_each($1)) AND l.position >= json_array_length(s.%[5]s)`
	for _, text := range []string{differing, beyond} {
		if _, err := tx.Exec(ctx, fmt.Sprintf(text, l.Table, l.Owner, l.Column, s.table, f.Name), tx.db.dialect.ids(owners)); err != nil {
			return err
		}
	}
	return nil
}

func (s *staged) values(e *Edit, before, after record.Row) []any {
	values := append(make([]any, 0, 1+len(s.indexes)), s.resource.ID(after))
	for _, index := range s.indexes {
		value := after[index]
		if ids, isLink := value.([]int64); isLink {
			if value = e.db.dialect.ids(ids); equal(before[index], after[index]) {
				value = nil
			}
		}
		values = append(values, value)
	}
	return values
}

// publish gives the stored records the new values, in one statement for their table and three for each link field.
func (s *staged) publish(ctx context.Context, tx *Tx) error {
	r := s.resource
	q := new(query).add("UPDATE "+r.Name+" SET updated_at = $", s.now)
	for _, index := range s.indexes {
		if f := r.Fields[index]; f.Link == nil {
			q.add(", " + f.Column + " = s." + f.Name)
		}
	}
	q.add(" FROM " + s.table + " s WHERE " + r.Name + ".id = s.record_id")
	if _, err := tx.Exec(ctx, q.String(), q.args...); err != nil {
		return err
	}
	for _, f := range s.links() {
		if err := s.publishLinks(ctx, tx, f); err != nil {
			return err
		}
	}
	return nil
}

// publishLinks deletes links, changes others, and adds the new ones.
func (s *staged) publishLinks(ctx context.Context, tx *Tx, f *record.Field) error {
	l := f.Link
	for _, text := range []string{
		`DELETE FROM %[1]s WHERE (%[2]s, position) IN (SELECT owner, position FROM %[4]s WHERE is_new = 0 AND linked IS NULL)`,
		`UPDATE %[1]s SET %[3]s = s.linked FROM %[4]s s WHERE s.is_new = 0 AND s.linked IS NOT NULL AND %[1]s.%[2]s = s.owner AND %[1]s.position = s.position`,
		`INSERT INTO %[1]s (%[2]s, position, %[3]s) SELECT owner, position, linked FROM %[4]s WHERE is_new = 1`,
	} {
		if _, err := tx.Exec(ctx, fmt.Sprintf(text, l.Table, l.Owner, l.Column, s.linkTable(f))); err != nil {
			return err
		}
	}
	return nil
}

// dropStaged drops the temporary tables. A failure only costs their memory until the next edit in slices.
func (sl *sliced) dropStaged(ctx context.Context) {
	if len(sl.staged) == 0 {
		return
	}
	_ = sl.db.Tx(ctx, func(tx *Tx) error {
		for _, s := range sl.staged {
			if err := s.drop(ctx, tx); err != nil {
				return err
			}
		}
		return nil
	})
}
