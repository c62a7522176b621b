package delivery

import (
	"context"
	"database/sql"
	"time"

	"quartermaster/internal/remote"
	"quartermaster/internal/store"
)

// known is what an instance and its server last had in common of a file: what was delivered or fetched.
type known struct {
	content
	original string       // digest of the file as imported, then
	seen     *remoteState // how the server has listed it since; nil if it has not been
	fetched  bool         // it was never delivered
	kept     bool         // its content is stored, here or as an import
}

// isKept reports whether the content need not be stored here: it is already, or is the last import, or too large.
func (k known) isKept() bool { return k.kept || k.sha256 == k.original || k.bytes > maxBase }

// maxBase is the size in bytes of the largest content that is stored for merging.
const maxBase = 8 << 20

// remoteState is how a server lists a file. As long as it stays the same, the content counts as unchanged.
type remoteState struct {
	bytes    int64
	modified int64 // microseconds since 1970
}

func stateOf(e remote.Entry) remoteState { return remoteState{e.Size, e.Modified.UnixMicro()} }

// trusted returns how the server lists a file that was just found to be as it should be, or nil if somebody could change it without being
// listed otherwise: where times are in minutes, one is long enough for that.
func trusted(e remote.Entry) *remoteState {
	if remote.InMinutes(e.Modified) && !remote.Settled(e.Modified, time.Now()) {
		return nil
	}
	return new(stateOf(e))
}

// readKnown returns what an instance and the server of an address had in common, by path.
func readKnown(ctx context.Context, db *store.DB, instance int64, server string) (map[string]known, error) {
	rows, err := db.Query(ctx, `SELECT path, bytes, sha256, original, seen_bytes, seen_modified, only_fetched = 1, content IS NOT NULL
		FROM delivered_files WHERE instance_id = $1 AND server = $2`, instance, server)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list := map[string]known{}
	for rows.Next() {
		var name string
		var k known
		var bytes, modified sql.Null[int64]
		if err := rows.Scan(&name, &k.bytes, &k.sha256, &k.original, &bytes, &modified, &k.fetched, &k.kept); err != nil {
			return nil, err
		}
		if bytes.Valid && modified.Valid {
			k.seen = &remoteState{bytes.V, modified.V}
		}
		list[name] = k
	}
	return list, rows.Err()
}

// writeKnown stores what an instance and its server have in common of a file, with its content as store.PackContent makes it. Without one
// that of the same version stays.
func writeKnown(ctx context.Context, tx *store.Tx, instance int64, server, name string, k known, packed []byte) error {
	const text = `INSERT INTO delivered_files (instance_id, server, path, bytes, sha256, original,
		seen_bytes, seen_modified, only_fetched, content)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		ON CONFLICT (instance_id, path) DO UPDATE SET server = excluded.server, bytes = excluded.bytes,
		sha256 = excluded.sha256, original = excluded.original,
		seen_bytes = excluded.seen_bytes, seen_modified = excluded.seen_modified,
		content = CASE WHEN excluded.content IS NULL AND excluded.sha256 = delivered_files.sha256 THEN delivered_files.content
			ELSE excluded.content END,
		only_fetched = CASE WHEN excluded.server = delivered_files.server THEN excluded.only_fetched * delivered_files.only_fetched
			ELSE excluded.only_fetched END`
	var seen remoteState
	if k.seen != nil {
		seen = *k.seen
	}
	fetched, stored := int64(0), any(nil)
	if k.fetched {
		fetched = 1
	}
	if packed != nil {
		stored = tx.SealedContent(packed, k.bytes)
	}
	_, err := tx.Exec(ctx, text, instance, server, name, k.bytes, k.sha256, k.original,
		sql.Null[int64]{V: seen.bytes, Valid: k.seen != nil}, sql.Null[int64]{V: seen.modified, Valid: k.seen != nil}, fetched, stored)
	return err
}

// forgetKnown forgets a file that is gone from the server.
func forgetKnown(ctx context.Context, tx *store.Tx, instance int64, name string) error {
	_, err := tx.Exec(ctx, `DELETE FROM delivered_files WHERE instance_id = $1 AND path = $2`, instance, name)
	return err
}

// distrust has the next plan read a file, however the server lists it: where its size stays, the new version may have the time of the old
// one.
func distrust(ctx context.Context, tx *store.Tx, instance int64, name string) error {
	_, err := tx.Exec(ctx, `UPDATE delivered_files SET seen_bytes = NULL, seen_modified = NULL WHERE instance_id = $1 AND path = $2`,
		instance, name)
	return err
}
