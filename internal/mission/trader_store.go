package mission

import (
	"context"

	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

// traderPlan says how the lines of a file become records.
type traderPlan struct {
	fresh   []*traderLine
	rest    []*traderLine          // stored lines that the file does not name
	matches map[string]*traderLine // stored lines that it names, by path
	gone    []*traderLine          // stored lines that an update deletes
	keep    bool                   // the stored layout stays
	stays   bool                   // an update leaves all of the file as it is
}

// storeConfig updates the records of the file to match its lines. Lines that it does not name are left alone for now.
func (im *importer) storeConfig(ctx context.Context, text *traderText, file *textfile.File[trader.Line], open opening) (traderPlan, error) {
	file = leaveOrphans(file, open.level())
	im.report.warn(file.Warnings)
	fresh, err := im.traderLines(ctx, file.Entries, open)
	if err != nil {
		return traderPlan{}, err
	}
	skeleton := file.Skeleton
	old, err := skeletonOf(im.file)
	if err != nil {
		return traderPlan{}, err
	}
	p := matchLines(linkParents(text.linesAt(im.rel)), fresh)
	switch {
	case im.update != nil:
		if p, err = im.updateConfig(ctx, linkParents(text.linesAt(im.rel)), fresh, old, skeleton); err != nil {
			return p, err
		}
	case im.mode == Merge && len(p.rest) > 0 && len(old.Leads) > 0:
		p = matchLines(linkParents(text.allLinesAt(im.rel)), fresh)
		p.keep, im.role = true, asPart
	}
	if p.stays {
		return p, im.save(ctx, im.held())
	}
	if p.keep {
		skeleton = old
	}
	if im.update == nil || p.keep {
		p.assignSlots()
	}
	if err := im.storeAll(ctx, p); err != nil {
		return p, err
	}
	return p, im.saveSkeleton(ctx, skeleton)
}

// storeAll stores the lines of all types.
func (im *importer) storeAll(ctx context.Context, p traderPlan) error {
	for kind := range traderResources {
		if err := im.storeLines(ctx, trader.LineType(kind), p); err != nil {
			return err
		}
	}
	return nil
}

// matchLines matches lines with stored ones by their paths.
func matchLines(stored, fresh []*traderLine) traderPlan {
	p := traderPlan{fresh: fresh, matches: map[string]*traderLine{}}
	named := make(map[string]bool, len(fresh))
	for _, l := range fresh {
		named[l.path] = true
	}
	for _, l := range stored {
		if named[l.path] {
			p.matches[l.path] = l
		} else {
			p.rest = append(p.rest, l)
		}
	}
	return p
}

// assignSlots sets the slots of the lines: their own or, if the stored layout stays, those of the stored lines.
func (p traderPlan) assignSlots() {
	for i, l := range p.fresh {
		slot := any(int64(i))
		if p.keep {
			slot = nil
			if stored := p.matches[l.path]; stored != nil {
				slot = stored.get("slot")
			}
		}
		l.set("slot", slot)
	}
}

func rowsOf(lines []*traderLine, kind trader.LineType) (rows []record.Row) {
	for _, l := range lines {
		if l.lineType == kind {
			rows = append(rows, l.row)
		}
	}
	return rows
}

// storeLines stores the lines of one type. Their parents must have been stored, so that they have ids.
func (im *importer) storeLines(ctx context.Context, kind trader.LineType, p traderPlan) error {
	changes := plan{res: traderResources[kind], reads: lineReader(kind)}
	if kind == trader.Trader {
		changes.keeps = positionFields
	}
	for _, l := range p.fresh {
		if l.lineType != kind {
			continue
		}
		l.setParentIDs()
		var old record.Row
		if stored := p.matches[l.path]; stored != nil {
			old = stored.row
		}
		im.add(&changes, old, l.row)
	}
	if !im.mode.replaces() {
		im.planRest(&changes, rowsOf(p.rest, kind), p.keep, func(record.Row) bool { return false })
	}
	return changes.carryOut(ctx, im.Edit)
}

// setParentIDs makes a record refer to its parents.
func (l *traderLine) setParentIDs() {
	if l.seller != nil {
		l.set("seller_id", record.TraderSellers.ID(l.seller.row))
	}
	if l.category != nil {
		l.set("category_id", record.TraderCategories.ID(l.category.row))
	}
}

// traderLines returns the records of the lines of the file. Lines without a parent belong to what is open.
func (im *importer) traderLines(ctx context.Context, list []textfile.Entry[trader.Line], open opening) (lines []*traderLine, err error) {
	var classes []class
	for _, entry := range list {
		if err := checkLine(entry); err != nil {
			return nil, err
		}
		if entry.Value.Type == trader.Currency || entry.Value.Type == trader.Item {
			classes = append(classes, class{name: entry.Value.Name})
		}
	}
	known, err := im.classnames(ctx, classes)
	if err != nil {
		return nil, err
	}
	for _, entry := range list {
		row, err := traderRow(entry.Value, &names{classes: known})
		if err != nil {
			return nil, fileError{atLine(entry.Line, err)}
		}
		l := &traderLine{lineType: entry.Value.Type, row: row}
		l.set("raw", entry.Raw)
		lines = append(lines, l)
	}
	for _, l := range linkParents(lines) {
		if l.parent() == nil {
			l.set("source_file", im.rel)
		}
	}
	open.adopt(lines)
	return lines, nil
}
