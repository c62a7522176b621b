package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/say"
)

// Revision is a numbered state of an instance and what led to it.
type Revision struct {
	Number    int64
	Author    string // empty when the account is gone
	Action    string
	Summary   say.Message
	Records   int64 // how many records it touched
	CreatedAt int64
	Override  string // why it was made beside the review; empty for those that were not
}

// Change is what a revision did to one record. Before and After are JSON objects of the fields that changed; Before is empty
// for a new record, After for a deleted one. A document is reduced to the values that differ (record.Resource.DiffDocument).
type Change struct {
	Resource, SID, Title string
	Before, After        string
}

// Difference returns the change in the form of all differences, without fields of a resource that is no longer declared.
func (c Change) Difference() record.Difference {
	d := record.Difference{Resource: record.Named(c.Resource), SID: c.SID, Title: c.Title}
	if d.Resource != nil { // the store has written both texts; one is empty for a version without the record
		_ = json.Unmarshal([]byte(c.Before), &d.Before)
		_ = json.Unmarshal([]byte(c.After), &d.After)
	}
	return d
}

// RecordChange is a change with the revision that made it.
type RecordChange struct {
	Revision
	Change
}

const (
	recordsOfRevision = `(SELECT COALESCE(sum(n.records), 0) FROM revision_resources n WHERE n.instance_id = v.instance_id AND n.revision ` +
		`= v.number)`
	revisionColumns = `v.number, COALESCE(u.name, ''), v.action, v.summary, ` + recordsOfRevision + `, v.created_at, ` +
		`COALESCE(v.override, '')`
	changeColumns = `c.resource, c.sid, c.title, COALESCE(c.before, ''), COALESCE(c.after, '')`
	revisionsOf   = ` FROM revisions v JOIN instances i ON i.id = v.instance_id LEFT JOIN users u ON u.id = v.user_id`
	ofOwner       = ` WHERE i.id = $1 AND i.user_id = $2`

	// made excludes a revision whose records are not published yet.
	made       = ` AND v.number <= i.revision`
	changeMade = ` AND c.revision <= i.revision`
)

func (v *Revision) columns() []any {
	return []any{&v.Number, &v.Author, &v.Action, (*storedMessage)(&v.Summary), &v.Records, &v.CreatedAt, &v.Override}
}

// storedMessage reads a message from its column.
type storedMessage say.Message

// Scan implements sql.Scanner.
func (m *storedMessage) Scan(value any) error {
	text, isText := value.(string)
	if bytes, isBytes := value.([]byte); isBytes {
		text, isText = string(bytes), true
	}
	if !isText {
		return fmt.Errorf("a message is stored as text, not %T", value)
	}
	*m = storedMessage(say.Parse(text))
	return nil
}

// scan reads a change from the columns behind others. A changed document is reduced to the values that differ.
func (c *Change) scan(rows *Rows, others ...any) error {
	if err := rows.Scan(append(others, &c.Resource, &c.SID, &c.Title, &c.Before, &c.After)...); err != nil {
		return err
	}
	r := record.Named(c.Resource)
	if r == nil || r.Document() == nil {
		return nil
	}
	return c.tellDocument(r)
}

func (c *Change) tellDocument(r *record.Resource) error {
	before, err := parseFields(r, c.Before)
	if err != nil {
		return err
	}
	after, err := parseFields(r, c.After)
	if err != nil {
		return err
	}
	f := r.Document()
	if before[f.Name] != nil && after[f.Name] != nil {
		before[f.Name], after[f.Name] = r.DiffDocument(f, before[f.Name], after[f.Name])
	}
	c.Before, c.After = fieldsText(r, before), fieldsText(r, after)
	return nil
}

// fieldsText returns the JSON of fields, empty when there is no record.
func fieldsText(r *record.Resource, f fields) string {
	if f == nil {
		return ""
	}
	return string(r.AppendFields(nil, f))
}

// Revisions returns the revisions of an instance from the newest on, and their total. They are numbered without gaps from the oldest
// that is kept on, so that none has to be counted or skipped.
func (db *DB) Revisions(ctx context.Context, s Scope, offset, limit int) (list []Revision, total int64, err error) {
	const count = `SELECT i.revision, COALESCE(i.revision + 1 - (SELECT min(v.number) FROM revisions v WHERE v.instance_id = i.id AND ` +
		`v.number <= i.revision), 0) FROM instances i` + ofOwner
	var newest int64
	if err := db.QueryRow(ctx, count, s.InstanceID, s.UserID).Scan(&newest, &total); errors.Is(err, ErrNotFound) {
		return nil, 0, nil
	} else if err != nil {
		return nil, 0, err
	}
	const text = `SELECT ` + revisionColumns + revisionsOf + ofOwner + ` AND v.number <= $3 ORDER BY v.number DESC LIMIT $4`
	err = db.collect(ctx, db, text, []any{s.InstanceID, s.UserID, newest - int64(offset), limit}, func(rows *Rows) error {
		var v Revision
		err := rows.Scan(v.columns()...)
		list = append(list, v)
		return err
	})
	return list, total, err
}

// Revision returns a revision of an instance, or ErrNotFound when the history does not have it.
func (db *DB) Revision(ctx context.Context, s Scope, number int64) (v Revision, err error) {
	const text = `SELECT ` + revisionColumns + revisionsOf + ofOwner + made + ` AND v.number = $3`
	return v, db.QueryRow(ctx, text, s.InstanceID, s.UserID, number).Scan(v.columns()...)
}

// Changes returns the changes of one revision in their order, at most limit from the offset on.
func (db *DB) Changes(ctx context.Context, s Scope, number int64, offset, limit int) (list []Change, err error) {
	const text = `SELECT ` + changeColumns + ` FROM changes c JOIN instances i ON i.id = c.instance_id` + ofOwner + changeMade +
		` AND c.revision = $3 ORDER BY c.position LIMIT $4 OFFSET $5`
	err = db.collect(ctx, db, text, []any{s.InstanceID, s.UserID, number, limit, offset}, func(rows *Rows) error {
		var c Change
		err := c.scan(rows)
		list = append(list, c)
		return err
	})
	return list, err
}

// ChangesOf returns the changes of several revisions, by their numbers and in their order.
func (db *DB) ChangesOf(ctx context.Context, s Scope, numbers []int64) (map[int64][]Change, error) {
	of := map[int64][]Change{}
	if len(numbers) == 0 {
		return of, nil
	}
	args := []any{s.InstanceID, s.UserID}
	for _, number := range numbers {
		args = append(args, number)
	}
	q := new(query).add(`SELECT c.revision, `+changeColumns+` FROM changes c JOIN instances i ON i.id = c.instance_id WHERE i.id = $ AND `+
		`i.user_id = $`+
		changeMade+` AND c.revision IN ($`+strings.Repeat(", $", len(numbers)-1)+`) ORDER BY c.revision, c.position`, args...)
	return of, db.collect(ctx, db, q.String(), q.args, func(rows *Rows) error {
		var number int64
		var c Change
		err := c.scan(rows, &number)
		of[number] = append(of[number], c)
		return err
	})
}

// ChangesTo returns what a revision did to the records of one resource.
func (db *DB) ChangesTo(ctx context.Context, s Scope, number int64, r *record.Resource) (list []Change, err error) {
	const text = `SELECT ` + changeColumns + ` FROM changes c JOIN instances i ON i.id = c.instance_id` + ofOwner + changeMade +
		` AND c.revision = $3 AND c.resource = $4 ORDER BY c.position`
	err = db.collect(ctx, db, text, []any{s.InstanceID, s.UserID, number, r.Name}, func(rows *Rows) error {
		var c Change
		err := c.scan(rows)
		list = append(list, c)
		return err
	})
	return list, err
}

// CountChanges returns how many records the revisions from first to last have changed together, or up to the newest with last 0.
func (db *DB) CountChanges(ctx context.Context, s Scope, first, last int64) (n int64, err error) {
	const text = `SELECT count(*) FROM changes c JOIN instances i ON i.id = c.instance_id` + ofOwner + changeMade +
		` AND c.revision >= $3 AND (c.revision <= $4 OR $4 = 0)`
	return n, db.QueryRow(ctx, text, s.InstanceID, s.UserID, first, last).Scan(&n)
}

// HaveChanged reports whether revisions from first to last, or up to the newest with last 0, have changed records of a resource that is
// one of those that are looked for.
func (db *DB) HaveChanged(ctx context.Context, s Scope, first, last int64, among func(*record.Resource) bool) (is bool, err error) {
	const text = `SELECT DISTINCT n.resource FROM revision_resources n JOIN instances i ON i.id = n.instance_id WHERE i.id = $1
		AND i.user_id = $2 AND n.revision <= i.revision AND n.revision >= $3 AND (n.revision <= $4 OR $4 = 0)`
	return is, db.collect(ctx, db, text, []any{s.InstanceID, s.UserID, first, last}, func(rows *Rows) error {
		var name string
		err := rows.Scan(&name)
		r := record.Named(name)
		is = is || r != nil && among(r)
		return err
	})
}

// RecordHistory returns the changes of one record, which may be deleted, from the newest on, and their total.
func (db *DB) RecordHistory(ctx context.Context, s Scope, r *record.Resource, sid string,
	offset, limit int,
) (list []RecordChange, total int64, err error) {
	const ofRecord = ofOwner + changeMade + ` AND c.resource = $3 AND c.sid = $4`
	const count = `SELECT count(*) FROM changes c JOIN instances i ON i.id = c.instance_id` + ofRecord
	args := []any{s.InstanceID, s.UserID, r.Name, sid}
	if err := db.QueryRow(ctx, count, args...).Scan(&total); err != nil {
		return nil, 0, err
	}
	const text = `SELECT ` + revisionColumns + `, ` + changeColumns + revisionsOf +
		` JOIN changes c ON c.instance_id = v.instance_id AND c.revision = v.number` + ofRecord +
		` ORDER BY c.revision DESC, c.position DESC LIMIT $5 OFFSET $6`
	err = db.collect(ctx, db, text, append(args, limit, offset), func(rows *Rows) error {
		var c RecordChange
		err := c.scan(rows, c.columns()...)
		list = append(list, c)
		return err
	})
	return list, total, err
}
