package mission

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"quartermaster/internal/change"
	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

// traderSides are the versions of the lines of a file in an update, with the texts around them.
type traderSides struct {
	base, origin, mine, theirs []*traderLine
	baseText                   *textfile.Skeleton // nil where it is not known
}

// updateConfig merges the lines of an upload with the stored ones, and says whether the stored text around them stays.
func (im *importer) updateConfig(ctx context.Context, stored, fresh []*traderLine,
	old, skeleton textfile.Skeleton,
) (p traderPlan, err error) {
	s := traderSides{mine: stored, theirs: fresh}
	if err := im.readSides(ctx, &s, old); err != nil {
		return p, err
	}
	p.matches = map[string]*traderLine{}
	im.mergeLines(&p, s)
	touched := s.baseText == nil || !equalSkeletons(*s.baseText, old) || !sameLines(s.base, stored)
	mine, theirs := im.kind.frameOf(old).signature(), im.kind.frameOf(skeleton).signature()
	hasOwnText := mine != theirs && (s.baseText == nil || mine != im.kind.frameOf(*s.baseText).signature())
	isStored := len(old.Leads) > 0
	p.stays = isStored && touched && im.report.Taken == 0
	p.keep = isStored && touched && hasOwnText
	if p.stays || p.keep {
		im.role = asBase
	}
	return p, nil
}

// readSides reads the lines of the base, and of the text in which slots are places.
func (im *importer) readSides(ctx context.Context, s *traderSides, stored textfile.Skeleton) error {
	var original []byte
	if im.file.OriginalID != nil {
		text, err := im.original(ctx, *im.file.OriginalID)
		if err != nil {
			return err
		}
		original = text
	}
	if config, err := trader.ParseConfig(original); err == nil && original != nil {
		if s.origin, err = linesOf(readAs(config.File, stored)); err != nil {
			return err
		}
	}
	text := im.update.base.text
	config, err := trader.ParseConfig(text)
	if err != nil || text == nil {
		return nil //nolint:nilerr // a base that cannot be read is none
	}
	read := leaveOrphans(config.File, trader.Category)
	if bytes.Equal(text, original) {
		read = readAs(config.File, stored)
	}
	s.baseText = &read.Skeleton
	s.base, err = linesOf(read)
	return err
}

// linesOf returns the lines of a text, with their parents and paths.
func linesOf(file *textfile.File[trader.Line]) (lines []*traderLine, err error) {
	for _, entry := range file.Entries {
		row, err := traderRow(entry.Value, inventedNames())
		if err != nil {
			return nil, err
		}
		l := &traderLine{lineType: entry.Value.Type, row: row}
		l.set("raw", entry.Raw)
		lines = append(lines, l)
	}
	return linkParents(lines), nil
}

// mergeLines decides about all lines. A line whose parent is left out is left out too, and a parent of a stored line that stays is not
// deleted.
func (im *importer) mergeLines(p *traderPlan, s traderSides) {
	mine, places := joinableLines(s.mine), placesOfLines(s.mine)
	was := change.Was(joinableLines(s.base), joinableLines(s.origin), mine, places)
	out, gone := map[*traderLine]bool{}, map[*traderLine]bool{}
	for _, t := range change.Join(joinableLines(s.base), mine, joinableLines(s.theirs), was) {
		base, stored := lineAt(s.base, t.Base), lineAt(s.mine, t.Mine)
		if t.Theirs < 0 {
			gone[stored] = im.threeWayOf(stored).decided(merged{base: rowOf(base), mine: stored.row}) == nil
			p.rest = append(p.rest, stored)
			continue
		}
		l := s.theirs[t.Theirs]
		l.set("slot", int64(t.Theirs))
		if out[l] = out[l.parent()] || !im.updateLine(l, base, stored); !out[l] {
			p.fresh = append(p.fresh, l)
		}
		if stored != nil {
			p.matches[l.path] = stored
		}
	}
	for _, l := range slices.Backward(p.rest) {
		if parent := l.parent(); !gone[l] && gone[parent] {
			gone[parent] = false
		}
	}
	p.gone = slices.DeleteFunc(slices.Clone(p.rest), func(l *traderLine) bool { return !gone[l] })
	p.rest = slices.DeleteFunc(p.rest, func(l *traderLine) bool { return gone[l] })
}

// updateLine merges a line of the upload with its base and the stored one, either of which may be nil. It returns false for a line that
// is left out.
func (im *importer) updateLine(l, base, stored *traderLine) bool {
	w, m := im.threeWayOf(l), merged{base: rowOf(base), mine: rowOf(stored), theirs: l.row}
	row := w.decided(m)
	if row == nil {
		return false
	}
	if stored != nil {
		w.kind.keepText(result{merged: m, row: row})
	}
	l.row = row
	return true
}

func lineAt(lines []*traderLine, i int) *traderLine {
	if i < 0 {
		return nil
	}
	return lines[i]
}

func rowOf(l *traderLine) record.Row {
	if l == nil {
		return nil
	}
	return l.row
}

// joinableLines returns lines as entries that are known again: below their parents.
func joinableLines(lines []*traderLine) []change.Entry {
	list := make([]change.Entry, len(lines))
	for i, l := range lines {
		list[i] = change.Entry{Key: l.path, Whole: l.path + fmt.Sprint(traderValue(l))}
	}
	return list
}

func placesOfLines(lines []*traderLine) []int {
	places := slices.Repeat([]int{-1}, len(lines))
	for i, l := range lines {
		if n, placed := l.slot().(int64); placed {
			places[i] = int(n)
		}
	}
	return places
}

// sameLines reports whether stored lines are as the base has them, in their places.
func sameLines(base, stored []*traderLine) bool {
	return slices.EqualFunc(base, stored, func(a, b *traderLine) bool {
		return a.path == b.path && a.get("raw") == b.get("raw") && traderValue(a) == traderValue(b)
	})
}

// threeWayOf merges lines of the type of l. Where a line belongs follows from its place.
func (im *importer) threeWayOf(l *traderLine) *threeWay {
	kind := *im.kind
	kind.resource, kind.keeps = l.resource(), append([]string{"seller_id", "category_id"}, positionFields...)
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
