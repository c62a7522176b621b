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
	indexes  []int // of the fields with a column that differ in some record
	relinks  bool  // whether links differ in some record, which are hidden in their own tables; see hideLinks
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
	small := len(after) < sl.size() && weightOf(after) < sliceBytes
	if !ok || small || s.relinks && sl.relinks[r] {
		sl.relinks[r] = sl.relinks[r] || s.relinks
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
	s, ok = &staged{resource: r}, true
	for index, f := range r.Fields {
		switch {
		case !persistent(f) || f.Name == "updated_at" || !differsAnywhere(index, before, after):
		case f.Unique:
			ok = false
		case f.Link != nil:
			s.relinks = true
		default:
			s.indexes = append(s.indexes, index)
		}
	}
	return s, ok
}

func differsAnywhere(index int, before, after []record.Row) bool {
	for i, row := range after {
		if !record.Same(before[i][index], row[index]) {
			return true
		}
	}
	return false
}

// create makes the table, in place of one that could not be dropped.
func (s *staged) create(ctx context.Context, tx *Tx) error {
	columns := []string{"record_id INTEGER PRIMARY KEY"}
	for _, index := range s.indexes {
		columns = append(columns, s.resource.Fields[index].Name)
	}
	err := s.drop(ctx, tx)
	if err == nil {
		_, err = tx.Exec(ctx, "CREATE TABLE "+s.table+" ("+strings.Join(columns, ", ")+")")
	}
	return err
}

func (s *staged) drop(ctx context.Context, tx *Tx) error {
	_, err := tx.Exec(ctx, "DROP TABLE IF EXISTS "+s.table)
	return err
}

// store adds records to the table and to the history.
func (s *staged) store(ctx context.Context, e *Edit, before, after []record.Row) error {
	rows := make([][]any, len(after))
	for i, row := range after {
		row[s.resource.Index("updated_at")] = s.now
		rows[i] = s.values(row)
	}
	values := func(row, args []any) []any { return append(args, row...) }
	if err := bulkInsert(ctx, e.Tx, "INSERT INTO "+s.table+" VALUES ", "", 1+len(s.indexes), rows, values, nil); err != nil {
		return err
	}
	if err := e.hideLinks(ctx, s.resource, before, after); err != nil {
		return err
	}
	return e.recordHistory(ctx, s.resource, before, after)
}

func (s *staged) values(row record.Row) []any {
	values := append(make([]any, 0, 1+len(s.indexes)), s.resource.ID(row))
	for _, index := range s.indexes {
		values = append(values, row[index])
	}
	return values
}

// publish gives the stored records the new values, in one statement.
func (s *staged) publish(ctx context.Context, tx *Tx) error {
	r := s.resource
	q := new(query).add("UPDATE "+r.Name+" SET updated_at = $", s.now)
	for _, index := range s.indexes {
		q.add(", " + r.Fields[index].Column + " = s." + r.Fields[index].Name)
	}
	q.add(" FROM " + s.table + " s WHERE " + r.Name + ".id = s.record_id")
	_, err := tx.Exec(ctx, q.String(), q.args...)
	return err
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
