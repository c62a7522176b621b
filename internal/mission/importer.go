package mission

import (
	"bytes"
	"context"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/charset"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// importer stores one file.
type importer struct {
	*store.Edit
	kind    *kindInfo
	mode    Mode
	report  *Report
	mission instance
	data    []byte // as it came
	in      charset.Encoding
	partial bool // the stored skeleton stays, because the file names a part of what is stored
	rel     string
	file    record.File // as an earlier import stored it; without an id when there was none
}

// stored returns what an earlier import has stored of the file, or of the only file of its kind.
func (im *importer) stored(ctx context.Context) (record.File, error) {
	var kinds []string
	if !im.kind.several {
		kinds = []string{string(im.kind.name)}
	}
	rows, err := im.FilesAt(ctx, []string{im.rel}, kinds)
	return im.kind.storedAmong(rows), err
}

// folders lists where the instance's own economy core looks for files, if that can show where the file belongs.
func (im *importer) folders(ctx context.Context, p resolvedPath) (map[string]string, error) {
	if !im.kind.several || im.kind.name == KindOther || p.rooted || strings.Contains(p.rel, "/") {
		return nil, nil
	}
	rows, err := im.All(ctx, record.Files, "r.kind = $", string(ce.EconomyCoreFile))
	for _, row := range rows {
		text, _ := row[record.Files.Index("content")].(string)
		if core, _, err := ce.ParseEconomyCore([]byte(text)); err == nil {
			return foldersOf(core), nil
		}
	}
	return nil, err
}

// save stores what the file holds beside its records.
func (im *importer) save(ctx context.Context, held record.File) error {
	file := im.file
	file.Path, file.Kind = im.rel, string(im.kind.name)
	file.Skeleton, file.Content, file.ContentID = held.Skeleton, held.Content, held.ContentID
	file.Broken = held.Broken
	file.Encoding = orNil(string(im.encoding()))
	if err := im.setOriginal(ctx, &file); err != nil {
		return err
	}
	row := record.Files.Encode(&file)
	if file.ID == 0 {
		return im.InsertAll(ctx, record.Files, []record.Row{row})
	}
	return im.UpdateAll(ctx, record.Files, []record.Row{record.Files.Encode(&im.file)}, []record.Row{row})
}

// setOriginal keeps what is imported as the whole of a file, so that the file can be compared with it. A file that nothing reads is
// its own original.
func (im *importer) setOriginal(ctx context.Context, file *record.File) error {
	switch {
	case im.kind.unread, file.Broken != nil:
		file.OriginalID = nil
	case !im.partial:
		id, err := im.contentID(ctx, im.data)
		file.OriginalID = &id
		return err
	}
	return nil
}

// encoding returns how the file is written from now on: as it came, unless the stored skeleton stays.
func (im *importer) encoding() charset.Encoding {
	stored := charset.Encoding(textOf(im.file.Encoding))
	if im.partial && (stored != charset.UTF8 || im.in != charset.Mixed) {
		return stored
	}
	return im.in
}

// saveWhole stores the file as it came.
func (im *importer) saveWhole(ctx context.Context) error {
	id, err := im.contentID(ctx, im.data)
	if err != nil {
		return err
	}
	im.report.count(im.file, im.file.ContentID != nil && *im.file.ContentID == id)
	return im.save(ctx, record.File{ContentID: &id})
}

// saveMerged stores a file as text. merge joins it with the stored text where entries that it does not name are to stay.
func (im *importer) saveMerged(ctx context.Context, data []byte, merge func(old, new []byte) ([]byte, error)) error {
	if im.file.Content != nil && im.mode == Merge {
		merged, err := merge([]byte(*im.file.Content), data)
		if err != nil {
			return fileError{err}
		}
		im.partial = !bytes.Equal(merged, data)
		data = merged
	}
	return im.save(ctx, record.File{Content: new(string(data))})
}

// contentID returns the id of a content, which the instance stores once however many files have it.
func (im *importer) contentID(ctx context.Context, data []byte) (int64, error) {
	sum := digest(data)
	ids, err := im.ContentIDs(ctx, []string{sum})
	if err != nil || ids[sum] != 0 {
		return ids[sum], err
	}
	left, err := roomOf(ctx, im.Edit, int64(len(data)))
	if err != nil {
		return 0, err
	}
	if left < int64(len(data)) {
		return 0, fileError{errKeptFull}
	}
	content := store.Content{SHA256: sum, Size: int64(len(data)), Packed: store.PackContent(data)}
	ids, err = im.AddContents(ctx, []store.Content{content})
	return ids[sum], err
}

// filesOf returns the stored files of a kind that could be read.
func (im *importer) filesOf(ctx context.Context, name Kind) ([]record.File, error) {
	rows, err := im.All(ctx, record.Files, filesOfKind, string(name))
	return record.DecodeAll[record.File](record.Files, rows), err
}

// filesOfKind is the condition that a file is of a kind and could be read.
const filesOfKind = "r.broken IS NULL AND r.kind = $"
