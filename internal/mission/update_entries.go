package mission

import (
	"context"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
)

// sides are the versions of the records of a file in an update.
type sides struct {
	base, mine, theirs []record.Row
	origin             []record.Row // of the text in which the slots of mine are places
	game               []record.Row // of the version of the game that the file comes from
	away               int          // how many of mine, at their end, are in other files
}

// storeUpdate merges the entries of an upload with the stored records. n makes up the ids of names that only other versions refer to.
func (e *entryKind[V, R]) storeUpdate(ctx context.Context, im *importer, file *textfile.File[V], rows []record.Row, n *names) error {
	texts := e.readingTexts(im.own.upload, file, rows)
	s, err := e.sidesOf(ctx, im, rows, n, texts)
	if err != nil {
		return err
	}
	l, err := e.layoutsOf(im, file.Skeleton, s, texts)
	if err != nil {
		return err
	}
	w := &threeWay{update: im.update, kind: im.kind, res: e.resource, names: n, asWritten: e.asWritten, writes: e.isWritten}
	_, w.byGame = im.mission.bases.originOf(im.rel)
	results := w.mergeAll(s)
	im.mergeSettings(l)
	if l.stays(im.report) {
		im.role = asBase
		return im.save(ctx, im.held())
	}
	p := plan{res: e.resource, keeps: im.kind.keeps, reads: e}
	skeleton := im.planUpdate(&p, l, results)
	im.exact = len(s.mine) == 0 && len(p.insert) == len(rows) && !l.ends && equalSkeletons(skeleton, file.Skeleton)
	if err := p.carryOut(ctx, im.Edit); err != nil {
		return err
	}
	return im.saveSkeleton(ctx, skeleton)
}

// held returns what is stored of the file beside its records.
func (im *importer) held() record.File {
	return record.File{Skeleton: im.file.Skeleton, Content: im.file.Content, ContentID: im.file.ContentID, Broken: im.file.Broken}
}

// sidesOf reads the versions of the records of a file.
func (e *entryKind[V, R]) sidesOf(
	ctx context.Context, im *importer, theirs []record.Row, n *names, texts *readTexts[V],
) (s sides, err error) {
	s.theirs = theirs
	if s.mine, err = im.recordsOf(ctx); err != nil {
		return s, err
	}
	slices.SortStableFunc(s.mine, func(a, b record.Row) int { return rank(!e.isWritten(a)) - rank(!e.isWritten(b)) })
	origin, err := im.originText(ctx)
	if err != nil {
		return s, err
	}
	if s.origin, err = e.rowsIn(origin, n, texts); err != nil {
		return s, err
	}
	moved, err := im.movedAway(ctx, s)
	if err != nil {
		return s, err
	}
	s.mine, s.away = append(s.mine, moved...), len(moved)
	if b := im.update.base; b.game != nil {
		s.base = e.rowsOfGame(b.game, n, s.theirs, s.mine, s.origin)
	} else if s.base, err = e.rowsIn(b.text, n, texts); err != nil {
		return s, err
	}
	s.game, err = e.gameRows(im, s, n)
	return s, err
}

// originText returns the text in which slots are places; nil where it is not known.
func (im *importer) originText(ctx context.Context) ([]byte, error) {
	if im.file.OriginalID == nil {
		return nil, nil
	}
	if b := im.update.base; b.text != nil {
		if sum, err := digestOf(ctx, im.Edit, *im.file.OriginalID); err != nil || sum == b.sha256 {
			return b.text, err
		}
	}
	return im.original(ctx, *im.file.OriginalID)
}

// skeletonIn returns the text around the entries of a text.
func (e *entryKind[V, R]) skeletonIn(text []byte) (textfile.Skeleton, error) {
	file, err := e.parse(text)
	if err != nil {
		return textfile.Skeleton{}, err
	}
	return file.Skeleton, nil
}

// gameRows returns what the version of the game has that the file comes from, if it is not the base.
func (e *entryKind[V, R]) gameRows(im *importer, s sides, n *names) ([]record.Row, error) {
	of, known := im.mission.bases.originOf(im.rel)
	switch {
	case !known:
		return nil, nil
	case im.update.base.BaseName == of.name():
		return s.base, nil
	}
	return e.rowsOfGame(of.version, n, s.mine, s.origin), nil
}

// asWritten returns a record as it is once written and read.
func (e *entryKind[V, R]) asWritten(row record.Row) record.Row {
	value, ok := e.readBack(row)
	if !ok {
		return row
	}
	made, err := e.toRecord(value.(V), nil)
	if err != nil {
		return row
	}
	read := e.resource.Encode(&made)
	if e.resource.Has("enabled") {
		read[e.resource.Index("enabled")] = row[e.resource.Index("enabled")]
	}
	return read
}

// movedAway returns the records in other files of the kind whose entries the upload has here, and which are not among the file's own: their
// owner has moved them. A file that is new here takes nothing from others.
func (im *importer) movedAway(ctx context.Context, s sides) (moved []record.Row, err error) {
	if !im.kind.several || im.file.ID == 0 {
		return nil, nil
	}
	own, wanted := map[string]bool{}, map[string]bool{}
	for _, row := range s.mine {
		own[keyOf(im.kind.resource, row)] = true
	}
	for _, row := range s.theirs {
		if key := keyOf(im.kind.resource, row); !own[key] {
			wanted[key] = true
		}
	}
	if len(wanted) == 0 {
		return nil, nil
	}
	all, err := im.All(ctx, im.kind.resource, im.kind.where)
	if err != nil {
		return nil, err
	}
	count := map[string]int{}
	for _, row := range all {
		if key := keyOf(im.kind.resource, row); wanted[key] {
			count[key]++
			moved = append(moved, row)
		}
	}
	return slices.DeleteFunc(moved, func(row record.Row) bool { return count[keyOf(im.kind.resource, row)] > 1 }), nil
}

// originOf returns the version of the game that the stored file at a path comes from.
func (b *bases) originOf(rel string) (o origin, known bool) {
	o, known = b.origins[strings.ToLower(rel)]
	return o, known
}

func (o origin) name() BaseName { return BaseName{VersionBase, o.version.Name} }
