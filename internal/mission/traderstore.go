package mission

import (
	"context"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
	"quartermaster/internal/trader"
)

// traderPlan is how the lines of a file become records.
type traderPlan struct {
	fresh   []*traderLine
	rest    []*traderLine          // stored ones that the file does not name
	matches map[string]*traderLine // stored ones that it names, by path
	keep    bool                   // the stored layout stays
}

// storeTrader brings the traders of the file in line with its lines.
func (im *importer) storeTrader(ctx context.Context, fresh []*traderLine, skeleton ce.Skeleton) error {
	stored, err := im.linesOfFile(ctx)
	if err != nil {
		return err
	}
	old, err := skeletonOf(im.file)
	if err != nil {
		return err
	}
	p := matchLines(stored, fresh)
	if im.mode == Merge && len(p.rest) > 0 && len(old.Leads) > 0 {
		p.keep, im.partial, skeleton = true, true, old
	}
	p.place()
	if err := im.removeLines(ctx, p.rest); err != nil {
		return err
	}
	for kind := range traderResources {
		if err := im.storeLines(ctx, trader.Kind(kind), p); err != nil {
			return err
		}
	}
	if err := im.saveSkeleton(ctx, skeleton); err != nil {
		return err
	}
	return im.linkObjects(ctx)
}

// linesOfFile returns the lines that the records of the file stand for.
func (im *importer) linesOfFile(ctx context.Context) ([]*traderLine, error) {
	return storedLines(func(res *record.Resource) ([]record.Row, error) {
		condition, args := im.hasFile("r")
		if !res.Has("source_file") {
			condition, args = im.hasFile("s")
			condition = "EXISTS (SELECT 1 FROM trader_sellers s WHERE s.id = r.seller_id AND " + condition + ")"
		}
		rows, err := im.All(ctx, res, condition, args...)
		sortBySlot(res, rows)
		return rows, err
	})
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

// place gives the lines their places in the file: their own, or where the stored layout stays those of the stored lines.
func (p traderPlan) place() {
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

// removeLines deletes what a file that replaces the traders does not name, items before what they belong to.
func (im *importer) removeLines(ctx context.Context, rest []*traderLine) error {
	if im.mode != Replace {
		return nil
	}
	im.report.Deleted = len(rest)
	for kind := trader.Item; kind >= trader.Currency; kind-- {
		if err := im.DeleteAll(ctx, traderResources[kind], rowsOf(rest, kind)); err != nil {
			return err
		}
	}
	return nil
}

func rowsOf(lines []*traderLine, kind trader.Kind) (rows []record.Row) {
	for _, l := range lines {
		if l.kind == kind {
			rows = append(rows, l.row)
		}
	}
	return rows
}

// storeLines writes the lines of one kind, once what they belong to is written and has its id.
func (im *importer) storeLines(ctx context.Context, kind trader.Kind, p traderPlan) error {
	changes := plan{res: traderResources[kind]}
	if kind == trader.Trader {
		changes.keeps = sellerPlaces
	}
	for _, l := range p.fresh {
		if l.kind != kind {
			continue
		}
		l.join()
		var old record.Row
		if stored := p.matches[l.path]; stored != nil {
			old = stored.row
		}
		im.add(&changes, old, l.row)
	}
	if im.mode == Merge {
		im.leave(&changes, rowsOf(p.rest, kind), p.keep)
	}
	return changes.carryOut(ctx, im.Edit)
}

// join makes a record refer to what it belongs to.
func (l *traderLine) join() {
	if l.seller != nil {
		l.set("seller_id", record.TraderSellers.ID(l.seller.row))
	}
	if l.category != nil {
		l.set("category_id", record.TraderCategories.ID(l.category.row))
	}
}
