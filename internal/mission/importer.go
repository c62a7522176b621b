package mission

import (
	"cmp"
	"context"
	"path"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/charset"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// maxPlace is how many bytes the place of a file may have.
const maxPlace = 500

// importer stores one file.
type importer struct {
	*store.Edit
	kind    *kind
	mode    Mode
	report  *Report
	mission instance
	data    []byte // as it came
	in      charset.Encoding
	partial bool        // what is stored stays the layout: the file names a part of it
	place   string      // below the mission folder, or with a slash before it below the server's root
	file    record.File // as stored by an earlier import; without an id when there was none
}

// open finds out where the file belongs and what is stored of it.
func (im *importer) open(ctx context.Context, s spot) error {
	if err := im.LockUser(ctx); err != nil {
		return err
	}
	place, err := im.placeOf(ctx, s)
	if err != nil {
		return err
	}
	im.place = place
	if err := im.mission.claim(im.kind, place); err != nil {
		return err
	}
	im.Summary = cmp.Or(im.Summary, summaryOf(im.place))
	im.report.Path = im.mission.path(im.place)
	if im.file, err = im.stored(ctx); err != nil {
		return err
	}
	return displaces(ctx, im.Edit, im.kind, im.file)
}

// placeOf tells where the file belongs.
func (im *importer) placeOf(ctx context.Context, s spot) (string, error) {
	if im.kind.locate != nil && !s.rooted {
		return im.kind.locate(ctx, im, path.Base(s.path))
	}
	folders, err := im.folders(ctx, s)
	return im.kind.find(s, folders), err
}

// stored returns what an earlier import has left of the file, or of the only file of its kind.
func (im *importer) stored(ctx context.Context) (record.File, error) {
	var kinds []string
	if !im.kind.several {
		kinds = []string{string(im.kind.name)}
	}
	rows, err := im.FilesAt(ctx, []string{im.place}, kinds)
	return im.kind.storedAmong(rows), err
}

// storedAmong returns the file of the kind among those that may be it: else one that another kind has left at its place.
func (k *kind) storedAmong(rows []record.Row) (file record.File) {
	for _, row := range rows {
		record.Files.Decode(row, &file)
		if file.Kind == string(k.name) {
			break
		}
	}
	return file
}

// folders lists where the instance's own economy core looks for files, if that can tell where the file belongs.
func (im *importer) folders(ctx context.Context, s spot) (map[string]string, error) {
	if !im.kind.several || im.kind == other || s.rooted || strings.Contains(s.path, "/") {
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
	file.Path, file.Kind = im.place, string(im.kind.name)
	file.Skeleton, file.Content, file.ContentID = held.Skeleton, held.Content, held.ContentID
	file.Broken = held.Broken
	file.Encoding = orNil(string(im.encoding()))
	if err := im.keepOriginal(ctx, &file); err != nil {
		return err
	}
	row := record.Files.Encode(&file)
	if file.ID == 0 {
		return im.InsertAll(ctx, record.Files, []record.Row{row})
	}
	return im.UpdateAll(ctx, record.Files, []record.Row{record.Files.Encode(&im.file)}, []record.Row{row})
}

// path returns the path of a place below the server's root.
func (i instance) path(place string) string {
	if outside, ok := strings.CutPrefix(place, "/"); ok {
		return outside
	}
	return path.Join(missions, i.mission, place)
}
