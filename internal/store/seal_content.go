package store

import (
	"bytes"
	"context"
	"fmt"

	"quartermaster/internal/servercfg"
)

// sealMark begins a content that is sealed: an unsealed one that begins like this is sealed too, so that nothing is mistaken.
var sealMark = []byte("\x00quartermaster sealed content 1\x00")

// sealedField is what contents are sealed for.
const sealedField = "file_contents.content"

// largestSecret is the size in bytes of the largest file that is searched for secrets: those of servers have some kB.
const largestSecret = 1 << 20

// holdsSecret reports whether a file may have passwords, by the words in it. What is sealed without need costs nothing but some bytes.
func holdsSecret(data []byte) bool {
	return len(data) <= largestSecret && servercfg.MayHoldSecret(data)
}

// content returns what is stored of a packed content: sealed where the file may have passwords. Without a key it is stored as it is.
func (s sealer) content(packed []byte, size int64) []byte {
	switch {
	case s.gcm == nil, len(packed) == 0:
		return packed
	case bytes.HasPrefix(packed, sealMark):
		return s.sealContent(packed)
	case size > largestSecret:
		return packed
	}
	data, err := UnpackContent(packed, size)
	if err != nil || !holdsSecret(data) { // one that is damaged stays what it is
		return packed
	}
	return s.sealContent(packed)
}

func (s sealer) sealContent(packed []byte) []byte {
	return s.gcm.Seal(bytes.Clone(sealMark), nil, packed, []byte(sealedField))
}

// opened returns a content that was read as it was packed.
func (s sealer) opened(stored []byte) ([]byte, error) {
	if !bytes.HasPrefix(stored, sealMark) {
		return stored, nil
	}
	if s.gcm == nil {
		return nil, fmt.Errorf("a stored file with passwords cannot be read: %w", errNoKey)
	}
	packed, err := s.gcm.Open(nil, nil, stored[len(sealMark):], []byte(sealedField))
	if err != nil {
		return nil, fmt.Errorf("a stored file with passwords cannot be read with this secret key: %w", err)
	}
	return packed, nil
}

// openContents opens the contents among the columns of a row that was scanned.
func (s sealer) openContents(dest []any) error {
	for _, d := range dest {
		stored, is := d.(*[]byte)
		if !is {
			continue
		}
		packed, err := s.opened(*stored)
		if err != nil {
			return err
		}
		*stored = packed
	}
	return nil
}

// SealedContent returns a content, as PackContent makes it, in the form in which a column outside of file_contents stores it. Whoever reads
// the column gets what was given.
func (tx *Tx) SealedContent(packed []byte, size int64) []byte {
	return tx.db.seal.content(packed, size)
}

// sealedAtOnce is how many contents are looked at in one transaction.
const sealedAtOnce = 20

// SealContents seals contents with passwords that were stored unsealed, by an earlier version of the program: those after the last one that
// was looked at. It does so a few at a time, so that nobody waits for it, and may be run by several processes.
func (db *DB) SealContents(ctx context.Context) error {
	const unseen = `SELECT EXISTS (SELECT 1 FROM file_contents WHERE id > (SELECT sealed_up_to FROM key_prints))`
	var more bool
	if db.seal.gcm == nil {
		return nil
	}
	err := db.QueryRow(ctx, unseen).Scan(&more)
	for more && err == nil {
		more, err = db.sealSome(ctx)
	}
	return err
}

// sealSome looks at the next contents, and reports whether there are more.
func (db *DB) sealSome(ctx context.Context) (more bool, err error) {
	err = db.Tx(ctx, func(tx *Tx) error {
		var after int64
		if err := tx.QueryRow(ctx, `SELECT sealed_up_to FROM key_prints`).Scan(&after); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, db.dialect.erasing(true)); err != nil {
			return err
		}
		defer func() { _, _ = tx.Exec(ctx, db.dialect.erasing(false)) }() // which costs time only if it stays on
		if after == 0 {
			if err := tx.sealDelivered(ctx); err != nil {
				return err
			}
		}
		last, n, err := tx.sealAfter(ctx, after)
		more = n == sealedAtOnce
		if err != nil || n == 0 {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE key_prints SET sealed_up_to = $1`, last)
		return err
	})
	return more, err
}

// sealAfter seals among the contents after one, and returns the last one and how many it looked at.
func (tx *Tx) sealAfter(ctx context.Context, after int64) (last int64, n int, err error) {
	const text = `SELECT id, size, CASE WHEN size <= $1 THEN content END FROM file_contents WHERE id > $2 ORDER BY id LIMIT $3`
	found, err := tx.storedContents(ctx, text, largestSecret, after, sealedAtOnce)
	for _, c := range found {
		if err == nil {
			err = tx.sealStored(ctx, c, `UPDATE file_contents SET content = $1 WHERE id = $2`, c.id)
		}
		last = c.id
	}
	return last, len(found), err
}

// sealDelivered seals what is stored of files that were delivered.
func (tx *Tx) sealDelivered(ctx context.Context) error {
	const text = `SELECT instance_id, bytes, content, path FROM delivered_files WHERE content IS NOT NULL AND bytes <= $1`
	found, err := tx.storedContents(ctx, text, largestSecret)
	for _, c := range found {
		if err == nil {
			err = tx.sealStored(ctx, c, `UPDATE delivered_files SET content = $1 WHERE instance_id = $2 AND path = $3`, c.id, c.path)
		}
	}
	return err
}

// storedContent is a content as it is stored; nil where it is not looked at.
type storedContent struct {
	id, size int64
	stored   []byte
	path     string
}

// storedContents reads contents without opening them.
func (tx *Tx) storedContents(ctx context.Context, text string, args ...any) (list []storedContent, err error) {
	rows, err := tx.Query(ctx, text, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	for err == nil && rows.Next() {
		var c storedContent
		dest := []any{&c.id, &c.size, &c.stored, &c.path}
		err = rows.Rows.Scan(dest[:len(columns)]...)
		list = append(list, c)
	}
	if err == nil {
		err = rows.Err()
	}
	return list, err
}

// sealStored seals a content that is not, by a statement whose first argument it is.
func (tx *Tx) sealStored(ctx context.Context, c storedContent, text string, args ...any) error {
	if bytes.HasPrefix(c.stored, sealMark) {
		return nil
	}
	sealed := tx.db.seal.content(c.stored, c.size)
	if !bytes.HasPrefix(sealed, sealMark) {
		return nil
	}
	_, err := tx.Exec(ctx, text, append([]any{sealed}, args...)...)
	return err
}

// forgetContents deletes the contents that were sealed, and the files that have them, for a new key. It returns how many contents.
func (tx *Tx) forgetContents(ctx context.Context) (forgotten int64, err error) {
	const sealed = `(SELECT id FROM file_contents WHERE substr(content, 1, $1) = $2)`
	args := []any{len(sealMark), sealMark}
	for _, text := range []string{
		`DELETE FROM instance_files WHERE content_id IN ` + sealed,
		`UPDATE instance_files SET original_id = NULL WHERE original_id IN ` + sealed,
		`UPDATE instance_files SET base_id = NULL WHERE base_id IN ` + sealed,
		`UPDATE delivered_files SET content = NULL WHERE substr(content, 1, $1) = $2`,
	} {
		if _, err := tx.Exec(ctx, text, args...); err != nil {
			return 0, err
		}
	}
	return tx.Exec(ctx, `DELETE FROM file_contents WHERE substr(content, 1, $1) = $2`, args...)
}

// forgetLayers deletes the layers whose content was sealed, for a new key. It returns how many. What layers have changed that
// were on stays.
func (tx *Tx) forgetLayers(ctx context.Context) (forgotten int64, err error) {
	args := []any{len(sealMark), sealMark}
	const comments = `DELETE FROM comments WHERE EXISTS (SELECT 1 FROM layers l WHERE l.instance_id = comments.instance_id
		AND comments.about = 'layer:' || l.sid AND substr(l.content, 1, $1) = $2)`
	if _, err := tx.Exec(ctx, comments, args...); err != nil {
		return 0, err
	}
	return tx.Exec(ctx, `DELETE FROM layers WHERE substr(content, 1, $1) = $2`, args...)
}
