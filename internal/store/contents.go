package store

import (
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"io"
	"sync"

	"quartermaster/internal/charset"
	"quartermaster/internal/record"
	"quartermaster/internal/store/conns"
)

// Content is a file's content as file_contents stores it.
type Content struct {
	SHA256 string
	Size   int64
	Packed []byte // as PackContent makes it
}

// UnusedContent is the condition for rows of file_contents that are there for undo alone: no file has them as its content, original or
// base, nothing was delivered as it, it does not come back when a layer goes off, and no edit in slices is about to refer to them.
var UnusedContent = `NOT EXISTS (SELECT 1 FROM instance_files f WHERE f.content_id = file_contents.id)
	AND NOT EXISTS (SELECT 1 FROM instance_files f WHERE f.instance_id = file_contents.instance_id
	AND file_contents.id IN (f.original_id, f.base_id))
	AND NOT EXISTS (SELECT 1 FROM delivered_files d WHERE d.instance_id = file_contents.instance_id AND d.sha256 = file_contents.sha256)
	AND NOT EXISTS (SELECT 1 FROM layer_bases b WHERE b.instance_id = file_contents.instance_id AND b.resource = 'instance_files'
	AND (b.base LIKE '%_id":' || file_contents.id || ',%' OR b.base LIKE '%_id":' || file_contents.id || '}%'))
	AND ` + record.Published(contentsTable, contentsTable)

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

// Contents returns contents of the instance by their ids, in this order as long as all together have no more than so many bytes; one that
// is larger than largest is left out.
func (v *View) Contents(ctx context.Context, ids []int64, largest, all int64) (map[int64][]byte, error) {
	const text = `SELECT c.content, c.size FROM file_contents c JOIN instances i ON i.id = c.instance_id
		WHERE i.id = $1 AND i.user_id = $2 AND c.id = $3 AND c.size <= $4`
	contents := map[int64][]byte{}
	for _, id := range ids {
		err := v.db.collect(ctx, v.from, text, []any{v.Scope.InstanceID, v.Scope.UserID, id, min(largest, all)}, func(rows *Rows) (err error) {
			var packed []byte
			var size int64
			if err = rows.Scan(&packed, &size); err == nil {
				contents[id], err = UnpackContent(packed, size)
			}
			all -= size
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return contents, nil
}

// AddContents stores contents that the instance does not have yet, and returns their ids by digest. It returns ErrTaken when it
// has one of them.
func (e *Edit) AddContents(ctx context.Context, list []Content) (map[string]int64, error) {
	numbers, err := e.newContentIDs(ctx, len(list))
	if err != nil {
		return nil, err
	}
	ids := make(map[string]int64, len(list))
	for i, c := range list {
		ids[c.SHA256] = numbers[i]
	}
	if e.sliced != nil {
		return ids, e.sliced.whenPublished(func(e *Edit) error { return e.addContents(ctx, list, ids) })
	}
	return ids, e.addContents(ctx, list, ids)
}

func (e *Edit) newContentIDs(ctx context.Context, n int) (ids []int64, err error) {
	const table = "file_contents"
	if e.sliced == nil || n == 0 {
		return e.newIDs(ctx, table, n)
	}
	err = e.db.Tx(ctx, func(tx *Tx) error {
		if ids, err = tx.newIDs(ctx, table, n); err != nil {
			return err
		}
		return tx.useUpIDs(ctx, table, ids[n-1])
	})
	return ids, err
}

func (e *Edit) addContents(ctx context.Context, list []Content, ids map[string]int64) error {
	const head = "INSERT INTO file_contents (id, instance_id, sha256, size, content) VALUES "
	var small []Content
	for _, c := range list {
		c.Packed = e.SealedContent(c.Packed, c.Size)
		if len(c.Packed) < conns.Large {
			small = append(small, c)
			continue
		}
		packed := conns.LargeValue{Table: "file_contents", Column: "content", Data: c.Packed}
		if _, err := e.Exec(ctx, head+tuples(1, 5), ids[c.SHA256], e.Scope.InstanceID, c.SHA256, c.Size, packed); err != nil {
			return err
		}
	}
	values := func(c Content, args []any) []any {
		return append(args, ids[c.SHA256], e.Scope.InstanceID, c.SHA256, c.Size, c.Packed)
	}
	return bulkInsert(ctx, e.Tx, head, "", 5, small, values, nil)
}

// PackContent returns the content of a file in the form in which file_contents stores it: deflated where that makes it smaller,
// else the data themselves. It never returns nil, which would be stored as null.
func PackContent(data []byte) []byte {
	p := packers.Get().(*Packer)
	defer packers.Put(p)
	return p.Pack(data)
}

var packers = sync.Pool{New: func() any { return new(Packer) }}

// Packer packs contents one after the other and reuses its memory, which is larger than most files.
type Packer struct{ deflate *flate.Writer }

// sampled is how many bytes of a content are tried first, so that large files of random bytes are not deflated in vain.
const sampled = 1 << 20

// Pack is PackContent.
func (p *Packer) Pack(data []byte) []byte {
	if p.deflate == nil {
		p.deflate = deflater(flate.BestSpeed)
	}
	sample := data[:min(len(data), sampled)]
	packed, smaller := p.try(sample)
	if smaller && len(sample) < len(data) {
		packed, smaller = p.try(data)
	}
	switch {
	case smaller:
		return packed
	case data == nil:
		return []byte{}
	}
	return data
}

// try deflates data and reports whether that makes them smaller.
func (p *Packer) try(data []byte) (packed []byte, smaller bool) {
	out := short{most: len(data) - 1}
	p.deflate.Reset(&out)
	_, err := p.deflate.Write(data)
	err = errors.Join(err, p.deflate.Close())
	p.deflate.Reset(nil) // which holds on to what it has written otherwise
	return out.bytes, err == nil
}

// short takes a limited number of bytes.
type short struct {
	bytes []byte
	most  int
}

// Write implements io.Writer.
func (s *short) Write(p []byte) (int, error) {
	if len(s.bytes)+len(p) > s.most {
		return 0, io.ErrShortWrite
	}
	s.bytes = append(s.bytes, p...)
	return len(p), nil
}

// OpenContent reads what PackContent has packed; size is that of the original, and no more is read.
func OpenContent(packed []byte, size int64) io.Reader {
	if int64(len(packed)) == size {
		return bytes.NewReader(packed)
	}
	return io.LimitReader(flate.NewReader(bytes.NewReader(packed)), size)
}

// UnpackContent returns what PackContent has packed; size is that of the original. It returns an error for a content that is damaged.
func UnpackContent(packed []byte, size int64) ([]byte, error) {
	if int64(len(packed)) == size {
		return packed, nil
	}
	data, from := make([]byte, size), inflater(packed)
	defer from.leave()
	_, err := io.ReadFull(from, data)
	return data, err
}

// inflating reads what is deflated. Each has a window of 32 KiB, which would be most of what many small contents take, so they are used
// again.
type inflating struct{ io.ReadCloser }

var inflaters sync.Pool

func inflater(packed []byte) *inflating {
	from := bytes.NewReader(packed)
	free, _ := inflaters.Get().(*inflating)
	if free == nil {
		return &inflating{flate.NewReader(from)}
	}
	_ = free.ReadCloser.(flate.Resetter).Reset(from, nil) // never fails
	return free
}

// leave lets others use it, without what it has read.
func (i *inflating) leave() {
	_ = i.ReadCloser.(flate.Resetter).Reset(bytes.NewReader(nil), nil) // never fails
	inflaters.Put(i)
}

// ContentText is UnpackContent for text in any encoding, and returns it in UTF-8. Its errors are those of UnpackContent.
func ContentText(packed []byte, size int64) (string, error) {
	data, err := UnpackContent(packed, size)
	if err != nil {
		return "", err
	}
	text, _ := charset.Decode(data)
	return string(text), nil
}

func deflated(data []byte, level int) []byte {
	var out bytes.Buffer
	w := deflater(level)
	w.Reset(&out)
	_, err := w.Write(data)
	if err = errors.Join(err, w.Close()); err != nil {
		panic("store: deflating into memory: " + err.Error())
	}
	return out.Bytes()
}

func deflater(level int) *flate.Writer {
	w, err := flate.NewWriter(nil, level)
	if err != nil {
		panic("store: deflating: " + err.Error())
	}
	return w
}

// ReadContent returns a content of the scope's instance as PackContent has made it, and the size of the original. It returns
// ErrNotFound when there is none. All reads go over one connection, which keeps the memory that the largest one took until it
// has been idle for a while.
func (db *DB) ReadContent(ctx context.Context, s Scope, id int64) (packed []byte, size int64, err error) {
	const text = `SELECT c.content, c.size FROM file_contents c JOIN instances i ON i.id = c.instance_id WHERE c.id = $1 AND i.id = $2 AND ` +
		`i.user_id = $3`
	rows, err := db.query(ctx, db.contents, text, []any{id, s.InstanceID, s.UserID})
	err = Row{rows: rows, err: err}.Scan(&packed, &size)
	return packed, size, err
}

// ReadContent is DB.ReadContent for what the edit sees, with its errors.
func (e *Edit) ReadContent(ctx context.Context, id int64) (packed []byte, size int64, err error) {
	const text = `SELECT content, size FROM file_contents WHERE id = $1 AND instance_id = $2`
	err = e.QueryRow(ctx, text, id, e.Scope.InstanceID).Scan(&packed, &size)
	if err == nil && len(packed) == 0 && size > 0 && e.db.origin != nil {
		return e.db.origin.ReadContent(ctx, e.Scope, id)
	}
	return packed, size, err
}
