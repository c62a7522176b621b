package mission

import (
	"context"
	"io"

	"quartermaster/internal/record"
)

// fileKind is a kind of file: how its files are found, read, stored, written and compared. kindInfo implements it for files that are
// stored as text or as uploaded; the other kinds embed it and override methods.
type fileKind interface {
	info() *kindInfo

	// read parses a file's UTF-8 text, outside of any transaction, and returns the function that stores it.
	read(text []byte) (storeFunc, error)

	// hasRecords reports whether there are records that importing the file would change.
	hasRecords(ctx context.Context, im *importer) (bool, error)

	// clear deletes the records of the file. It returns ErrAlwaysWritten if the file is generated all the same.
	clear(ctx context.Context, im *importer) error

	// members returns the records that name the file, and renamed one of them for another path. They are only called for kinds of several
	// files.
	members(ctx context.Context, im *importer) ([]record.Row, error)
	renamed(row record.Row, rel string) record.Row

	// locate returns the path at which an uploaded file belongs.
	locate(ctx context.Context, im *importer, p resolvedPath) (string, error)

	// paths returns the paths of the files to write.
	paths(ctx context.Context, g *generator) ([]string, error)

	// write writes a file in UTF-8; f holds the parts of it that are not records.
	write(ctx context.Context, g *generator, f record.File, w io.Writer) (outcome, error)

	// names reads the names outside of the instance that records refer to; nil if there are none.
	names(ctx context.Context, g *generator) (*names, error)

	// recordsIn returns the records in the UTF-8 text of a file; none of files without records.
	recordsIn(text []byte, rel string) ([]*fileRecord, error)

	// compare returns the records of a file as they were imported and as they are now.
	compare(ctx context.Context, c *comparison) (before, after []*fileRecord, err error)
}

// storeFunc stores a file that was read.
type storeFunc func(context.Context, *importer) error

func (k *kindInfo) read(text []byte) (storeFunc, error) { return readText(text) }

func (k *kindInfo) hasRecords(ctx context.Context, im *importer) (bool, error) {
	if k.resource == nil {
		return false, nil
	}
	rows, err := im.recordsOf(ctx)
	return len(rows) > 0, err
}

func (k *kindInfo) locate(ctx context.Context, im *importer, p resolvedPath) (string, error) {
	folders, err := im.folders(ctx, p)
	return k.find(p, folders), err
}

func (k *kindInfo) paths(_ context.Context, g *generator) (paths []string, err error) {
	for _, f := range g.filesOf(k.name) {
		if f.Content != nil || f.ContentID != nil {
			paths = append(paths, f.Path)
		}
	}
	return paths, nil
}

func (k *kindInfo) write(_ context.Context, _ *generator, f record.File, w io.Writer) (outcome, error) {
	_, err := io.WriteString(w, textOf(f.Content))
	return outcome{}, err
}

func (k *kindInfo) names(context.Context, *generator) (*names, error) { return nil, nil }

func (k *kindInfo) recordsIn([]byte, string) ([]*fileRecord, error) { return nil, nil }

func (k *kindInfo) compare(context.Context, *comparison) (before, after []*fileRecord, err error) {
	return nil, nil, nil
}

// readText stores a file as text, or as uploaded if it is not text.
func readText(data []byte) (storeFunc, error) {
	if !isText(data) {
		return func(ctx context.Context, im *importer) error { return im.saveWhole(ctx) }, nil
	}
	content := string(data)
	return func(ctx context.Context, im *importer) error {
		content := im.mergedText(content)
		im.report.count(im.file, im.file.Content != nil && *im.file.Content == content)
		if im.mode == edited {
			im.role = asEdit
		}
		return im.save(ctx, record.File{Content: &content})
	}, nil
}
