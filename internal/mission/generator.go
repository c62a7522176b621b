package mission

import (
	"bytes"
	"context"
	"encoding/binary"
	"io"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// generator reads the data from which the files of one instance are generated. It serves one request and is not safe for concurrent
// use.
type generator struct {
	db       *store.DB
	scope    store.Scope
	instance instance
	files    []record.File
	byPath   map[string]record.File // by the path in lower case
	contents map[int64]content

	// What has been read so far, by kind.
	ids       map[Kind][]fileIDs
	names     map[Kind]*names
	traders   *traderText
	documents map[*record.Resource][]record.Row // those of all settings files at once

	known map[fileKey]written // what is known of files that have changed since they were written
}

// fileKey identifies a file of an instance.
type fileKey struct {
	kind Kind
	rel  string
}

func newGenerator(ctx context.Context, db *store.DB, scope store.Scope, i instance) (*generator, error) {
	rows, err := db.All(ctx, record.Files, scope, "")
	if err != nil {
		return nil, err
	}
	g := &generator{
		db: db, scope: scope, instance: i, files: record.DecodeAll[record.File](record.Files, rows),
		byPath: map[string]record.File{}, ids: map[Kind][]fileIDs{}, names: map[Kind]*names{},
		documents: map[*record.Resource][]record.Row{}, known: map[fileKey]written{},
	}
	for _, f := range g.files {
		g.byPath[strings.ToLower(f.Path)] = f
	}
	g.contents, err = readContents(ctx, db, scope)
	return g, err
}

// filesOf returns the imported files of a kind, except broken ones.
func (g *generator) filesOf(name Kind) []record.File {
	return slices.DeleteFunc(slices.Clone(g.files), func(f record.File) bool { return f.Kind != string(name) || f.Broken != nil })
}

// stored returns the imported file of a kind at a path, or one without an id if there is none or it is broken.
func (g *generator) stored(k *kindInfo, rel string) (f record.File) {
	if imported := g.byPath[strings.ToLower(rel)]; imported.Kind == string(k.name) && imported.Broken == nil {
		f = imported
	}
	f.Path = rel
	return f
}

// rows returns the records of a resource that meet the condition, sorted by slot.
func (g *generator) rows(ctx context.Context, res *record.Resource, condition string) ([]record.Row, error) {
	rows, err := g.db.All(ctx, res, g.scope, condition)
	sortBySlot(res, rows)
	return rows, err
}

// documentsOf returns the records of a resource that are a file each.
func (g *generator) documentsOf(ctx context.Context, res *record.Resource) (rows []record.Row, err error) {
	rows, read := g.documents[res]
	if !read {
		if rows, err = g.db.All(ctx, res, g.scope, ""); err == nil {
			g.documents[res] = rows
		}
	}
	return rows, err
}

// pathOf returns the path of a record's file.
func (g *generator) pathOf(k *kindInfo, row record.Row) string {
	if k.several {
		if file, _ := row[k.resource.Index("source_file")].(string); file != "" {
			return file
		}
	}
	return g.mainPath(k)
}

// mainPath returns the path of the only file of a kind, or of the main one of several.
func (g *generator) mainPath(k *kindInfo) string {
	for _, f := range g.files {
		if f.Kind == string(k.name) && (!k.several || k.isAt(f.Path)) {
			return f.Path
		}
	}
	return k.main
}

// original returns a stored content in UTF-8.
func (g *generator) original(ctx context.Context, id int64) ([]byte, error) {
	packed, size, err := g.db.ReadContent(ctx, g.scope, id)
	if err != nil {
		return nil, err
	}
	text, err := store.ContentText(packed, size)
	return []byte(text), err
}

// contentOf returns the id of the stored content with a digest; nil for none.
func (g *generator) contentOf(sha256 string) *int64 {
	for id, c := range g.contents {
		if c.sha256 == sha256 {
			return &id
		}
	}
	return nil
}

// copyContent writes a stored content to w.
func (g *generator) copyContent(ctx context.Context, w io.Writer, id int64) error {
	packed, size, err := g.db.ReadContent(ctx, g.scope, id)
	if err != nil {
		return err
	}
	_, err = io.CopyN(w, store.OpenContent(packed, size), size)
	return err
}

// maxInMemory is the size up to which a stored content is unpacked into memory, in bytes. A larger one is unpacked twice.
const maxInMemory = 2 << 20

// verifiedContent returns a reader of a stored content after checking its digest. It returns errDamaged if that is wrong.
func (g *generator) verifiedContent(ctx context.Context, id int64) (io.Reader, error) {
	packed, size, err := g.db.ReadContent(ctx, g.scope, id)
	if err != nil {
		return nil, err
	}
	var unpacked bytes.Buffer
	open, d := func() io.Reader { return &unpacked }, newDigestWriter(&unpacked)
	if size > maxInMemory {
		open, d = func() io.Reader { return store.OpenContent(packed, size) }, newDigestWriter(io.Discard)
	} else {
		unpacked.Grow(int(size))
	}
	if _, err := io.Copy(d, store.OpenContent(packed, size)); err != nil || d.sum() != g.contents[id].sha256 {
		return nil, errDamaged
	}
	return open(), nil
}

// namesOf returns the names that records of a kind refer to, or nil. They are read once.
func (g *generator) namesOf(ctx context.Context, k nameReader) (*names, error) {
	kind := k.info().name
	if n, read := g.names[kind]; read {
		return n, nil
	}
	n, err := k.names(ctx, g)
	if err == nil {
		g.names[kind] = n
	}
	return n, err
}

// nameReader is a kind of file whose records may refer to names.
type nameReader interface {
	info() *kindInfo
	names(ctx context.Context, g *generator) (*names, error)
}

// fileIDs holds the ids of the records of a file.
type fileIDs struct {
	rel string
	ids []int64 // in the order of the file
}

// digest returns a digest of the ids, which depends on their order.
func (f fileIDs) digest() string {
	b := make([]byte, 0, 8*len(f.ids))
	for _, id := range f.ids {
		b = binary.BigEndian.AppendUint64(b, uint64(id))
	}
	return digest(b)
}
