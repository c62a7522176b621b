package mission

import (
	"context"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

// updateLines merges the lines of an upload with the stored ones. A line whose parent is left out is left out too, and a parent of a
// stored line that stays is not deleted.
func (im *importer) updateLines(ctx context.Context, p *traderPlan) error {
	base, err := im.baseLines(ctx)
	if err != nil {
		return err
	}
	out := map[*traderLine]bool{}
	for _, l := range p.fresh {
		out[l] = out[l.parent()] || !im.updateLine(l, base[l.path], p.matches[l.path])
	}
	p.fresh = slices.DeleteFunc(p.fresh, func(l *traderLine) bool { return out[l] })
	gone := map[*traderLine]bool{}
	for _, l := range p.rest {
		gone[l] = im.threeWayOf(l).goes(merged{base: rowOf(base[l.path]), mine: l.row})
	}
	for _, l := range slices.Backward(p.rest) {
		if parent := l.parent(); !gone[l] && gone[parent] {
			gone[parent] = false
		}
	}
	p.gone = slices.DeleteFunc(slices.Clone(p.rest), func(l *traderLine) bool { return !gone[l] })
	p.rest = slices.DeleteFunc(p.rest, func(l *traderLine) bool { return gone[l] })
	return nil
}

// updateLine merges a line of the upload with its base and the stored one, either of which may be nil. It returns false for a line that
// is left out.
func (im *importer) updateLine(l, base, stored *traderLine) bool {
	row := im.threeWayOf(l).settle(merged{base: rowOf(base), mine: rowOf(stored), theirs: l.row})
	if row != nil {
		l.row = row
	}
	return row != nil
}

func rowOf(l *traderLine) record.Row {
	if l == nil {
		return nil
	}
	return l.row
}

// baseLines returns the lines of the base by their paths.
func (im *importer) baseLines(ctx context.Context) (map[string]*traderLine, error) {
	text, err := im.baseText(ctx)
	if err != nil || text == nil {
		return nil, err
	}
	config, err := trader.ParseConfig(text)
	if err != nil {
		return nil, err
	}
	read, err := im.readBase(config.File)
	if err != nil {
		return nil, err
	}
	var lines []*traderLine
	for _, entry := range read.Entries {
		row, err := traderRow(entry.Value, inventedNames())
		if err != nil {
			return nil, err
		}
		lines = append(lines, &traderLine{lineType: entry.Value.Type, row: row})
	}
	byPath := map[string]*traderLine{}
	for _, l := range linkParents(lines) {
		byPath[l.path] = l
	}
	return byPath, nil
}

// readBase leaves out the lines of the base that are no records: those of the last import are known, of another base all count.
func (im *importer) readBase(file *textfile.File[trader.Line]) (*textfile.File[trader.Line], error) {
	if im.hasOtherSlots() {
		return leaveOrphans(file, trader.Category), nil
	}
	skeleton, err := skeletonOf(im.file)
	return readAs(file, skeleton), err
}

// threeWayOf merges lines of the type of l. Where a line belongs follows from its place.
func (im *importer) threeWayOf(l *traderLine) *threeWay {
	kind := *im.kind
	kind.keeps = append([]string{"seller_id", "category_id"}, positionFields...)
	read := func(row record.Row) record.Row {
		value, ok := lineReader(l.lineType).readBack(row)
		if !ok {
			return row
		}
		read, err := traderRow(value.(lineRead).Line, inventedNames())
		if err != nil {
			return row
		}
		return read
	}
	return &threeWay{update: im.update, kind: &kind, res: l.resource(), asWritten: read}
}
