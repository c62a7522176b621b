package mission

import (
	"context"
	"io"

	"quartermaster/internal/record"
)

// fileKind is a sort of files: how its files are found, read, stored, written and compared. kindInfo has the methods
// of a kind whose files are stored as text or as they came; the other kinds embed it and replace what differs.
type fileKind interface {
	info() *kindInfo

	// read takes a file's UTF-8 text apart, outside of any transaction, and returns what stores it.
	read(text []byte) (storeFunc, error)

	// hasRecords reports whether records are stored that importing the file would change.
	hasRecords(ctx context.Context, im *importer) (bool, error)

	// locate returns the path of an uploaded file.
	locate(ctx context.Context, im *importer, p resolvedPath) (string, error)

	// paths returns the paths of the files to write.
	paths(ctx context.Context, g *generator) ([]string, error)

	// write writes a file in UTF-8; f is what is stored of it beside its records.
	write(ctx context.Context, g *generator, f record.File, w io.Writer) (outcome, error)

	// names reads the names that records refer to and that are not part of the instance; nil for none.
	names(ctx context.Context, g *generator) (*names, error)

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

func (k *kindInfo) compare(context.Context, *comparison) (before, after []*fileRecord, err error) {
	return nil, nil, nil
}

// readText stores a file as text, or as it came where it is none.
func readText(data []byte) (storeFunc, error) {
	if !isText(data) {
		return func(ctx context.Context, im *importer) error { return im.saveWhole(ctx) }, nil
	}
	content := string(data)
	return func(ctx context.Context, im *importer) error {
		im.report.count(im.file, im.file.Content != nil && *im.file.Content == content)
		return im.save(ctx, record.File{Content: &content})
	}, nil
}
