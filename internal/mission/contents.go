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
func (im *importer) count(same bool) {
	switch {
	case im.file.ID == 0:
		im.report.Created = 1
	case same:
		im.report.Unchanged = 1
	default:
		im.report.Updated = 1
	}
}

// contentID returns the id of a content, which the instance stores once however many files have it.
func (im *importer) contentID(ctx context.Context, data []byte) (id int64, err error) {
	sum := digest(data)
	err = im.QueryRow(ctx, `SELECT id FROM file_contents WHERE instance_id = $1 AND sha256 = $2`, im.Scope.InstanceID, sum).Scan(&id)
	if !errors.Is(err, store.ErrNotFound) {
		return id, err
	}
	if err := im.makeRoom(ctx, int64(len(data))); err != nil {
		return 0, err
	}
	err = im.QueryRow(ctx, `INSERT INTO file_contents (instance_id, sha256, size, content) VALUES ($1, $2, $3, $4) RETURNING id`,
		im.Scope.InstanceID, sum, len(data), store.PackContent(data)).Scan(&id)
	return id, err
}

// makeRoom sees to it that the instance may hold so many bytes more. Contents that no file has any more stay until their room
// is needed, so that a change can be undone.
func (im *importer) makeRoom(ctx context.Context, size int64) error {
	held, err := im.heldBytes(ctx)
	if err != nil || held+size <= maxKept {
		return err
	}
	if _, err := im.Exec(ctx, `DELETE FROM file_contents WHERE instance_id = $1
		AND NOT EXISTS (SELECT 1 FROM instance_files f WHERE f.content_id = file_contents.id)
		AND NOT EXISTS (SELECT 1 FROM instance_files f WHERE f.instance_id = file_contents.instance_id AND f.original_id = file_contents.id)`, im.Scope.InstanceID); err != nil {
		return err
	}
	held, err = im.heldBytes(ctx)
	if err == nil && held+size > maxKept {
		err = fileError{errKeptFull}
	}
	return err
}

func (im *importer) heldBytes(ctx context.Context) (held int64, err error) {
	err = im.QueryRow(ctx, `SELECT COALESCE(sum(size), 0) FROM file_contents WHERE instance_id = $1`, im.Scope.InstanceID).Scan(&held)
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

// packed reads a kept content as it is stored, with its size.
func (g *generator) packed(ctx context.Context, id int64) (packed []byte, size int64, err error) {
	err = g.db.QueryRow(ctx, `SELECT c.content, c.size FROM file_contents c JOIN instances i ON i.id = c.instance_id
		WHERE c.id = $1 AND i.id = $2 AND i.user_id = $3`, id, g.scope.InstanceID, g.scope.UserID).Scan(&packed, &size)
	return packed, size, err
}

// copyContent writes a kept content.
func (g *generator) copyContent(ctx context.Context, w io.Writer, id int64) error {
	packed, size, err := g.packed(ctx, id)
	if err != nil {
		return err
	}
	_, err = io.CopyN(w, store.OpenContent(packed, size), size)
	return err
}
