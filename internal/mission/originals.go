package mission

import (
	"bytes"
	"context"
	"strings"

	"quartermaster/internal/charset"
	"quartermaster/internal/record"
)

// keepOriginal keeps what is imported as the whole of a file, so that the file can be compared with it. A file that nothing
// reads is its own original.
func (im *importer) keepOriginal(ctx context.Context, file *record.File) error {
	switch {
	case im.kind.read == nil, file.Broken != nil:
		file.OriginalID = nil
	case !im.partial:
		id, err := im.contentID(ctx, im.data)
		file.OriginalID = &id
		return err
	}
	return nil
}

// original returns what was imported at a place, in UTF-8.
func (g *generator) original(ctx context.Context, place string) ([]byte, error) {
	var out bytes.Buffer
	err := g.copyContent(ctx, &out, *g.byPlace[strings.ToLower(place)].OriginalID)
	text, _ := charset.Decode(out.Bytes())
	return text, err
}

// State tells how a generated file compares with what was imported.
type State string

// The states of a file.
const (
	AsImported  State = "unchanged" // byte for byte
	Changed     State = "changed"
	NotImported State = "new"
)

// stateOf compares a file with its original by their digests.
func (g *generator) stateOf(k *kind, place, sum string) State {
	file := g.byPlace[strings.ToLower(place)]
	if file.ID != 0 && (k.read == nil || file.Broken != nil) {
		return AsImported
	}
	if file.OriginalID == nil || g.contents[*file.OriginalID].sha256 == "" {
		return NotImported
	}
	if g.contents[*file.OriginalID].sha256 != sum {
		return Changed
	}
	return AsImported
}
