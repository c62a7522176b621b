package store

import "context"

// LastAuthors returns who made the last change of each record of an instance that the history has, by sid: of the records named, or of
// all for nil. The name of somebody whose account is gone is empty.
func (db *DB) LastAuthors(ctx context.Context, s Scope, sids []string) (map[string]string, error) {
	return lastAuthors[string](ctx, db, s, sids, "COALESCE((SELECT u.name FROM users u WHERE u.id = v.user_id), '')")
}

// LastAuthorIDs is LastAuthors for all records with the ids of users, 0 for one whose account is gone.
func (db *DB) LastAuthorIDs(ctx context.Context, s Scope) (map[string]int64, error) {
	return lastAuthors[int64](ctx, db, s, nil, "COALESCE(v.user_id, 0)")
}

// lastAuthors reads an expression about the last revision v of each record.
func lastAuthors[T any](ctx context.Context, db *DB, s Scope, sids []string, author string) (map[string]T, error) {
	q := new(query).add(`SELECT l.sid, `+author+` FROM (SELECT c.sid, MAX(c.revision) AS revision FROM changes c
		JOIN instances i ON i.id = c.instance_id WHERE c.instance_id = $ AND i.user_id = $`, s.InstanceID, s.UserID).add(changeMade)
	if sids != nil {
		q.add(" AND "+db.dialect.among("c.sid"), db.dialect.texts(sids))
	}
	q.add(` GROUP BY c.sid) l JOIN revisions v ON v.instance_id = $ AND v.number = l.revision`, s.InstanceID)
	authors := map[string]T{}
	err := db.collect(ctx, db, q.String(), q.args, func(rows *Rows) error {
		var sid string
		var by T
		err := rows.Scan(&sid, &by)
		authors[sid] = by
		return err
	})
	return authors, err
}
