package store

import (
	"bytes"
	"context"

	"quartermaster/internal/record"
)

// Diff returns how the records of an instance at revision to differ from those at revision from, which may be the later one. It
// returns ErrNotFound when the history does not have one of the revisions.
func (db *DB) Diff(ctx context.Context, s Scope, from, to int64) ([]record.Difference, error) {
	pasts, err := db.fold(ctx, db, revisionRange{scope: s, after: min(from, to), to: max(from, to)})
	if err != nil {
		return nil, err
	}
	// This is checked afterwards: revisions are removed from the oldest on, so that nothing in between was missing.
	for _, number := range []int64{from, to} {
		if _, err := db.Revision(ctx, s, number); err != nil {
			return nil, err
		}
	}
	return differences(pasts, to < from), nil
}

func differences(pasts []*past, backward bool) []record.Difference {
	list := []record.Difference{}
	for _, p := range pasts {
		d, differs := p.difference()
		if !differs {
			continue
		}
		if backward {
			d.Before, d.After = d.After, d.Before
		}
		list = append(list, d)
	}
	return list
}

// difference reports whether the record is different at the end of its past, and how: in shown fields, and in all that are set of an added
// or removed one. Records of resources that are no longer declared are left out.
func (p *past) difference() (d record.Difference, differs bool) {
	if p.res == nil || !p.existed && !p.exists {
		return d, false
	}
	d = record.NewDifference(p.res, p.sid, p.title, p.existed, p.exists)
	for _, f := range p.res.Fields {
		before, after := record.OrNull(p.before[f.Name]), record.OrNull(p.after[f.Name])
		if f.Compared() && !bytes.Equal(before, after) {
			d.Add(f, before, after)
		}
	}
	return d, d.HasFields()
}
