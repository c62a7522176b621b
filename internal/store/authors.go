package store

import "context"

// LastAuthors returns who made the last change of each record of an instance that the history has, by sid: of the records named, or of
// all for nil. The name of somebody whose account is gone is empty.
func (db *DB) LastAuthors(ctx context.Context, s Scope, sids []string) (map[string]string, error) {
	q := new(query).add(`SELECT l.sid, COALESCE(u.name, '') FROM (SELECT c.sid, MAX(c.revision) AS revision FROM changes c
		JOIN instances i ON i.id = c.instance_id WHERE c.instance_id = $ AND i.user_id = $`, s.InstanceID, s.UserID).add(changeMade)
	if sids != nil {
		q.add(" AND "+db.dialect.among("c.sid"), db.dialect.texts(sids))
	}
	q.add(` GROUP BY c.sid) l JOIN revisions v ON v.instance_id = $ AND v.number = l.revision LEFT JOIN users u ON u.id = v.user_id`, s.InstanceID)
	authors := map[string]string{}
	err := db.collect(ctx, db, q.String(), q.args, func(rows *Rows) error {
		var sid, name string
		err := rows.Scan(&sid, &name)
		authors[sid] = name
		return err
	})
	return authors, err
}
