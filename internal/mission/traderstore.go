package mission

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

// traderPlan is how the lines of a file become records.
type traderPlan struct {
	fresh   []*traderLine
	rest    []*traderLine          // stored ones that the file does not name
	matches map[string]*traderLine // stored ones that it names, by path
	keep    bool                   // the stored layout stays
}

// storeTrader brings the traders of the file in line with its lines, and those of the files that continue it.
func (im *importer) storeTrader(ctx context.Context, config *trader.Config) error {
	files, err := im.filesOf(ctx, trader.ConfigFile)
	if err != nil {
		return err
	}
	text, err := im.traderText(ctx, files)
	if err != nil {
		return err
	}
	next, err := im.textWith(files, config)
	if err != nil {
		return err
	}
	open := text.openBehind(next.before(im.place))
	p, err := im.storeConfig(ctx, text, config.File, open)
	if err != nil {
		return err
	}
	if !p.keep {
		if err := im.hangNext(ctx, files, text, next, open.after(p.fresh)); err != nil {
			return err
		}
	}
	if err := im.removeLines(ctx, files, p.rest); err != nil {
		return err
	}
	return im.linkObjects(ctx, text)
}

// traderText returns the trader's files as they are stored.
func (im *importer) traderText(ctx context.Context, files []record.File) (*traderText, error) {
	text, err := newTraderText(im.kind, files)
	if err != nil {
		return nil, err
	}
	return text, text.add(func(res *record.Resource) ([]record.Row, error) {
		rows, err := im.All(ctx, res, "")
		sortBySlot(res, rows)
		return rows, err
	})
}

// textWith returns the order of the files once the imported one is among them.
func (im *importer) textWith(files []record.File, config *trader.Config) (*traderText, error) {
	skeleton, err := json.Marshal(config.Skeleton)
	if err != nil {
		return nil, err
	}
	text := string(skeleton)
	file := record.File{Path: im.place, Skeleton: &text}
	files = slices.Clone(files)
	if i := slices.IndexFunc(files, func(f record.File) bool { return strings.EqualFold(f.Path, im.place) }); i >= 0 {
		files[i] = file
		return newTraderText(im.kind, files)
	}
	return newTraderText(im.kind, append(files, file))
}

// storeConfig brings the records of the file in line with its lines. What it does not name stays for now.
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
	p := matchLines(hang(text.sheet(im.place)), fresh)
	if im.mode == Merge && len(p.rest) > 0 && len(old.Leads) > 0 {
		p = matchLines(hang(text.named(im.place)), fresh)
		p.keep, im.partial, skeleton = true, true, old
	}
	p.place()
	if err := im.storeAll(ctx, p); err != nil {
		return p, err
	}
	return p, im.saveSkeleton(ctx, skeleton)
}

// storeAll writes the lines of all kinds.
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

// removeLines deletes what a file that replaces the traders does not name, with all that still belongs to it, items before what
// they belong to.
func (im *importer) removeLines(ctx context.Context, files []record.File, rest []*traderLine) error {
	if im.mode != Replace || len(rest) == 0 {
		return nil
	}
	text, err := im.traderText(ctx, files)
	if err != nil {
		return err
	}
	gone := text.withAll(rest)
	im.report.Deleted += len(gone)
	for kind := trader.Item; kind >= trader.Currency; kind-- {
		if err := im.DeleteAll(ctx, traderResources[kind], rowsOf(gone, kind)); err != nil {
			return err
		}
	}
	return nil
}

func rowsOf(lines []*traderLine, kind trader.LineType) (rows []record.Row) {
	for _, l := range lines {
		if l.kind == kind {
			rows = append(rows, l.row)
		}
	}
	return rows
}

// storeLines writes the lines of one kind, once what they belong to is written and has its id.
func (im *importer) storeLines(ctx context.Context, kind trader.LineType, p traderPlan) error {
	changes := plan{res: traderResources[kind], reads: readLine(kind)}
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
