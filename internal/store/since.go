package store

import (
	"context"

	"quartermaster/internal/record"
)

// Changed are records that were changed since something.
type Changed struct {
	Always bool            // it has not happened yet, so all of them were
	SIDs   map[string]bool // otherwise
}

// ChangedSinceSent returns the records of a resource that were changed since all files of the instance were last delivered or downloaded.
func (db *DB) ChangedSinceSent(ctx context.Context, s Scope, r *record.Resource) (Changed, error) {
	return db.changedSince(ctx, s, r, "SELECT d.revision FROM downloads d WHERE d.instance_id = i.id")
}

// ChangedSinceImport returns the records of a resource that were changed since files were last imported.
func (db *DB) ChangedSinceImport(ctx context.Context, s Scope, r *record.Resource) (Changed, error) {
	return db.changedSince(ctx, s, r, "SELECT max(v.number) FROM revisions v WHERE v.instance_id = i.id AND v.action = 'import'"+made)
}

// changedSince returns the records that were changed after the revision that a query of one value gives; null is none.
func (db *DB) changedSince(ctx context.Context, s Scope, r *record.Resource, revision string) (Changed, error) {
	changed, since := Changed{SIDs: map[string]bool{}}, int64(0)
	const of = " FROM instances i WHERE i.id = $1 AND i.user_id = $2"
	if err := db.QueryRow(ctx, "SELECT COALESCE(("+revision+"), 0)"+of, s.InstanceID, s.UserID).Scan(&since); err != nil {
		return changed, err
	}
	if since == 0 {
		changed.Always = true
		return changed, nil
	}
	const text = `SELECT DISTINCT c.sid FROM changes c JOIN instances i ON i.id = c.instance_id
		WHERE i.id = $1 AND i.user_id = $2 AND c.resource = $3 AND c.revision > $4` + changeMade
	err := db.collect(ctx, db, text, []any{s.InstanceID, s.UserID, r.Name, since}, func(rows *Rows) error {
		var sid string
		err := rows.Scan(&sid)
		changed.SIDs[sid] = true
		return err
	})
	return changed, err
}
