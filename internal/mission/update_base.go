package mission

import (
	"cmp"
	"context"
	"encoding/json"

	"quartermaster/internal/charset"
	"quartermaster/internal/record"
)

// Base is the version of a file that both sides of an update have begun with, where that is not its last import: what an instance has
// last sent to its server, say.
type Base struct {
	SHA256  string // hexadecimal
	Content []byte // nil where it is no longer known; then records are compared with the last import
}

// isKnown reports whether there is a base with its content.
func (b *Base) isKnown() bool { return b != nil && b.Content != nil }

// baseOf returns the base of an upload, or nil.
func (o Options) baseOf(path string) *Base {
	if b, there := o.Bases[path]; there {
		return &b
	}
	return nil
}

// baseText returns the base of the file in UTF-8: its last import, unless the options name another; nil if there is none or it
// was broken.
func (im *importer) baseText(ctx context.Context) ([]byte, error) {
	if im.base.isKnown() {
		text, _ := charset.Decode(im.base.Content)
		return text, nil
	}
	id := cmp.Or(im.file.BaseID, im.file.OriginalID)
	if id == nil {
		return nil, nil
	}
	text, err := im.original(ctx, *id)
	if err != nil || im.file.BaseID == nil || im.canRead(text) {
		return text, err
	}
	return nil, nil
}

// canRead reports whether a text is one of the kind of the file, which an import that was broken is not.
func (im *importer) canRead(text []byte) bool {
	_, err := kindNamed(im.kind.name).read(text)
	return err == nil
}

// hasOtherSlots reports whether the slots of stored records are not places in the base.
func (im *importer) hasOtherSlots() bool { return im.base.isKnown() || im.file.BaseID != nil }

// keepsWhole decides about a file that is not merged value by value: it reports whether the stored version stays instead of the upload.
// The versions are given by their digests.
func (u *update) keepsWhole(base, mine, theirs string) bool {
	c := Conflict{Resource: record.Files.Path, Name: u.report.Path, Base: digestJSON(base), Mine: digestJSON(mine), Theirs: digestJSON(theirs)}
	switch {
	case mine == theirs:
		return false
	case mine == base, theirs != base && !u.decide(c):
		u.report.Taken++
		return false
	}
	u.report.KeptRecords++
	return true
}

// digestJSON stands for a version of a whole file in a conflict.
func digestJSON(sha256 string) json.RawMessage {
	text, _ := json.Marshal(map[string]string{"sha256": sha256}) // strings can be encoded
	return text
}
