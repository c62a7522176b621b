package store

import (
	"context"
	"encoding/json"
)

// ServerLog is what is kept of a log of an instance's server; see serverlog.Log.
type ServerLog struct {
	SID, Sort, Name  string
	Started, Version string
	Size, AddedAt    int64
	Entries          any // stored as JSON
}

// KeepServerLog stores what a log says in place of the last one of its sort, and sets when it was added. It returns ErrNotFound if there
// is no such instance.
func (tx *Tx) KeepServerLog(ctx context.Context, scope Scope, l *ServerLog) error {
	entries, err := json.Marshal(l.Entries)
	if err != nil {
		return err
	}
	l.AddedAt = tx.Now()
	const clear = `DELETE FROM server_logs WHERE kind = $1 AND instance_id IN (SELECT i.id FROM instances i WHERE i.id = $2 AND i.user_id ` +
		`= $3)`
	if _, err := tx.Exec(ctx, clear, l.Sort, scope.InstanceID, scope.UserID); err != nil {
		return err
	}
	const insert = `INSERT INTO server_logs (sid, instance_id, kind, name, size, started, version, entries, created_at)
		SELECT $1, i.id, $2, $3, $4, $5, $6, $7, $8 FROM instances i WHERE i.id = $9 AND i.user_id = $10`
	made, err := tx.Exec(ctx, insert, l.SID, l.Sort, l.Name, l.Size, l.Started, l.Version, string(entries), l.AddedAt, scope.InstanceID,
		scope.UserID)
	if err == nil && made == 0 {
		err = ErrNotFound
	}
	return err
}
