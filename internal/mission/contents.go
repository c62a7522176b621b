package mission

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// maxKept is how many bytes an instance may hold in files that no record stands for.
const maxKept = 256 << 20

var (
	errDamaged  = errors.New("what is stored of it is damaged; import it again")
	errLongPath = fmt.Errorf("its path is longer than %d bytes", maxPlace)
	errKeptFull = fmt.Errorf("the files of the instance that are kept as they came would need more than %d MiB", maxKept>>20)
)

// keepWhole stores a file as it came.
func (im *importer) keepWhole(ctx context.Context) error {
	id, err := im.contentID(ctx, im.data)
	if err != nil {
		return err
	}
	im.count(im.file.ContentID != nil && *im.file.ContentID == id)
	return im.save(ctx, record.File{ContentID: &id})
}

// count tells of a file that is one whole what became of it.
func (im *importer) count(same bool) { im.report.count(im.file, same) }

// count tells of a file that is one whole what became of it; file is what was stored of it.
func (r *Report) count(file record.File, same bool) {
	switch {
	case file.ID == 0:
		r.Created = 1
	case same:
		r.Unchanged = 1
	default:
		r.Updated = 1
	}
}

// contentID returns the id of a content, which the instance stores once however many files have it.
func (im *importer) contentID(ctx context.Context, data []byte) (int64, error) {
	sum := digest(data)
	ids, err := im.ContentIDs(ctx, []string{sum})
	if err != nil || ids[sum] != 0 {
		return ids[sum], err
	}
	left, err := roomOf(ctx, im.Edit, int64(len(data)))
	if err != nil {
		return 0, err
	}
	if left < int64(len(data)) {
		return 0, fileError{errKeptFull}
	}
	content := store.Content{SHA256: sum, Size: int64(len(data)), Packed: store.PackContent(data)}
	ids, err = im.AddContents(ctx, []store.Content{content})
	return ids[sum], err
}

// roomOf returns how many bytes the instance may hold beside those that it does. Contents that no file has any more stay until the
// room that is wanted is not there without them, so that a change can be undone.
func roomOf(ctx context.Context, e *store.Edit, wanted int64) (int64, error) {
	held, err := heldBytes(ctx, e)
	if err != nil || held+wanted <= maxKept {
		return maxKept - held, err
	}
	if _, err := e.Exec(ctx, `DELETE FROM file_contents WHERE instance_id = $1
		AND NOT EXISTS (SELECT 1 FROM instance_files f WHERE f.content_id = file_contents.id)
		AND NOT EXISTS (SELECT 1 FROM instance_files f WHERE f.instance_id = file_contents.instance_id AND f.original_id = file_contents.id)`, e.Scope.InstanceID); err != nil {
		return 0, err
	}
	held, err = heldBytes(ctx, e)
	return maxKept - held, err
}

func heldBytes(ctx context.Context, e *store.Edit) (held int64, err error) {
	err = e.QueryRow(ctx, `SELECT COALESCE(sum(size), 0) FROM file_contents WHERE instance_id = $1`, e.Scope.InstanceID).Scan(&held)
	return held, err
}

// digest is the SHA-256 of a content in hexadecimal digits.
func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// content describes what file_contents holds.
type content struct {
	sha256 string
	size   int64
}

// contents returns what is known of an instance's contents, by id.
func (s *Service) contents(ctx context.Context, scope store.Scope) (map[int64]content, error) {
	found := map[int64]content{}
	rows, err := s.db.Query(ctx, `SELECT c.id, c.sha256, c.size FROM file_contents c JOIN instances i ON i.id = c.instance_id
		WHERE i.id = $1 AND i.user_id = $2`, scope.InstanceID, scope.UserID)
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

// intact returns a reader of a kept content that was found to be what was imported.
func (g *generator) intact(ctx context.Context, id int64) (io.Reader, error) {
	packed, size, err := g.db.ReadContent(ctx, g.scope, id)
	if err != nil {
		return nil, err
	}
	t := newTally(io.Discard)
	if _, err := io.Copy(t, store.OpenContent(packed, size)); err != nil || t.sum() != g.contents[id].sha256 {
		return nil, errDamaged
	}
	return store.OpenContent(packed, size), nil
}

// copyContent writes a kept content.
func (g *generator) copyContent(ctx context.Context, w io.Writer, id int64) error {
	packed, size, err := g.db.ReadContent(ctx, g.scope, id)
	if err != nil {
		return err
	}
	_, err = io.CopyN(w, store.OpenContent(packed, size), size)
	return err
}
