package docset

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"quartermaster/internal/bulk"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/pack"
	"quartermaster/internal/record"
	"quartermaster/internal/servercfg"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// RowsChange is the same change of many rows of a document: of the objects of a list or map.
type RowsChange struct {
	Slug, File string // see [Service.Find]
	At         string // of the list: keys divided by dots, * for each member of a list or map; empty for a file that is a list
	Q          string // which rows, as pack.ParseWhere reads it
	Operations []*jsontree.Object

	// Check is called with the document before it is changed. Its error ends the change. It may be nil.
	Check func(f *File) error
}

// RowChange is a row that a change makes different.
type RowChange struct {
	Path    string // in the document
	Changes []ValueChange
}

// ValueChange is a value of a row before and after a change; nil for none.
type ValueChange struct {
	Field    string // keys divided by dots
	Old, New any
}

// RowsChanged is what a change does, or would do.
type RowsChanged struct {
	File             *File
	Matched, Clamped int         // Clamped counts values that were kept within their bounds
	Rows             []RowChange // that differ
	Revision         int64       // 0 where nothing was stored
}

// PreviewRows returns what a change would do. It returns validate.Errors of what is wrong with it, ErrBroken, and the errors of
// [Service.Find].
func (s *Service) PreviewRows(ctx context.Context, scope store.Scope, c RowsChange) (done RowsChanged, err error) {
	f, err := s.Find(ctx, scope, c.Slug, c.File)
	if err == nil {
		_, err = f.Bytes(func(f *File) (*jsontree.Object, error) { return done.work(f, c) })
	}
	return done, err
}

// ChangeRows carries a change out, in one revision. Its errors are those of PreviewRows and [Service.Save].
func (s *Service) ChangeRows(ctx context.Context, scope store.Scope, c RowsChange) (done RowsChanged, err error) {
	saved, revision, err := s.Save(ctx, scope, c.Slug, c.File, func(f *File) (*jsontree.Object, error) {
		next, err := done.work(f, c)
		if err == nil && len(done.Rows) == 0 {
			err = errSame
		}
		return next, err
	})
	switch {
	case errors.Is(err, errSame):
		return done, nil
	case err == nil:
		done.File, done.Revision = saved, revision
	}
	return done, err
}

// work works out what a change makes of a document.
func (d *RowsChanged) work(f *File, c RowsChange) (*jsontree.Object, error) {
	*d = RowsChanged{File: f}
	if f.Tree == nil {
		return nil, ErrBroken
	}
	if c.Check != nil {
		if err := c.Check(f); err != nil {
			return nil, err
		}
	}
	table := f.Table(c.At)
	if table == nil {
		return nil, validate.Refusal("at", "There is no list of objects at this path.")
	}
	where, err := pack.ParseWhere(c.Q)
	if err != nil {
		return nil, validate.Refusal("q", err.Error()+".")
	}
	steps, err := table.steps(c.Operations)
	if err != nil {
		return nil, err
	}
	next, shown := f.Tree.Clone(), maps.Collect(table.rows(f.Hide(f.Tree)))
	for path, row := range table.rows(next) {
		if where.Chooses(shown[path]) {
			d.Matched++
			if err := d.change(path, row, shown[path], steps); err != nil {
				return nil, err
			}
		}
	}
	return next, nil
}

// change carries steps out on a row. Shown is the row without secrets, which nothing is told about.
func (d *RowsChanged) change(path string, row, shown *jsontree.Object, steps []rowStep) error {
	old := row.Clone()
	for i, s := range steps {
		clamped, err := s.carryOut(row)
		if err != nil {
			return inOperation(i, err)
		}
		if clamped {
			d.Clamped++
		}
	}
	changed := RowChange{Path: path}
	for _, s := range steps {
		was, now, field := valueAt(old, s.keys), valueAt(row, s.keys), s.operation.Field.Name
		if jsontree.Equal(was, now) || slices.ContainsFunc(changed.Changes, func(c ValueChange) bool { return c.Field == field }) {
			continue
		}
		if hidden := valueAt(shown, s.keys); hidden == servercfg.Hidden {
			was, now = hidden, hidden
		}
		changed.Changes = append(changed.Changes, ValueChange{field, was, now})
	}
	if len(changed.Changes) > 0 {
		d.Rows = append(d.Rows, changed)
	}
	return nil
}

// rowStep is an operation on a value of each row.
type rowStep struct {
	operation record.Operation
	keys      []string // that lead to the value
	empties   bool     // the value is taken away
	blank     any      // what stands in its place; nil for nothing
}

// steps checks operations and makes them ready.
func (t *Table) steps(operations []*jsontree.Object) (steps []rowStep, err error) {
	for i, sent := range operations {
		column := t.column(record.TextParam(sent, "field"))
		if column == nil {
			return nil, inOperation(i, validate.Wrong("field", validate.SelectionIsInvalid))
		}
		o, problems := column.ReadOperation(sent)
		if len(problems) > 0 {
			return nil, inOperation(i, problems)
		}
		s := rowStep{operation: o, keys: strings.Split(o.Field.Name, ".")}
		if s.empties = o.Op == record.OpSet && o.Value == nil; s.empties {
			if s.blank, err = t.blank(o.Field.Name); err != nil {
				return nil, inOperation(i, err)
			}
		}
		steps = append(steps, s)
	}
	return steps, nil
}

// inOperation names the fields of an error as those of an operation.
func inOperation(i int, err error) error {
	var problems validate.Errors
	if !errors.As(err, &problems) {
		return err
	}
	named := slices.Clone(problems)
	for n := range named {
		named[n] = named[n].At(fmt.Sprintf("operations.%d.%s", i, named[n].Field))
	}
	return named
}

// carryOut changes the value of a row. A row without the objects around it has no such value, and stays.
func (s rowStep) carryOut(row *jsontree.Object) (clamped bool, err error) {
	last := len(s.keys) - 1
	for _, key := range s.keys[:last] {
		if row = row.Object(key); row == nil {
			return false, nil
		}
	}
	key := s.keys[last]
	if s.empties {
		if s.blank == nil {
			row.Delete(key)
		} else if row.Has(key) {
			row.Set(key, s.blank)
		}
		return false, nil
	}
	value, there := row.Get(key)
	next, clamped, err := bulk.Value(s.operation, value)
	if err == nil && (there || s.operation.Op == record.OpSet) {
		row.Set(key, next)
	}
	return clamped, err
}

func valueAt(row *jsontree.Object, keys []string) any {
	for _, key := range keys[:len(keys)-1] {
		if row = row.Object(key); row == nil {
			return nil
		}
	}
	value, _ := row.Get(keys[len(keys)-1])
	return value
}
