package mission

import (
	"context"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// updated merges the document of an upload with the stored one, in the text of the upload, or that of the owner where nothing of the upload
// is taken. In other modes than Update it returns the document of the upload.
func (d *documentKind) updated(ctx context.Context, im *importer, text string, theirs *jsontree.Object) (string, *jsontree.Object, error) {
	if im.update == nil {
		return text, theirs, nil
	}
	old, err := d.named(ctx, im, d.nameAt(im.rel))
	if err != nil || old == nil {
		return text, theirs, err
	}
	own := string(d.resource.FileOf(old))
	mine, err := expansion.Parse(strings.TrimPrefix(own, byteOrderMark))
	if err != nil {
		return text, theirs, err
	}
	if strings.TrimPrefix(own, byteOrderMark) == strings.TrimPrefix(string(im.update.base.text), byteOrderMark) {
		if !jsontree.Equal(mine, theirs) {
			im.update.count(old, Theirs)
		}
		return text, theirs, nil
	}
	at := Conflict{Resource: d.resource.Path, SID: d.resource.SID(old), Name: d.resource.TitleOf(old), Field: d.resource.Document().Name}
	base, known := im.baseDocument()
	merged, _ := im.update.mergeTrees(base, mine, theirs, at).(*jsontree.Object)
	im.countDocuments(old, judged(base, known, theirs), mine, theirs, merged)
	if jsontree.Equal(merged, mine) {
		return strings.TrimPrefix(own, byteOrderMark), merged, nil
	}
	text = string(im.update.withLineEndOf([]byte(own), []byte(text)))
	text, err = jsonedit.Rewrite(text, merged, jsonedit.LayoutOf(text))
	return text, merged, err
}

// judged returns the document from which own values differ.
func judged(base *jsontree.Object, known bool, theirs *jsontree.Object) *jsontree.Object {
	if known {
		return base
	}
	return theirs
}

// countDocuments counts a document of which values are taken or kept, and the own values in it.
func (im *importer) countDocuments(old record.Row, judge, mine, theirs, merged *jsontree.Object) {
	if !jsontree.Equal(merged, mine) {
		im.update.count(old, Theirs)
	}
	if !jsontree.Equal(merged, theirs) {
		im.update.count(old, Mine)
	}
	im.report.Own.add(im.update.ownValues(judge, mine, merged))
}

// isLeftOut reports whether an update leaves out a document of the base whose record was deleted since.
func (d *documentKind) isLeftOut(ctx context.Context, im *importer, theirs *jsontree.Object) (bool, error) {
	if im.update == nil || im.update.base.text == nil {
		return false, nil
	}
	name := d.nameAt(im.rel)
	if old, err := d.named(ctx, im, name); err != nil || old != nil {
		return false, err
	}
	base, _ := im.baseDocument()
	gone := Conflict{Resource: d.resource.Path, Name: name, Base: rawJSON(base), Mine: rawJSON(nil), Theirs: rawJSON(theirs)}
	if !jsontree.Equal(base, theirs) && !im.update.decide(gone) {
		return false, nil
	}
	im.report.KeptRecords++
	return true, nil
}

// baseDocument returns the document of the base; known is false where there is none.
func (im *importer) baseDocument() (document *jsontree.Object, known bool) {
	if im.update.base.text == nil {
		return nil, false
	}
	document, err := expansion.Parse(strings.TrimPrefix(string(im.update.base.text), byteOrderMark))
	return document, err == nil
}
