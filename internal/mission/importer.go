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
	sum     string // digest of the data
	in      charset.Encoding
	role    role
	rel     string
	file    record.File // as stored by an earlier import; its id is 0 if there was none
	update  *update     // nil in other modes than Update
	own     storedFile  // of an update
	saved   int64       // id of the record.File, once it is stored
	exact   bool        // the records of the file are its entries, with all that these say
	settled *settled    // if everything is stored as the file has it, what is known of that
}

// role is what an upload is to its file, beside records.
type role int

const (
	asWhole role = iota // its text and its original, in which slots are places
	asPart              // nothing: it names only a part of what is stored, so the stored skeleton stays
	asBase              // its last import, while the stored skeleton stays
	asEdit              // its text, while its last import stays its original
)

// stored returns the file as stored by an earlier import, at its path or, for a kind with a single file, at any.
func (im *importer) stored(ctx context.Context) (record.File, error) {
	var kinds []string
	if !im.kind.several {
		kinds = []string{string(im.kind.name)}
	}
	rows, err := im.FilesAt(ctx, []string{im.rel}, kinds)
	return im.kind.storedAmong(rows), err
}

// folders returns the folders in which the instance's economy core loads files, by file name in lower case. It is nil if the path of
// the file is known without them.
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

// save stores the parts of the file that are not records.
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
	if im.saved = file.ID; file.ID == 0 {
		err := im.InsertAll(ctx, record.Files, []record.Row{row})
		im.saved = record.Files.ID(row)
		return err
	}
	return im.UpdateAll(ctx, record.Files, []record.Row{record.Files.Encode(&im.file)}, []record.Row{row})
}

// setOriginal stores the uploaded bytes as the original with which the file can be compared, unless the upload was only a part of the
// file. Unread and broken files are their own originals.
func (im *importer) setOriginal(ctx context.Context, file *record.File) error {
	switch {
	case im.kind.unread:
		file.OriginalID = nil
	case file.Broken != nil:
		file.OriginalID, file.BaseID = nil, im.baseOf(*file.ContentID)
	case im.role == asEdit && file.OriginalID != nil:
	case im.role != asPart:
		return im.takeAsOriginal(ctx, file)
	}
	return nil
}

// takeAsOriginal makes the upload the last import, and what slots are places in unless the stored skeleton stays.
func (im *importer) takeAsOriginal(ctx context.Context, file *record.File) error {
	id, err := im.contentID(ctx)
	switch {
	case im.role == asBase && file.OriginalID != nil && *file.OriginalID == id:
		file.BaseID = nil
	case im.role == asBase:
		file.BaseID = &id
	default:
		file.OriginalID, file.BaseID = &id, im.baseOf(id)
	}
	if im.mode != edited {
		file.ByUpdate = im.update != nil
	}
	return err
}

// baseOf returns the last import of a file whose text becomes a content here; nil for an import, and if the two are the same.
func (im *importer) baseOf(content int64) *int64 {
	last := lastImport(im.file, im.kind)
	if im.mode != edited || last == nil || *last == content {
		return nil
	}
	return last
}

// encoding returns the encoding in which the file is generated from now on: that of the upload, unless the stored skeleton stays.
func (im *importer) encoding() charset.Encoding {
	stored := charset.Encoding(textOf(im.file.Encoding))
	if im.role == asPart && (stored != charset.UTF8 || im.in != charset.Mixed) {
		return stored
	}
	return im.in
}

// saveWhole stores the file as it was uploaded.
func (im *importer) saveWhole(ctx context.Context) error {
	id, err := im.contentID(ctx)
	if err != nil {
		return err
	}
	im.report.count(im.file, im.file.ContentID != nil && *im.file.ContentID == id)
	return im.save(ctx, record.File{ContentID: &id})
}

// saveMerged stores a file as text. Unless it replaces the stored text, merge joins the two.
func (im *importer) saveMerged(ctx context.Context, data []byte, merge mergeFunc) error {
	var err error
	switch {
	case im.file.Content == nil:
	case im.update != nil:
		data = im.update.mergeText(im.own, im.origin(), []byte(*im.file.Content), data)
	case im.mode == Merge:
		var merged []byte
		if merged, err = merge([]byte(*im.file.Content), data); !bytes.Equal(merged, data) {
			im.role, data = asPart, merged
		}
	}
	if err != nil {
		return fileError{err}
	}
	return im.save(ctx, record.File{Content: new(string(data))})
}

// mergeFunc adds to an old text what only the new one has.
type mergeFunc func(old, new []byte) ([]byte, error)

// contentID returns the id of the upload as a content, and stores it if the instance does not have it yet. It returns errKeptFull as a
// fileError if there is no room.
func (im *importer) contentID(ctx context.Context) (int64, error) {
	data, sum := im.data, im.sum
	ids, err := im.ContentIDs(ctx, []string{sum})
	if err != nil || ids[sum] != 0 {
		return ids[sum], err
	}
	room, err := im.mission.room.has(ctx, im.Edit, int64(len(data)))
	switch {
	case err != nil:
		return 0, err
	case !room:
		return 0, fileError{errKeptFull}
	}
	content := store.Content{SHA256: sum, Size: int64(len(data)), Packed: store.PackContent(data)}
	ids, err = im.AddContents(ctx, []store.Content{content})
	return ids[sum], err
}

// filesOf returns the stored files of a kind, except broken ones.
func (im *importer) filesOf(ctx context.Context, name Kind) ([]record.File, error) {
	rows, err := im.All(ctx, record.Files, filesOfKind, string(name))
	return record.DecodeAll[record.File](record.Files, rows), err
}

// filesOfKind is the condition that a file has a kind and is not broken.
const filesOfKind = "r.broken IS NULL AND r.kind = $"
