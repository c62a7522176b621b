package delivery

import (
	"context"
	"database/sql"

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

// readKnown returns what was last delivered from an instance to the server of an address, by path.
func readKnown(ctx context.Context, db *store.DB, instance int64, server string) (map[string]known, error) {
	rows, err := db.Query(ctx, `SELECT path, bytes, sha256, original, seen_bytes, seen_modified FROM delivered_files WHERE instance_id = $1 AND server = $2`, instance, server)
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
func writeKnown(ctx context.Context, tx *store.Tx, instance int64, server, name string, k known) error {
	const text = `INSERT INTO delivered_files (instance_id, server, path, bytes, sha256, original, seen_bytes, seen_modified) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (instance_id, path) DO UPDATE SET server = excluded.server, bytes = excluded.bytes, sha256 = excluded.sha256, original = excluded.original,
		seen_bytes = excluded.seen_bytes, seen_modified = excluded.seen_modified`
	var seen remoteState
	if k.seen != nil {
		seen = *k.seen
	}
	_, err := tx.Exec(ctx, text, instance, server, name, k.bytes, k.sha256, k.original,
		sql.Null[int64]{V: seen.bytes, Valid: k.seen != nil}, sql.Null[int64]{V: seen.modified, Valid: k.seen != nil})
	return err
}

// forgetKnown forgets a file that is gone from the server.
func forgetKnown(ctx context.Context, tx *store.Tx, instance int64, name string) error {
	_, err := tx.Exec(ctx, `DELETE FROM delivered_files WHERE instance_id = $1 AND path = $2`, instance, name)
	return err
}

// Delivered is what was last delivered of a file.
type Delivered struct {
	SHA256   string
	Original string // digest of the file as imported, when it was delivered
	Bytes    int64  // how the server has listed it since, as far as Seen is set
	Modified int64  // microseconds since 1970
	Seen     bool
}

// LastDelivered returns what was last delivered from an instance to the server of an address, by the paths of the generated files.
func LastDelivered(ctx context.Context, db *store.DB, scope store.Scope, server string) (map[string]Delivered, error) {
	list, err := readKnown(ctx, db, scope.InstanceID, server)
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
