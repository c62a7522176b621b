package mission

import (
	"context"
	"errors"
	"fmt"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// maxKept limits the bytes that an instance keeps of uploaded files.
const maxKept = 256 << 20

var (
	errDamaged  = errors.New("its stored content is damaged; import it again")
	errKeptFull = fmt.Errorf("the files that the instance keeps as uploaded would need more than %d MiB", maxKept>>20)
)

// roomOf returns how many more bytes the instance may keep. Contents that no file uses any more are deleted only if the wanted bytes
// need their room: until then an undo can bring them back.
func roomOf(ctx context.Context, e *store.Edit, wanted int64) (int64, error) {
	held, err := heldBytes(ctx, e)
	if err != nil || held+wanted <= maxKept {
		return maxKept - held, err
	}
	if _, err := e.Exec(ctx, `DELETE FROM file_contents WHERE instance_id = $1 AND `+store.UnusedContent, e.Scope.InstanceID); err != nil {
		return 0, err
	}
	held, err = heldBytes(ctx, e)
	return maxKept - held, err
}

// roomLeft is the room that an import has found, so that it does not count all contents again for each of many small files. Others may
// store something meanwhile, so it counts again before that could come near the limit.
type roomLeft struct {
	bytes int64 // that were left when they were counted
	added int64 // by the import since then
}

// countAgain is how many bytes an import adds before it counts the contents again.
const countAgain = 4 << 20

// has reports whether there is room for the wanted bytes, and takes it.
func (r *roomLeft) has(ctx context.Context, e *store.Edit, wanted int64) (bool, error) {
	if r.added += wanted; r.added <= countAgain && r.bytes >= 2*countAgain {
		return true, nil
	}
	left, err := roomOf(ctx, e, wanted)
	if err != nil {
		return false, err
	}
	r.bytes, r.added = left, wanted
	return left >= wanted, nil
}

func heldBytes(ctx context.Context, e *store.Edit) (held int64, err error) {
	err = e.QueryRow(ctx, `SELECT COALESCE(sum(size), 0) FROM file_contents WHERE instance_id = $1`, e.Scope.InstanceID).Scan(&held)
	return held, err
}

// content describes a row of file_contents.
type content struct {
	sha256 string
	size   int64
}

// readContents returns the size and digest of all contents of an instance by their ids.
func readContents(ctx context.Context, db *store.DB, scope store.Scope) (map[int64]content, error) {
	found := map[int64]content{}
	rows, err := db.Query(ctx, `SELECT c.id, c.sha256, c.size FROM file_contents c JOIN instances i ON i.id = c.instance_id
		WHERE i.id = $1 AND i.user_id = $2 AND `+record.Published("file_contents", "c"), scope.InstanceID, scope.UserID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var c content
		if err := rows.Scan(&id, &c.sha256, &c.size); err != nil {
			return nil, err
		}
		found[id] = c
	}
	return found, rows.Err()
}
