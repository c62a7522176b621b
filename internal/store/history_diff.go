package store

import (
	"bytes"
	"context"
	"encoding/json"

	"quartermaster/internal/record"
)

// Difference is how a record differs between two revisions. Before and After hold the shown fields that differ, in the form of
// the wire; Before is nil for an added record, After for a removed one.
type Difference struct {
	Resource      *record.Resource
	SID, Title    string
	Before, After map[string]json.RawMessage
}

// Change returns what happened to the record: added, removed or changed.
func (d Difference) Change() string {
	switch {
	case d.Before == nil:
		return "added"
	case d.After == nil:
		return "removed"
	}
	return "changed"
}

// Diff returns how the records of an instance at revision to differ from those at revision from, which may be the later one. It
// returns ErrNotFound when the history does not have one of the revisions.
func (db *DB) Diff(ctx context.Context, s Scope, from, to int64) ([]Difference, error) {
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

func differences(pasts []*past, backward bool) []Difference {
	list := []Difference{}
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

// difference reports whether the record is different at the end of its past, and how. Records of resources that are no longer
// declared are left out.
func (p *past) difference() (d Difference, differs bool) {
	if p.res == nil || !p.existed && !p.exists {
		return d, false
	}
	d = Difference{Resource: p.res, SID: p.sid, Title: p.title}
	if p.existed {
		d.Before = map[string]json.RawMessage{}
	}
	if p.exists {
		d.After = map[string]json.RawMessage{}
	}
	for _, f := range p.res.Fields {
		p.compare(f, &d)
	}
	return d, len(d.Before) > 0 || len(d.After) > 0
}

// compare adds a field that differs, reduced to the differing values for a document. Of an added or removed record all set
// fields differ.
func (p *past) compare(f *record.Field, d *Difference) {
	before, after := orNull(p.before[f.Name]), orNull(p.after[f.Name])
	if !f.Shown() || f.Name == "updated_at" || bytes.Equal(before, after) {
		return
	}
	before, after = p.res.DiffDocument(f, before, after)
	if d.Before != nil {
		d.Before[f.Name] = before
	}
	if d.After != nil {
		d.After[f.Name] = after
	}
}

func orNull(value json.RawMessage) json.RawMessage {
	if value == nil {
		return json.RawMessage("null")
	}
	return value
}
