package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"maps"

	"quartermaster/internal/record"
)

// fields holds stored values by field name, as the history writes them.
type fields map[string]json.RawMessage

// past is a range of the history of one record: its state before the first change and after the last.
type past struct {
	res             *record.Resource
	id              int64
	sid, title      string
	existed, exists bool
	whole           bool   // before holds all fields, and not only those that changed
	before, after   fields // nil where the record is not there
}

// add appends the next change of the record; before is nil when it creates the record, after when it deletes it.
func (p *past) add(before, after fields) {
	if p.existed {
		p.whole = p.whole || after == nil
		keepFirst(p.before, before)
	}
	switch {
	case after == nil:
		p.exists, p.after = false, nil
	case before == nil:
		p.exists, p.after = true, after
	default:
		maps.Copy(p.after, after)
	}
}

// keepFirst adds the values that are not known yet: the first change of a field holds the value from the start.
func keepFirst(known, more fields) {
	for name, value := range more {
		if _, there := known[name]; !there {
			known[name] = value
		}
	}
}

// revisionRange is the part of an instance's history after one revision and up to another. Resource and SID, where given,
// restrict it to one record, and sids, where not nil, to some records.
type revisionRange struct {
	scope     Scope
	after, to int64
	resource  *record.Resource
	sid       string
	sids      []string
}

func (s revisionRange) query(d dialect) *query {
	q := new(query).add(`/* fold history */ SELECT c.resource, c.record_id, c.sid, c.title, c.before, c.after
		FROM changes c JOIN instances i ON i.id = c.instance_id WHERE i.id = $ AND i.user_id = $`, s.scope.InstanceID, s.scope.UserID)
	if s.resource == nil && s.sids == nil {
		q.add(` AND c.revision <= i.revision AND c.revision > $ AND c.revision <= $`, s.after, s.to)
		return q.add(` ORDER BY c.revision, c.position`)
	}
	// With the plus the changes of the records are found first: SQLite would go through all of the range for the sake of the order.
	q.add(` AND +c.revision <= i.revision AND +c.revision > $ AND +c.revision <= $`, s.after, s.to)
	if s.resource != nil {
		q.add(` AND c.resource = $ AND c.sid = $`, s.resource.Name, s.sid)
	} else {
		q.add(" AND "+d.among("c.sid"), d.texts(s.sids))
	}
	return q.add(` ORDER BY +c.revision, c.position`)
}

// fold reads a range of the history and returns the past of each record in it, in the order of their first changes.
func (db *DB) fold(ctx context.Context, from Querier, s revisionRange) ([]*past, error) {
	type key struct {
		resource string
		id       int64
	}
	var list []*past
	known := map[key]*past{}
	q := s.query(db.dialect)
	err := db.collect(ctx, from, q.String(), q.args, func(rows *Rows) error {
		var resource string
		var now past
		var before, after sql.Null[string]
		if err := rows.Scan(&resource, &now.id, &now.sid, &now.title, &before, &after); err != nil {
			return err
		}
		p := known[key{resource, now.id}]
		if p == nil {
			p = &now
			p.begin(resource, before.Valid)
			known[key{resource, now.id}] = p
			list = append(list, p)
		}
		p.title = now.title
		return p.read(before.V, after.V)
	})
	return list, err
}

func (p *past) begin(resource string, existed bool) {
	p.res, p.existed, p.exists = record.Named(resource), existed, existed
	if existed {
		p.before, p.after = fields{}, fields{}
	}
}

// read adds a change from its stored form.
func (p *past) read(before, after string) error {
	old, err := parseFields(p.res, before)
	if err != nil {
		return err
	}
	now, err := parseFields(p.res, after)
	if err != nil {
		return err
	}
	p.add(old, now)
	return nil
}

// parseFields reads what snapshot has written, and returns nil for an empty text: there is no record. The resource is nil when
// it is no longer declared.
func parseFields(r *record.Resource, text string) (f fields, err error) {
	if text == "" {
		return nil, nil
	}
	if err = json.Unmarshal([]byte(text), &f); err != nil || r == nil || r.Document() == nil {
		return f, err
	}
	name := r.Document().Name
	if value, known := f[name]; known {
		f[name], err = unpacked(value)
	}
	return f, err
}
