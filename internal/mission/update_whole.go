package mission

import (
	"bytes"
	"cmp"
	"context"
	"errors"

	"quartermaster/internal/charset"
	"quartermaster/internal/document"
	"quartermaster/internal/jsonedit"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// versions are those of a document in an update, in UTF-8.
type versions struct{ base, mine, theirs []byte }

// combine merges the values of a document. It reports false where a version cannot be read, and where they do not differ in values.
func (u *update) combine(d *document.Document, sid string, v versions) (merged []byte, ok bool) {
	before := *u.report
	c, err := d.Combine(string(v.base), string(v.mine), string(v.theirs), func(c jsonedit.Conflict) bool {
		return u.decide(Conflict{
			Resource: record.Files.Path, SID: sid, Name: u.report.Path, Field: c.Path, Base: rawJSON(c.Base), Mine: rawJSON(c.Mine), Theirs: rawJSON(c.Theirs),
		})
	})
	if err != nil {
		u.report.Conflicts, u.report.Omitted = before.Conflicts, before.Omitted
		return nil, false
	}
	if c.TakesTheirs {
		u.report.Taken++
	}
	if c.KeepsMine {
		u.report.KeptRecords++
	}
	return []byte(c.Text), true
}

// mergedText returns what becomes of a file that is stored as text: the upload or, in an update, what it is merged to.
func (im *importer) mergedText(ctx context.Context, theirs string) (string, error) {
	if im.update == nil || im.file.Content == nil {
		return theirs, nil
	}
	mine := []byte(*im.file.Content)
	base, err := im.baseText(ctx)
	if err != nil {
		return "", err
	}
	if base == nil {
		base = mine
	}
	if d := document.At(im.report.Path, im.mission.mission); d != nil && !bytes.Equal(mine, base) && !bytes.Equal(base, []byte(theirs)) {
		if merged, ok := im.update.combine(d, im.file.SID, versions{base, mine, []byte(theirs)}); ok {
			return string(merged), nil
		}
	}
	if im.update.keepsWhole(digest(base), digest(mine), digest([]byte(theirs))) {
		return string(mine), nil
	}
	return theirs, nil
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
	sums, err := f.sumsOfStored(ctx, e)
	if err != nil {
		return err
	}
	mine, theirs := sums.mine, f.content.SHA256
	if f.document != nil && mine != sums.base && mine != theirs && theirs != sums.base {
		if done, err := f.combine(ctx, e, packer); err != nil || done {
			return err
		}
	}
	if f.update.keepsWhole(sums.base, mine, theirs) {
		f.content, f.upload = store.Content{SHA256: mine}, f.content
	}
	return nil
}

// storedSums are the digests of the base of an update and of what is stored.
type storedSums struct{ base, mine string }

func (f *unreadFile) sumsOfStored(ctx context.Context, e *store.Edit) (sums storedSums, err error) {
	const query = `SELECT sha256 FROM file_contents WHERE id = $1`
	if err = e.QueryRow(ctx, query, *f.stored.ContentID).Scan(&sums.mine); err != nil {
		return sums, err
	}
	if f.base != nil {
		sums.base = f.base.SHA256
		return sums, nil
	}
	return sums, e.QueryRow(ctx, query, *cmp.Or(f.stored.OriginalID, f.stored.ContentID)).Scan(&sums.base)
}

// combine merges the values of a document. It reports false where they cannot be merged.
func (f *unreadFile) combine(ctx context.Context, e *store.Edit, packer *store.Packer) (done bool, err error) {
	stored := &importer{Edit: e, kind: f.info, file: f.stored, base: f.base}
	theirs, encoding := charset.Decode(f.data)
	v := versions{theirs: theirs}
	if v.base, err = stored.baseText(ctx); err != nil || v.base == nil {
		return false, err
	}
	if v.mine, err = stored.original(ctx, *f.stored.ContentID); err != nil {
		return false, err
	}
	merged, ok := f.update.combine(f.document, f.stored.SID, v)
	if !ok {
		return false, nil
	}
	data, err := charset.Encode(merged, encoding, syntaxOf(f.at))
	if missing := (*charset.Missing)(nil); errors.As(err, &missing) {
		return false, fileError{err}
	}
	if next := contentOf(data, packer); next.SHA256 != f.content.SHA256 {
		f.content, f.upload = next, f.content
	}
	return true, err
}

func contentOf(data []byte, packer *store.Packer) store.Content {
	return store.Content{SHA256: digest(data), Size: int64(len(data)), Packed: packer.Pack(data)}
}
