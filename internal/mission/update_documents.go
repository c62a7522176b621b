package mission

import (
	"context"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
)

// updated merges the document of an upload with the stored one, in the text of the upload. In other modes than Update it returns the
// document of the upload.
func (d *documentKind) updated(ctx context.Context, im *importer, text string, theirs *jsontree.Object) (string, *jsontree.Object, error) {
	if im.update == nil {
		return text, theirs, nil
	}
	old, err := d.named(ctx, im, d.nameAt(im.rel))
	if err != nil || old == nil {
		return text, theirs, err
	}
	mine, err := expansion.Parse(string(d.resource.FileOf(old)))
	if err != nil {
		return text, theirs, err
	}
	base, err := im.baseDocument(ctx)
	if err != nil {
		return text, theirs, err
	}
	at := Conflict{Resource: d.resource.Path, SID: d.resource.SID(old), Name: d.resource.TitleOf(old), Field: d.resource.Document().Name}
	merged, _ := im.update.mergeTrees(base, mine, theirs, at).(*jsontree.Object)
	if !jsonedit.Equal(merged, mine) {
		im.update.count(old, Theirs)
	}
	if !jsonedit.Equal(merged, theirs) {
		im.update.count(old, Mine)
	}
	text, err = jsonedit.Rewrite(text, merged, jsonedit.LayoutOf(text))
	return text, merged, err
}

// isLeftOut reports whether an update leaves out a document of the base whose record was deleted since.
func (d *documentKind) isLeftOut(ctx context.Context, im *importer, theirs *jsontree.Object) (bool, error) {
	if im.update == nil || im.file.OriginalID == nil && !im.base.isKnown() {
		return false, nil
	}
	name := d.nameAt(im.rel)
	if old, err := d.named(ctx, im, name); err != nil || old != nil {
		return false, err
	}
	base, err := im.baseDocument(ctx)
	if err != nil {
		return false, err
	}
	gone := Conflict{Resource: d.resource.Path, Name: name, Base: rawJSON(base), Mine: rawJSON(nil), Theirs: rawJSON(theirs)}
	if !jsonedit.Equal(base, theirs) && !im.update.decide(gone) {
		return false, nil
	}
	im.report.KeptRecords++
	return true, nil
}

// baseDocument returns the document of the base, or an empty one.
func (im *importer) baseDocument(ctx context.Context) (*jsontree.Object, error) {
	text, err := im.baseText(ctx)
	if err != nil || text == nil {
		return new(jsontree.Object), err
	}
	return expansion.Parse(strings.TrimPrefix(string(text), byteOrderMark))
}
