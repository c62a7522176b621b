package mission

import (
	"bytes"
	"context"
	"unicode/utf8"

	"quartermaster/internal/record"
)

const eventGroupsFile = "cfgeventgroups.xml"

// eventGroups is kept as text, because event spawns name what it holds.
var eventGroups = &kind{
	name: "eventgroups", label: "event groups", main: eventGroupsFile, read: readEventGroups,
}

func readEventGroups(data []byte) (storing, error) {
	if err := wellFormed(eventGroupsFile, data); err != nil {
		return nil, err
	}
	return readText(data)
}

// readText keeps a file as the text that it is, or as it came where it is none.
func readText(data []byte) (storing, error) {
	if !isText(data) {
		return func(ctx context.Context, im *importer) error { return im.keepWhole(ctx) }, nil
	}
	content := string(data)
	return func(ctx context.Context, im *importer) error {
		im.count(im.file.Content != nil && *im.file.Content == content)
		return im.save(ctx, record.File{Content: &content})
	}, nil
}

// isText tells whether every database stores the file as a text.
func isText(data []byte) bool { return utf8.Valid(data) && bytes.IndexByte(data, 0) < 0 }

// saveDocument stores a file that is kept whole. merge joins it with the stored text where others' entries are to stay.
func (im *importer) saveDocument(ctx context.Context, data []byte, merge func(old, new []byte) ([]byte, error)) error {
	if im.file.Content != nil && im.mode == Merge {
		merged, err := merge([]byte(*im.file.Content), data)
		if err != nil {
			return fileError{err}
		}
		im.partial = !bytes.Equal(merged, data)
		data = merged
	}
	content := string(data)
	return im.save(ctx, record.File{Content: &content})
}
