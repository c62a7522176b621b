package store

import (
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"io"
)

// Content is what file_contents holds of a file.
type Content struct {
	SHA256 string
	Size   int64
	Packed []byte // as PackContent makes it
}

// ContentIDs returns the ids of those contents of the instance that have one of the digests, by digest.
func (e *Edit) ContentIDs(ctx context.Context, digests []string) (map[string]int64, error) {
	d, ids := e.db.dialect, make(map[string]int64, len(digests))
	q := new(query).add("/* contents */ SELECT sha256, id FROM file_contents WHERE instance_id = $", e.Scope.InstanceID).
		add(" AND "+d.among("sha256"), d.texts(digests))
	return ids, e.db.collect(ctx, e.Tx, q.String(), q.args, func(rows *Rows) error {
		var digest string
		var id int64
		err := rows.Scan(&digest, &id)
		ids[digest] = id
		return err
	})
}

// AddContents stores contents that the instance does not have yet.
func (e *Edit) AddContents(ctx context.Context, list []Content) error {
	const head = "INSERT INTO file_contents (instance_id, sha256, size, content) VALUES "
	values := func(c Content, args []any) []any {
		return append(args, e.Scope.InstanceID, c.SHA256, c.Size, c.Packed)
	}
	return insertValues(ctx, e.Tx, head, "", 4, list, values)
}

// PackContent returns the content of a file as file_contents keeps it: deflated where that makes it smaller. It never returns nil,
// which would be null.
func PackContent(data []byte) []byte { return new(Packer).Pack(data) }

// Packer packs contents one after the other, in the memory that the first one needed: more than most files are large.
type Packer struct{ deflate *flate.Writer }

// Pack is PackContent.
func (p *Packer) Pack(data []byte) []byte {
	if p.deflate == nil {
		p.deflate = deflater(flate.BestSpeed)
	}
	if packed := deflateWith(p.deflate, data); len(packed) < len(data) {
		return packed
	}
	return append([]byte{}, data...)
}

// OpenContent is the reverse of PackContent; size is that of the content, beyond which nothing is to be read.
func OpenContent(packed []byte, size int64) io.Reader {
	if int64(len(packed)) == size {
		return bytes.NewReader(packed)
	}
	return io.LimitReader(flate.NewReader(bytes.NewReader(packed)), size)
}

func deflated(data []byte, level int) []byte { return deflateWith(deflater(level), data) }

func deflater(level int) *flate.Writer {
	w, err := flate.NewWriter(nil, level)
	if err != nil {
		panic("store: deflating: " + err.Error())
	}
	return w
}

func deflateWith(w *flate.Writer, data []byte) []byte {
	var out bytes.Buffer
	w.Reset(&out)
	_, err := w.Write(data)
	if err = errors.Join(err, w.Close()); err != nil {
		panic("store: deflating into memory: " + err.Error())
	}
	return out.Bytes()
}
