package mission

import (
	"bytes"
	"compress/flate"
	"context"
	"io"
	"strings"

	"quartermaster/internal/record"
)

// keepOriginal keeps what is imported as the whole of a file, so that the file can be compared with it. A file that nothing
// reads is its own original.
func (im *importer) keepOriginal(ctx context.Context, file *record.File) error {
	switch {
	case im.kind.read == nil:
		file.OriginalID = nil
	case !im.partial:
		id, err := im.contentID(ctx, im.data)
		file.OriginalID = &id
		return err
	}
	return nil
}

// pack deflates a content where that makes it smaller. It never returns nil, which would be null.
func pack(data []byte) []byte {
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil || packed.Len() >= len(data) {
		return append([]byte{}, data...)
	}
	return packed.Bytes()
}

// unpacked is the reverse of pack; size is that of the content.
func unpacked(packed []byte, size int64) io.Reader {
	if int64(len(packed)) == size {
		return bytes.NewReader(packed)
	}
	return flate.NewReader(bytes.NewReader(packed))
}

// original returns what was imported at a place.
func (g *generator) original(ctx context.Context, place string) ([]byte, error) {
	var out bytes.Buffer
	err := g.copyContent(ctx, &out, *g.byPlace[strings.ToLower(place)].OriginalID)
	return out.Bytes(), err
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
	if k.read == nil && file.ID != 0 {
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
