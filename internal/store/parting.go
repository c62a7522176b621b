package store

import (
	"context"

	"quartermaster/internal/access"
)

// InstancesOf returns the public identifiers of the instances that a user owns, but for drafts, which go with theirs.
func (db *DB) InstancesOf(ctx context.Context, userID int64) (sids []string, err error) {
	const text = `SELECT sid FROM instances WHERE user_id = $1 AND id NOT IN (SELECT record_id FROM withdrawn WHERE resource = 'instances')
		AND id NOT IN (SELECT instance_id FROM drafts) ORDER BY id`
	return sids, db.collect(ctx, db, text, []any{userID}, func(rows *Rows) error {
		var sid string
		err := rows.Scan(&sid)
		sids = append(sids, sid)
		return err
	})
}

// Admit makes a user a manager of an instance, whatever he was, and returns him as a member.
func (db *DB) Admit(ctx context.Context, s Scope, userID int64) (m Member, err error) {
	const text = `INSERT INTO members (instance_id, user_id, role, created_at) SELECT i.id, CAST($1 AS BIGINT), $2, CAST($3 AS BIGINT)
		FROM instances i WHERE i.id = $4 AND i.user_id = $5 ON CONFLICT (instance_id, user_id) DO UPDATE SET role = excluded.role`
	err = found(db.Exec(ctx, text, userID, string(access.Manager), db.Time().UnixMicro(), s.InstanceID, s.UserID))
	if err != nil {
		return m, err
	}
	list, err := db.Members(ctx, s)
	for _, one := range list {
		if one.UserID == userID {
			return one, err
		}
	}
	return m, err
}
