package economy

import (
	"context"
	"encoding/json"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// overlay is how records differ from the present ones, by their sids.
type overlay map[string]record.Difference

// overlayOf returns what to lay over the present records so that they are as they were at a revision. The error is store.ErrNotFound
// when the history does not have it.
func overlayOf(ctx context.Context, db *store.DB, scope store.Scope, present, revision int64) (overlay, error) {
	if revision == present {
		return overlay{}, nil
	}
	list, err := db.Diff(ctx, scope, present, revision)
	return overlayBy(list), err
}

func overlayBy(list []record.Difference) overlay {
	o := overlay{}
	for _, d := range list {
		o[d.SID] = d
	}
	return o
}

// rows returns the records as they were; those that there are no more follow at the end.
func (o overlay) rows(r *record.Resource, rows []record.Row) ([]record.Row, error) {
	if len(o) == 0 {
		return rows, nil
	}
	kept := rows[:0]
	for _, row := range rows {
		d, differs := o[r.SID(row)]
		if differs && d.After == nil {
			continue
		}
		if differs && d.Resource == r {
			if err := lay(r, row, d.After); err != nil {
				return nil, err
			}
		}
		kept = append(kept, row)
	}
	gone, err := o.gone(r)
	return append(kept, gone...), err
}

// gone returns the records of a resource that were there and are not any more.
func (o overlay) gone(r *record.Resource) (rows []record.Row, err error) {
	for _, d := range o {
		if d.Resource != r || d.Before != nil {
			continue
		}
		row := r.EmptyRow()
		row[r.Index("sid")] = d.SID
		if err := lay(r, row, d.After); err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// lay sets the fields of a row to values in the form of the wire.
func lay(r *record.Resource, row record.Row, values map[string]json.RawMessage) error {
	for name, text := range values {
		if !r.Has(name) {
			continue // a field of an earlier version
		}
		i := r.Index(name)
		value, err := r.Fields[i].ReadValue(text)
		if err != nil {
			return err
		}
		row[i] = value
	}
	return nil
}
