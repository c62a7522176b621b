package store

import (
	"cmp"
	"context"
	"database/sql"

	"quartermaster/internal/record"
)

// change is a record's row in the history.
type change struct {
	row           record.Row // the one that is there, before or after
	before, after any        // JSON text, or nil
}

// remember writes what happened to records into the history: before is nil for new ones, after for deleted ones.
func (e *Edit) remember(ctx context.Context, r *record.Resource, before, after []record.Row) error {
	if r.Scope != record.InInstance && r != record.Instances {
		return nil
	}
	changes := changesOf(r, before, after)
	if len(changes) == 0 {
		return nil
	}
	if err := e.begin(ctx, r, changes[0].row); err != nil {
		return err
	}
	const width = 9
	values := func(c change, args []any) []any {
		e.changes++
		return append(args, e.Scope.InstanceID, e.Number, e.changes, r.Name, r.ID(c.row), r.SID(c.row), r.TitleOf(c.row), c.before, c.after)
	}
	head := "INSERT INTO changes (instance_id, revision, position, resource, record_id, sid, title, before, after) VALUES "
	return insertValues(ctx, e.Tx, head, "", width, changes, values)
}

// changesOf says what is kept of each record: what is set and shown of a new one, everything of a deleted one, and else the fields
// that differ.
func changesOf(r *record.Resource, before, after []record.Row) []change {
	changes := make([]change, 0, max(len(before), len(after)))
	for i := range cap(changes) {
		switch {
		case before == nil:
			set := func(place int, f *record.Field) bool { return f.Shown() && after[i][place] != nil }
			changes = append(changes, change{row: after[i], after: snapshot(r, after[i], set)})
		case after == nil:
			changes = append(changes, change{row: before[i], before: snapshot(r, before[i], everything)})
		default:
			differs := func(place int, f *record.Field) bool {
				return f.Name != "updated_at" && !equal(before[i][place], after[i][place])
			}
			changes = append(changes, change{after[i], snapshot(r, before[i], differs), snapshot(r, after[i], differs)})
		}
	}
	return changes
}

func everything(int, *record.Field) bool { return true }

// snapshot is the JSON object of the stored fields that want names. The text of a secret never enters the history.
func snapshot(r *record.Resource, row record.Row, want func(place int, f *record.Field) bool) string {
	b := append(make([]byte, 0, 512), '{')
	for i, f := range r.Fields {
		if !kept(f) || !want(i, f) {
			continue
		}
		if len(b) > 1 {
			b = append(b, ',')
		}
		value := row[i]
		if f.Secret {
			value = nil
		}
		b = f.AppendValue(f.AppendKey(b), value)
	}
	return string(append(b, '}'))
}

// begin makes the revision when the first change of an edit is known.
func (e *Edit) begin(ctx context.Context, r *record.Resource, first record.Row) error {
	if e.Number != 0 {
		return nil
	}
	text := `UPDATE instances SET revision = revision + 1 WHERE id = $1 AND user_id = $2 RETURNING revision`
	if err := e.QueryRow(ctx, text, e.Scope.InstanceID, e.Scope.UserID).Scan(&e.Number); err != nil {
		return err
	}
	summary := cmp.Or(e.Summary, summaryOf(r, first))
	text = `INSERT INTO revisions (instance_id, number, user_id, action, summary, created_at) VALUES ($1, $2, $3, $4, $5, $6)`
	_, err := e.Exec(ctx, text, e.Scope.InstanceID, e.Number, e.Scope.UserID, e.Action, summary, e.Now())
	return err
}

func summaryOf(r *record.Resource, row record.Row) string { return r.Path + ": " + r.TitleOf(row) }

// Revision is one change to an instance.
type Revision struct {
	Number    int64
	Author    string // empty when the account is gone
	Action    string
	Summary   string
	Records   int64 // how many records it touched
	CreatedAt int64
}

// Change is what a revision did to one record. Before and After are JSON objects of the fields that changed; Before is
// empty for a new record, After for a deleted one.
type Change struct {
	Resource, SID, Title string
	Before, After        string
}

// Revisions returns the changes to an instance, the newest first, and how many there are.
func (db *DB) Revisions(ctx context.Context, s Scope, offset, limit int) (list []Revision, total int64, err error) {
	const mine = ` FROM revisions v JOIN instances i ON i.id = v.instance_id LEFT JOIN users u ON u.id = v.user_id WHERE i.id = $1 AND i.user_id = $2`
	if err := db.QueryRow(ctx, `SELECT count(*)`+mine, s.InstanceID, s.UserID).Scan(&total); err != nil {
		return nil, 0, err
	}
	text := `SELECT v.number, COALESCE(u.name, ''), v.action, v.summary, v.created_at,
		(SELECT count(*) FROM changes c WHERE c.instance_id = v.instance_id AND c.revision = v.number)` + mine + ` ORDER BY v.number DESC LIMIT $3 OFFSET $4`
	err = db.collect(ctx, db, text, []any{s.InstanceID, s.UserID, limit, offset}, func(rows *sql.Rows) error {
		var v Revision
		err := rows.Scan(&v.Number, &v.Author, &v.Action, &v.Summary, &v.CreatedAt, &v.Records)
		list = append(list, v)
		return err
	})
	return list, total, err
}

// Changes returns what one revision of an instance did, at most limit records.
func (db *DB) Changes(ctx context.Context, s Scope, number int64, limit int) (list []Change, err error) {
	const text = `SELECT c.resource, c.sid, c.title, COALESCE(c.before, ''), COALESCE(c.after, '')
		FROM changes c JOIN instances i ON i.id = c.instance_id
		WHERE i.id = $1 AND i.user_id = $2 AND c.revision = $3 ORDER BY c.position LIMIT $4`
	err = db.collect(ctx, db, text, []any{s.InstanceID, s.UserID, number, limit}, func(rows *sql.Rows) error {
		var c Change
		err := rows.Scan(&c.Resource, &c.SID, &c.Title, &c.Before, &c.After)
		list = append(list, c)
		return err
	})
	return list, err
}
