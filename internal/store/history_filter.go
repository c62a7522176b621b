package store

import (
	"context"
	"strings"

	"quartermaster/internal/record"
)

// RevisionFilter chooses revisions of an instance. The zero value chooses all.
type RevisionFilter struct {
	By       string           // name or e-mail address of who made them
	Resource *record.Resource // of a record that they changed
	SIDs     []string         // of records, one of which they changed; nil for any
	Since    int64            // microseconds since 1970; 0 for no limit
	Until    int64            // exclusive; 0 for no limit
}

// none reports whether the filter chooses all revisions.
func (f RevisionFilter) none() bool {
	return f.By == "" && f.Resource == nil && f.SIDs == nil && f.Since == 0 && f.Until == 0
}

// narrow adds the conditions on the revisions v.
func (f RevisionFilter) narrow(q *query, s Scope) *query {
	if f.By != "" {
		q.add(` AND v.user_id IN (SELECT w.id FROM users w WHERE lower(w.name) = lower($) OR lower(w.email) = lower($))`, f.By, f.By)
	}
	if f.Resource != nil {
		q.add(` AND v.number IN (SELECT n.revision FROM revision_resources n WHERE n.instance_id = $ AND n.resource = $)`, s.InstanceID,
			f.Resource.Name)
	}
	if f.SIDs != nil {
		q.add(` AND v.number IN (SELECT c.revision FROM changes c WHERE c.instance_id = $ AND `, s.InstanceID)
		f.ofRecords(q)
		q.add(`)`)
	}
	if f.Since != 0 {
		q.add(` AND v.created_at >= $`, f.Since)
	}
	if f.Until != 0 {
		q.add(` AND v.created_at < $`, f.Until)
	}
	return q
}

// ofRecords adds the condition on the records of the changes c.
func (f RevisionFilter) ofRecords(q *query) {
	if len(f.SIDs) == 0 {
		q.add(`1 = 0`)
		return
	}
	args := make([]any, len(f.SIDs))
	for i, sid := range f.SIDs {
		args[i] = sid
	}
	q.add(`c.sid IN ($`+strings.Repeat(", $", len(args)-1)+`)`, args...)
}

// chosen adds a query for the numbers of the chosen revisions, which indexes answer alone.
func (f RevisionFilter) chosen(q *query, s Scope) *query {
	const newest = ` <= (SELECT i.revision FROM instances i WHERE i.id = $ AND i.user_id = $)`
	if f.Resource != nil && f.By == "" && f.SIDs == nil && f.Since == 0 && f.Until == 0 {
		return q.add(`SELECT n.revision FROM revision_resources n WHERE n.instance_id = $ AND n.resource = $ AND n.revision`+newest,
			s.InstanceID, f.Resource.Name, s.InstanceID, s.UserID)
	}
	q.add(`SELECT v.number FROM revisions v WHERE v.instance_id = $ AND v.number`+newest, s.InstanceID, s.InstanceID, s.UserID)
	return f.narrow(q, s)
}

// RevisionsThat returns the revisions of an instance that a filter chooses, from the newest on, and their total.
func (db *DB) RevisionsThat(ctx context.Context, s Scope, f RevisionFilter, offset, limit int) (list []Revision, total int64, err error) {
	if f.none() {
		return db.Revisions(ctx, s, offset, limit)
	}
	chosen := f.chosen(new(query).add(`SELECT count(*) FROM (`), s).add(`) n`)
	if err := db.QueryRow(ctx, chosen.String(), chosen.args...).Scan(&total); err != nil {
		return nil, 0, err
	}
	q := new(query).add(`SELECT `+revisionColumns+revisionsOf+` WHERE i.id = $ AND v.number IN (`, s.InstanceID)
	f.chosen(q, s).add(` ORDER BY 1 DESC LIMIT $ OFFSET $) ORDER BY v.number DESC`, limit, offset)
	err = db.collect(ctx, db, q.String(), q.args, func(rows *Rows) error {
		var v Revision
		err := rows.Scan(v.columns()...)
		list = append(list, v)
		return err
	})
	return list, total, err
}

// changesAtATime is how many changes EachChange reads with one statement.
const changesAtATime = 200

// EachChange calls fn with the changes of the chosen revisions, the oldest first. With a resource or records, only changes of those
// are among them. It reads them in portions, between which others may write.
func (db *DB) EachChange(ctx context.Context, s Scope, f RevisionFilter, fn func(RecordChange) error) error {
	var revision, position int64
	for {
		var portion []RecordChange
		q := db.portion(s, f, revision, position)
		err := db.collect(ctx, db, q.String(), q.args, func(rows *Rows) error {
			var c RecordChange
			err := c.scan(rows, append(c.columns(), &position)...)
			revision, portion = c.Number, append(portion, c)
			return err
		})
		if err != nil {
			return err
		}
		for _, c := range portion { // what takes them may be slow
			if err := fn(c); err != nil {
				return err
			}
		}
		if len(portion) < changesAtATime {
			return nil
		}
	}
}

// portion reads the changes after one.
func (db *DB) portion(s Scope, f RevisionFilter, revision, position int64) *query {
	q := new(query).add(`/* each change */ SELECT `+revisionColumns+`, c.position, `+changeColumns+revisionsOf+
		` JOIN changes c ON c.instance_id = v.instance_id AND c.revision = v.number WHERE i.id = $ AND i.user_id = $`+made+
		` AND c.instance_id = $ AND (c.revision, c.position) > ($, $)`, s.InstanceID, s.UserID, s.InstanceID, revision, position)
	ofRevision := f
	ofRevision.Resource, ofRevision.SIDs = nil, nil // the changes say both
	ofRevision.narrow(q, s)
	if f.Resource != nil {
		q.add(` AND c.resource = $`, f.Resource.Name)
	}
	if f.SIDs != nil {
		q.add(` AND `)
		f.ofRecords(q)
	}
	return q.add(` ORDER BY c.revision, c.position LIMIT $`, changesAtATime)
}

// Contribution says how much somebody has changed.
type Contribution struct {
	Author             string // empty when the account is gone
	Revisions, Records int64
	Last               int64 // microseconds since 1970
}

// Contributions returns who made the chosen revisions, those with the most records first.
func (db *DB) Contributions(ctx context.Context, s Scope, f RevisionFilter) (list []Contribution, err error) {
	q := new(query).add(`SELECT COALESCE(u.name, ''), count(DISTINCT v.number), COALESCE(sum(t.records), 0), max(v.created_at)`+revisionsOf+
		` LEFT JOIN revision_resources t ON t.instance_id = v.instance_id AND t.revision = v.number WHERE i.id = $ AND i.user_id = $`+made,
		s.InstanceID, s.UserID)
	f.narrow(q, s).add(` GROUP BY v.user_id, u.name ORDER BY 3 DESC, 1`)
	return list, db.collect(ctx, db, q.String(), q.args, func(rows *Rows) error {
		var c Contribution
		err := rows.Scan(&c.Author, &c.Revisions, &c.Records, &c.Last)
		list = append(list, c)
		return err
	})
}
