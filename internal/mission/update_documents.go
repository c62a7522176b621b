package mission

import (
	"context"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
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
	im.update.countSides(old, mine, theirs, merged)
	judge := base
	if !known {
		judge = theirs
	}
	im.report.Own.add(im.update.ownValues(judge, mine, merged))
	if jsontree.Equal(merged, mine) {
		return strings.TrimPrefix(own, byteOrderMark), merged, nil
	}
	text = string(im.update.withLineEndOf([]byte(own), []byte(text)))
	text, err = jsonedit.Rewrite(text, merged, jsonedit.LayoutOf(text))
	return text, merged, err
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
