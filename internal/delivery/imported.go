package delivery

import (
	"context"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// Imported holds what an instance has imported so far, as far as that is still stored: sizes in bytes by digest. A server that nothing
// was delivered to may still have any of it, such as the files from before an update of the game.
type Imported map[string]int64

// ReadImported reads what an instance has imported.
func ReadImported(ctx context.Context, db *store.DB, scope store.Scope) (Imported, error) {
	rows, err := db.Query(ctx, `SELECT sha256, size FROM file_contents c WHERE instance_id = $1 AND `+record.Published("file_contents", "c"),
		scope.InstanceID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list := Imported{}
	for rows.Next() {
		var digest string
		var size int64
		if err := rows.Scan(&digest, &size); err != nil {
			return nil, err
		}
		list[digest] = size
	}
	return list, rows.Err()
}

// Has reports whether a content of that digest was imported.
func (i Imported) Has(sha256 string) bool {
	_, has := i[sha256]
	return has
}

// hasSize reports whether a content of so many bytes was imported.
func (i Imported) hasSize(bytes int64) bool {
	for _, size := range i {
		if size == bytes {
			return true
		}
	}
	return false
}
