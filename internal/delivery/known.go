package delivery

import (
	"context"
	"database/sql"
	"time"

	"quartermaster/internal/remote"
	"quartermaster/internal/store"
)

// known is what was last delivered of a file.
type known struct {
	content
	original string       // digest of the file as imported, when it was delivered
	seen     *remoteState // how the server has listed it since; nil if it has not been
}

// remoteState is how a server lists a file. As long as it stays the same, the content counts as unchanged.
type remoteState struct {
	bytes    int64
	modified int64 // microseconds since 1970
}

func stateOf(e remote.Entry) remoteState { return remoteState{e.Size, e.Modified.UnixMicro()} }

// readKnown returns what was last delivered to the server of an instance, by path.
func readKnown(ctx context.Context, db *store.DB, instance int64) (map[string]known, error) {
	rows, err := db.Query(ctx, `SELECT path, bytes, sha256, original, seen_bytes, seen_modified FROM delivered_files WHERE instance_id = $1`, instance)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list := map[string]known{}
	for rows.Next() {
		var name string
		var k known
		var bytes, modified sql.Null[int64]
		if err := rows.Scan(&name, &k.bytes, &k.sha256, &k.original, &bytes, &modified); err != nil {
			return nil, err
		}
		if bytes.Valid && modified.Valid {
			k.seen = &remoteState{bytes.V, modified.V}
		}
		list[name] = k
	}
	return list, rows.Err()
}

// writeKnown stores what was delivered of a file.
func writeKnown(ctx context.Context, tx *store.Tx, instance int64, name string, k known) error {
	const text = `INSERT INTO delivered_files (instance_id, path, bytes, sha256, original, seen_bytes, seen_modified) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (instance_id, path) DO UPDATE SET bytes = excluded.bytes, sha256 = excluded.sha256, original = excluded.original,
		seen_bytes = excluded.seen_bytes, seen_modified = excluded.seen_modified`
	var seen remoteState
	if k.seen != nil {
		seen = *k.seen
	}
	_, err := tx.Exec(ctx, text, instance, name, k.bytes, k.sha256, k.original,
		sql.Null[int64]{V: seen.bytes, Valid: k.seen != nil}, sql.Null[int64]{V: seen.modified, Valid: k.seen != nil})
	return err
}

// forgetKnown forgets a file that is gone from the server.
func forgetKnown(ctx context.Context, tx *store.Tx, instance int64, name string) error {
	_, err := tx.Exec(ctx, `DELETE FROM delivered_files WHERE instance_id = $1 AND path = $2`, instance, name)
	return err
}

// locked is how long a lock lasts that is not renewed.
const locked = time.Minute

// lock takes the lock of an instance, or returns ErrBusy. An owner may take its own again: only one process works for it. The lock
// is renewed until unlock is called; when it is lost, the context ends.
func (s *Service) lock(ctx context.Context, instance int64, owner string) (working context.Context, unlock func(), err error) {
	const text = `INSERT INTO delivery_locks (instance_id, owner, ends_at) VALUES ($1, $2, $3)
		ON CONFLICT (instance_id) DO UPDATE SET owner = excluded.owner, ends_at = excluded.ends_at
		WHERE delivery_locks.ends_at < $4 OR delivery_locks.owner = excluded.owner`
	now := time.Now()
	n, err := s.DB.Exec(ctx, text, instance, owner, now.Add(locked).UnixMicro(), now.UnixMicro())
	if err == nil && n == 0 {
		err = ErrBusy
	}
	if err != nil {
		return nil, nil, err
	}
	working, stop := context.WithCancelCause(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.renew(working, stop, instance, owner)
	}()
	return working, func() {
		stop(nil)
		<-ended
		s.release(context.WithoutCancel(ctx), instance, owner)
	}, nil
}

func (s *Service) renew(ctx context.Context, stop context.CancelCauseFunc, instance int64, owner string) {
	ticker := time.NewTicker(locked / 4)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		n, err := s.DB.Exec(ctx, `UPDATE delivery_locks SET ends_at = $1 WHERE instance_id = $2 AND owner = $3`,
			time.Now().Add(locked).UnixMicro(), instance, owner)
		if err == nil && n == 0 {
			stop(ErrBusy)
		}
	}
}

func (s *Service) release(ctx context.Context, instance int64, owner string) {
	if _, err := s.DB.Exec(ctx, `DELETE FROM delivery_locks WHERE instance_id = $1 AND owner = $2`, instance, owner); err != nil {
		s.Logger.ErrorContext(ctx, "a lock of deliveries stays until its end", "error", err)
	}
}

// Delivered is what was last delivered of a file.
type Delivered struct {
	SHA256   string
	Original string // digest of the file as imported, when it was delivered
	Bytes    int64  // how the server has listed it since, as far as Seen is set
	Modified int64  // microseconds since 1970
	Seen     bool
}

// LastDelivered returns what was last delivered to the server of an instance, by the paths of the generated files.
func LastDelivered(ctx context.Context, db *store.DB, scope store.Scope) (map[string]Delivered, error) {
	list, err := readKnown(ctx, db, scope.InstanceID)
	if err != nil {
		return nil, err
	}
	delivered := map[string]Delivered{}
	for name, k := range list {
		d := Delivered{SHA256: k.sha256, Original: k.original}
		if k.seen != nil {
			d.Bytes, d.Modified, d.Seen = k.seen.bytes, k.seen.modified, true
		}
		delivered[name] = d
	}
	return delivered, nil
}
