package mission

import (
	"bytes"
	"context"
	"errors"

	"quartermaster/internal/change"
	"quartermaster/internal/charset"
	"quartermaster/internal/document"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// mergeText returns what an update makes of a file that is stored as a text, given by its versions in UTF-8: that of the side that has
// changed alone, or both merged value by value, or line by line, or else one of them as a whole.
func (u *update) mergeText(of storedFile, o origin, mine, theirs []byte) []byte {
	base := u.base.text
	switch {
	case bytes.Equal(mine, theirs):
		return mine
	case base != nil && u.hasNothingNew(theirs):
		u.countDocument(of, o, mine, theirs, mine)
		u.report.KeptRecords += rank(!bytes.Equal(mine, base))
		return mine
	case base != nil && bytes.Equal(mine, base):
		u.countDocument(of, o, mine, theirs, theirs)
		u.report.Taken++
		return theirs
	}
	if merged, ok := u.combine(of, o, mine, theirs); ok {
		return merged
	}
	if merged, ok := u.mergeLines(of, mine, theirs); ok {
		return merged
	}
	sum := ""
	if base != nil {
		sum = digest(base)
	}
	if u.keepsWhole(sum, digest(mine), digest(theirs)) {
		return mine
	}
	return theirs
}

// hasNothingNew reports whether an upload is the base: a version of the game is the same one with other line ends.
func (u *update) hasNothingNew(theirs []byte) bool {
	if u.base.Kind != VersionBase {
		return bytes.Equal(theirs, u.base.text)
	}
	return withLineEnd(string(theirs), "\n") == withLineEnd(string(u.base.text), "\n")
}

// combine merges the values of a document. It reports false for a file that is none, and where a version cannot be read.
func (u *update) combine(of storedFile, o origin, mine, theirs []byte) (merged []byte, ok bool) {
	d := of.document()
	if d == nil {
		return nil, false
	}
	before := *u.report
	theirs = u.withLineEndOf(mine, theirs)
	baseOf := func(mine, theirs any) any { return u.base.document(d, of.name(d), mine, theirs) }
	at := Conflict{Resource: record.Files.Path, SID: of.file.SID, Name: u.report.Path}
	c, err := d.Combine(string(mine), string(theirs), u.hasOwnComments(of, d, mine, theirs), baseOf, u.decider(at))
	if err != nil || u.differsInLayout(d, c) {
		u.report.Conflicts, u.report.Omitted = before.Conflicts, before.Omitted
		return nil, false
	}
	u.countSides(record.Row{nil}, c.Mine, c.Theirs, c.Merged)
	u.report.Own.add(u.ownValues(u.judgeOf(of, o, d, c.Mine, c.Theirs), c.Mine, c.Merged))
	return []byte(c.Text), true
}

// differsInLayout reports whether both sides have changed a text in nothing that is a value.
func (u *update) differsInLayout(d *document.Document, c document.Combined) bool {
	if u.base.text == nil {
		return false
	}
	base, err := d.Read(string(u.base.text))
	return err == nil && jsontree.Equal(base, c.Mine) && jsontree.Equal(base, c.Theirs)
}

// judgeOf returns the values from which an owner's own differ; see threeWay.judge.
func (u *update) judgeOf(of storedFile, o origin, d *document.Document, mine, theirs any) any {
	if o.version != nil {
		if value, known := o.version.Document(of.name(d), mine, theirs); known {
			return value
		}
	}
	if value := u.base.document(d, of.name(d), mine, theirs); value != change.NoBase {
		return value
	}
	return theirs
}

// countDocument counts the own values of a document of which the text is decided as a whole.
func (u *update) countDocument(of storedFile, o origin, mine, theirs, merged []byte) {
	d := of.document()
	if d == nil {
		return
	}
	read := func(text []byte) *jsontree.Object {
		value, _ := d.Read(string(text)) // nil where it cannot be read, which has no values
		return value
	}
	ours, other := read(mine), read(theirs)
	u.report.Own.add(u.ownValues(u.judgeOf(of, o, d, ours, other), ours, read(merged)))
}

// hasOwnComments reports whether the stored text has comments that neither the base nor the upload has.
func (u *update) hasOwnComments(of storedFile, d *document.Document, mine, theirs []byte) bool {
	own := d.Comments(string(mine))
	switch {
	case own == "", own == d.Comments(string(theirs)):
		return false
	case u.base.text != nil:
		return own != d.Comments(string(u.base.text))
	case u.base.game != nil:
		return !u.base.game.HasText(of.commentsName(), own)
	}
	return true
}

// withLineEndOf gives a text the line ends of the stored one, unless these are those of the base.
func (u *update) withLineEndOf(mine, theirs []byte) []byte {
	end := firstLineEnd(string(mine))
	if end == "" || u.base.text != nil && firstLineEnd(string(u.base.text)) == end || firstLineEnd(string(theirs)) == end {
		return theirs
	}
	return []byte(withLineEnd(string(theirs), end))
}

// mergedText returns what becomes of a file that is stored as text: the upload or, in an update, what it is merged to.
func (im *importer) mergedText(theirs string) string {
	if im.update == nil || im.file.Content == nil {
		return theirs
	}
	return string(im.update.mergeText(im.own, im.origin(), []byte(*im.file.Content), []byte(theirs)))
}

// origin returns the version of the game that the stored file comes from; none if that is not known.
func (im *importer) origin() origin {
	of, _ := im.mission.bases.originOf(im.rel)
	return of
}

// mergeUnread merges files of an update that are stored as uploaded with what is stored of them. Those that cannot be merged get the
// reason. The error is a failure of the service.
func mergeUnread(ctx context.Context, e *store.Edit, files []*unreadFile) error {
	packer := new(store.Packer)
	for _, f := range files {
		if f.update == nil || f.stored.ContentID == nil {
			continue
		}
		if f.wrong = f.merge(ctx, e, packer); f.wrong != nil && !isFileError(f.wrong) {
			return f.wrong
		}
	}
	return nil
}

// merge sets the content of the file to what an update makes of it.
func (f *unreadFile) merge(ctx context.Context, e *store.Edit, packer *store.Packer) error {
	own := storedFile{printed: printed{f.instance, f.kind, f.at}, file: f.stored, edit: e}
	b, err := f.instance.bases.choose(ctx, own, f.text)
	if err != nil {
		return err
	}
	f.update.begin(b)
	mine, err := digestOf(ctx, e, *f.stored.ContentID)
	if err != nil {
		return err
	}
	if mine == f.content.SHA256 || own.document() == nil && (b.text == nil || !isText(b.text) || !isText(f.text)) {
		if f.update.keepsWhole(b.sha256, mine, f.content.SHA256) {
			f.content, f.upload = store.Content{SHA256: mine}, f.content
		}
		return nil
	}
	text, err := originalText(ctx, e, *f.stored.ContentID)
	if err != nil {
		return err
	}
	return f.mergeTexts(own, text, mine, packer)
}

// mergeTexts merges a text, of which the stored version is given with its digest.
func (f *unreadFile) mergeTexts(own storedFile, mine []byte, sum string, packer *store.Packer) error {
	theirs, encoding := charset.Decode(f.data)
	of, _ := f.instance.bases.originOf(f.at)
	merged := f.update.mergeText(own, of, mine, theirs)
	switch {
	case bytes.Equal(merged, mine):
		f.content, f.upload = store.Content{SHA256: sum}, f.content
		return nil
	case bytes.Equal(merged, theirs):
		return nil
	}
	data, err := charset.Encode(merged, encoding, syntaxOf(f.at))
	if missing := (*charset.Missing)(nil); errors.As(err, &missing) {
		return fileError{err}
	}
	if sum := digest(data); sum != f.content.SHA256 {
		f.content, f.upload = store.Content{SHA256: sum, Size: int64(len(data)), Packed: packer.Pack(data)}, f.content
	}
	return err
}
