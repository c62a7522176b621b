package delivery

import (
	"context"
	"errors"
	"time"

	"quartermaster/internal/record"
	"quartermaster/internal/remote"
	"quartermaster/internal/store"
)

// Common is the version of a file that an instance and its server last had in common: what was delivered, or fetched since.
type Common struct {
	SHA256   string
	Original string // digest of the file as imported, then
	Bytes    int64
	Modified int64 // how the server has listed it since, as far as Seen is set; microseconds since 1970
	Seen     bool
	Fetched  bool // it was never delivered
}

// LastCommon returns what an instance and the server of an address last had in common, by the paths of the generated files.
func LastCommon(ctx context.Context, db *store.DB, scope store.Scope, server string) (map[string]Common, error) {
	list, err := readKnown(ctx, db, scope.InstanceID, server)
	if err != nil {
		return nil, err
	}
	common := map[string]Common{}
	for name, k := range list {
		c := Common{SHA256: k.sha256, Original: k.original, Bytes: k.bytes, Fetched: k.fetched}
		if k.seen != nil {
			c.Bytes, c.Modified, c.Seen = k.seen.bytes, k.seen.modified, true
		}
		common[name] = c
	}
	return common, nil
}

// CommonContent returns a version of a file that LastCommon names or that was imported; nil if it is no longer stored. It returns an error
// for one that is damaged.
func CommonContent(ctx context.Context, db *store.DB, scope store.Scope, path, sha256 string) ([]byte, error) {
	var packed []byte
	var size int64
	err := db.QueryRow(ctx, `SELECT content, bytes FROM delivered_files
		WHERE instance_id = $1 AND path = $2 AND sha256 = $3 AND content IS NOT NULL`,
		scope.InstanceID, path, sha256).Scan(&packed, &size)
	if errors.Is(err, store.ErrNotFound) {
		text := `SELECT content, size FROM file_contents c WHERE instance_id = $1 AND sha256 = $2 AND ` + record.Published("file_contents", "c")
		err = db.QueryRow(ctx, text, scope.InstanceID, sha256).Scan(&packed, &size)
	}
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return store.UnpackContent(packed, size)
}

// Fetched is a file of the server that the instance has taken in.
type Fetched struct {
	Path    string // of the generated file
	Common  Common
	Content []byte // nil where it is the last import
}

// NoteFetched stores what an instance has in common with the server of an address after it has taken files in.
func NoteFetched(ctx context.Context, db *store.DB, scope store.Scope, server string, files []Fetched) error {
	packed := make([][]byte, len(files))
	for i, f := range files {
		if f.Content != nil && len(f.Content) <= maxBase {
			packed[i] = store.PackContent(f.Content)
		}
	}
	return db.Tx(ctx, func(tx *store.Tx) error {
		for i, f := range files {
			c := f.Common
			k := known{content: content{c.Bytes, c.SHA256}, original: c.Original, fetched: true}
			k.seen = trusted(remote.Entry{Size: c.Bytes, Modified: time.UnixMicro(c.Modified)})
			if err := writeKnown(ctx, tx, scope.InstanceID, server, f.Path, k, packed[i]); err != nil {
				return err
			}
		}
		return nil
	})
}
