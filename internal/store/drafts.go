package store

import (
	"context"
	"database/sql"
	"encoding/json"

	"quartermaster/internal/record"
)

// MadeDraft is an instance that was copied from another one, its origin. Times are microseconds since 1970.
type MadeDraft struct {
	SID, Name    string
	Scope        Scope // of the draft, for who works on the origin
	OriginID     int64
	Origin       string // its public identifier
	OriginName   string
	AuthorID     int64  // 0 where the account is gone
	Author       string // name
	Note         string
	MadeFrom     int64 // the revision of the origin that was copied
	BaseRevision int64 // the last one that the draft has taken in
	Revision     int64 // its own
	CreatedAt    int64
	MergedAt     int64 // 0 for never

	copied copiedRecords
}

// copiedRecords says for each table which ids the copied records have: those from First to Last in the origin, and from To on in the draft.
type copiedRecords map[string]copiedRange

type copiedRange struct{ First, Last, To int64 }

// Home is the condition that a column holds the instance whose members work on another one: on a draft those of its origin do.
func Home(column, instance string) string {
	return column + " = COALESCE((SELECT d.origin_id FROM drafts d WHERE d.instance_id = " + instance + "), " + instance + ")"
}

// noDraft is the condition that an instance is no draft.
func noDraft(instance string) string {
	return "NOT EXISTS (SELECT 1 FROM drafts d WHERE d.instance_id = " + instance + ")"
}

const draftColumns = `SELECT i.sid, i.name, i.id, i.user_id, o.id, o.sid, o.name, COALESCE(d.user_id, 0), COALESCE(u.name, ''),
	COALESCE(d.note, ''), d.made_from, d.base_revision, i.revision, i.created_at, COALESCE(d.merged_at, 0), d.copied
	FROM drafts d JOIN instances i ON i.id = d.instance_id JOIN instances o ON o.id = d.origin_id LEFT JOIN users u ON u.id = d.user_id
	WHERE i.user_id = $ AND i.id NOT IN (SELECT record_id FROM withdrawn WHERE resource = 'instances') AND `

// Drafts returns the drafts of the scope's instance, the oldest first.
func (db *DB) Drafts(ctx context.Context, s Scope) ([]MadeDraft, error) {
	return db.drafts(ctx, db, s, "d.origin_id = $ ORDER BY i.id", s.InstanceID)
}

// DraftOf returns the draft that the scope's instance is, or ErrNotFound where it is none.
func (db *DB) DraftOf(ctx context.Context, s Scope) (MadeDraft, error) {
	return oneDraft(db.drafts(ctx, db, s, "d.instance_id = $", s.InstanceID))
}

// Draft returns the draft of the scope's instance that has the public identifier, or ErrNotFound.
func (db *DB) Draft(ctx context.Context, s Scope, sid string) (MadeDraft, error) {
	return oneDraft(db.drafts(ctx, db, s, "d.origin_id = $ AND i.sid = $", s.InstanceID, sid))
}

func oneDraft(list []MadeDraft, err error) (MadeDraft, error) {
	switch {
	case err != nil:
		return MadeDraft{}, err
	case len(list) == 0:
		return MadeDraft{}, ErrNotFound
	}
	return list[0], nil
}

func (db *DB) drafts(ctx context.Context, from Querier, s Scope, condition string, args ...any) (list []MadeDraft, err error) {
	q := new(query).add(draftColumns, s.UserID).add(condition, args...)
	return list, db.collect(ctx, from, q.String(), q.args, func(rows *Rows) error {
		d := MadeDraft{Scope: s}
		var copied string
		err := rows.Scan(&d.SID, &d.Name, &d.Scope.InstanceID, &d.Scope.UserID, &d.OriginID, &d.Origin, &d.OriginName, &d.AuthorID, &d.Author,
			&d.Note, &d.MadeFrom, &d.BaseRevision, &d.Revision, &d.CreatedAt, &d.MergedAt, &copied)
		if err == nil {
			err = json.Unmarshal([]byte(copied), &d.copied)
		}
		list = append(list, d)
		return err
	})
}

// There returns the id in the origin of a record that was copied; 0 for one that was not.
func (d *MadeDraft) There(r *record.Resource, id int64) int64 {
	c, copied := d.copied[r.Name]
	if at := id - c.To + c.First; copied && at >= c.First && at <= c.Last {
		return at
	}
	return 0
}

// Here returns the id in the draft of a record of the origin that was copied; 0 for one that was not.
func (d *MadeDraft) Here(r *record.Resource, id int64) int64 {
	if c, copied := d.copied[r.Name]; copied && id >= c.First && id <= c.Last {
		return id - c.First + c.To
	}
	return 0
}

// OriginScope is the scope of the draft's origin for who works on the draft.
func (d *MadeDraft) OriginScope() Scope {
	s := d.Scope
	s.InstanceID = d.OriginID
	return s
}

// TookIn notes in an edit of the draft, or of its origin, up to which revision the draft has taken the origin in, and that it was merged.
func (e *Edit) TookIn(ctx context.Context, d MadeDraft, revision int64, merged bool) error {
	at := sql.Null[int64]{V: d.MergedAt, Valid: d.MergedAt != 0}
	if merged {
		at = sql.Null[int64]{V: e.Now(), Valid: true}
	}
	const text = `UPDATE drafts SET base_revision = $1, merged_at = $2 WHERE instance_id = $3`
	return found(e.Exec(ctx, text, revision, at, d.Scope.InstanceID))
}
