package lint

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"quartermaster/internal/serverlog"
	"quartermaster/internal/store"
)

// Log is a log of an instance's server. Of each sort the last one is kept.
type Log struct {
	SID, Name string // the name is that of the file
	AddedAt   int64
	serverlog.Log
}

// AddLog reads a log of an instance's server and keeps what it says, in place of the last log of its sort. It returns
// serverlog.ErrNoLog for another text, store.ErrNotFound if there is no such instance, and errors of content.
func (s *Service) AddLog(ctx context.Context, scope store.Scope, name string, content io.Reader) (Log, error) {
	added, err := readLog(name, content)
	if err != nil {
		return Log{}, err
	}
	return added, s.db.Tx(ctx, func(tx *store.Tx) error { return keepLog(ctx, tx, scope, &added) })
}

func readLog(name string, content io.Reader) (Log, error) {
	read, err := serverlog.Read(content)
	return Log{SID: store.NewSID(), Name: name, Log: read}, err
}

// keepLog stores what a log says in place of the last one of its sort.
func keepLog(ctx context.Context, tx *store.Tx, scope store.Scope, l *Log) error {
	kept := store.ServerLog{
		SID: l.SID, Sort: string(l.Sort), Name: l.Name, Started: l.Started, Version: l.Version, Size: l.Size, Entries: l.Entries,
	}
	err := tx.KeepServerLog(ctx, scope, &kept)
	l.AddedAt = kept.AddedAt
	return err
}

// Logs returns the logs of an instance, the last added first.
func (s *Service) Logs(ctx context.Context, scope store.Scope) ([]Log, error) {
	return logs(ctx, outside{s.db, scope}, scope)
}

func logs(ctx context.Context, from source, scope store.Scope) (list []Log, err error) {
	rows, err := from.Query(ctx, `SELECT l.sid, l.kind, l.name, l.size, l.started, l.version, l.entries, l.created_at
		FROM server_logs l JOIN instances i ON i.id = l.instance_id WHERE i.id = $1 AND i.user_id = $2 ORDER BY l.id DESC`, scope.InstanceID,
		scope.UserID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var l Log
		var entries string
		if err := rows.Scan(&l.SID, &l.Sort, &l.Name, &l.Size, &l.Started, &l.Version, &entries, &l.AddedAt); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(entries), &l.Entries); err != nil {
			return nil, fmt.Errorf("stored log: %w", err)
		}
		list = append(list, l)
	}
	return list, rows.Err()
}

// DismissLog forgets a log of an instance. It returns store.ErrNotFound if there is no such log.
func (s *Service) DismissLog(ctx context.Context, scope store.Scope, sid string) error {
	return s.db.Tx(ctx, func(tx *store.Tx) error {
		const text = `DELETE FROM server_logs WHERE sid = $1 AND instance_id IN (SELECT i.id FROM instances i WHERE i.id = $2 AND i.user_id = $3)`
		gone, err := tx.Exec(ctx, text, sid, scope.InstanceID, scope.UserID)
		if err == nil && gone == 0 {
			err = store.ErrNotFound
		}
		return err
	})
}

// place says where a log says something.
func (l *Log) place(e serverlog.Entry) message {
	if l.Started == "" {
		return says("log", "file", l.Name, "line", inLine(e.Line))
	}
	return says("log-started", "file", l.Name, "line", inLine(e.Line), "started", l.Started)
}

// logged calls fn with all that the logs say of a sort.
func (w *world) logged(what serverlog.What, fn func(*Log, serverlog.Entry)) {
	for i := range w.Logs {
		for _, e := range w.Logs[i].Entries {
			if e.What == what {
				fn(&w.Logs[i], e)
			}
		}
	}
}

// tell reports what a log says about a record, with its {place}, unless the record has changed since: whether it still holds is then
// unknown.
func (w *world) tell(report report, l *Log, e serverlog.Entry, about any, problem message) {
	r, _ := w.entryOf(about)
	if i := r.res.Index("updated_at"); r.row != nil && i >= 0 {
		if changed, known := r.row[i].(int64); known && changed > l.AddedAt {
			return
		}
	}
	report(about, problem.With("place", l.place(e)), nil)
}
