package mission

import (
	"context"
	"fmt"
	"math"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
	"quartermaster/internal/trader"
)

// traderLine is a line of TraderConfig.txt with the record that stands for it.
type traderLine struct {
	kind     trader.Kind
	row      record.Row
	seller   *traderLine // of a category and an item
	category *traderLine // of an item
	path     string      // what tells it from others: its name below the names of what it belongs to, and how many came before
}

// traderResources are what the lines of each kind stand for; those before others are what these belong to.
var traderResources = []*record.Resource{
	trader.Currency: record.TraderCurrencies, trader.Trader: record.TraderSellers,
	trader.Category: record.TraderCategories, trader.Item: record.TraderItems,
}

// sellerPlaces are the fields of a trader that TraderConfig.txt does not tell.
var sellerPlaces = []string{
	"position", "safezone_radius", "vehicle_spawn", "vehicle_orientation", "object_class", "orientation", "attachments", "marker",
}

func (l *traderLine) resource() *record.Resource { return traderResources[l.kind] }

func (l *traderLine) get(field string) any { return l.row[l.resource().Index(field)] }

func (l *traderLine) set(field string, value any) { l.row[l.resource().Index(field)] = value }

// whole returns a number of hundredths as the nearest whole number.
func (l *traderLine) whole(field string) int64 {
	n, _ := l.get(field).(int64)
	return int64(math.Round(float64(n) / 100))
}

// hang connects lines in the order of a file with what they belong to.
func hang(lines []*traderLine) []*traderLine {
	var seller, category *traderLine
	count := map[string]int{}
	for _, l := range lines {
		above := ""
		switch l.kind {
		case trader.Trader:
			seller = l
		case trader.Category:
			category, l.seller, above = l, seller, seller.path
		case trader.Item:
			l.seller, l.category, above = seller, category, category.path
		}
		path := fmt.Sprintf("%s/%d %s", above, l.kind, strings.ToLower(l.resource().TitleOf(l.row)))
		l.path = fmt.Sprintf("%s #%d", path, count[path])
		count[path]++
	}
	return lines
}

// storedLines returns the lines that stored records stand for, in the order of a file: the currencies, then every trader with
// its categories and these with their items. read returns the records of a resource as they stand in their files.
func storedLines(read func(*record.Resource) ([]record.Row, error)) ([]*traderLine, error) {
	var rows [4][]record.Row
	for kind, res := range traderResources {
		list, err := read(res)
		if err != nil {
			return nil, err
		}
		rows[kind] = list
	}
	categories, items := groupBy(record.TraderCategories, rows[trader.Category], "seller_id"), groupBy(record.TraderItems, rows[trader.Item], "category_id")
	lines := appendLines(nil, trader.Currency, rows[trader.Currency])
	for _, seller := range rows[trader.Trader] {
		lines = append(lines, &traderLine{kind: trader.Trader, row: seller})
		for _, category := range categories[record.TraderSellers.ID(seller)] {
			lines = append(lines, &traderLine{kind: trader.Category, row: category})
			lines = appendLines(lines, trader.Item, items[record.TraderCategories.ID(category)])
		}
	}
	return hang(lines), nil
}

func groupBy(res *record.Resource, rows []record.Row, column string) map[int64][]record.Row {
	groups := map[int64][]record.Row{}
	for _, row := range rows {
		id := row[res.Index(column)].(int64)
		groups[id] = append(groups[id], row)
	}
	return groups
}

func appendLines(lines []*traderLine, kind trader.Kind, rows []record.Row) []*traderLine {
	for _, row := range rows {
		lines = append(lines, &traderLine{kind: kind, row: row})
	}
	return lines
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
	matches, rest := matchLines(stored, fresh)
	keep := im.mode == Merge && len(rest) > 0 && len(old.Leads) > 0
	im.partial = keep
	if keep {
		skeleton = old
	}
	for i, l := range fresh {
		l.place(matches[l.path], i, keep)
	}
	if err := im.removeLines(ctx, rest); err != nil {
		return err
	}
	for kind, res := range traderResources {
		if err := im.storeLines(ctx, res, linesOf(fresh, trader.Kind(kind)), matches, linesOf(rest, trader.Kind(kind)), keep); err != nil {
			return err
		}
	}
	return im.saveSkeleton(ctx, skeleton)
}

// matchLines returns the stored line of each path, and the lines that the file does not name.
func matchLines(stored, fresh []*traderLine) (matches map[string]*traderLine, rest []*traderLine) {
	named := make(map[string]bool, len(fresh))
	for _, l := range fresh {
		named[l.path] = true
	}
	matches = map[string]*traderLine{}
	for _, l := range stored {
		if named[l.path] {
			matches[l.path] = l
		} else {
			rest = append(rest, l)
		}
	}
	return matches, rest
}

// place gives a line its place in the file: its own, or where the stored layout stays the one of the stored line.
func (l *traderLine) place(stored *traderLine, index int, keep bool) {
	switch {
	case !keep:
		l.set("slot", int64(index))
	case stored != nil:
		l.set("slot", stored.get("slot"))
	default:
		l.set("slot", nil)
	}
}

func linesOf(lines []*traderLine, kind trader.Kind) (some []*traderLine) {
	for _, l := range lines {
		if l.kind == kind {
			some = append(some, l)
		}
	}
	return some
}

// removeLines deletes what a file that replaces the traders does not name, items before what they belong to.
func (im *importer) removeLines(ctx context.Context, rest []*traderLine) error {
	if im.mode != Replace {
		return nil
	}
	im.report.Deleted = len(rest)
	for kind := trader.Item; kind >= trader.Currency; kind-- {
		var rows []record.Row
		for _, l := range linesOf(rest, kind) {
			rows = append(rows, l.row)
		}
		if err := im.DeleteAll(ctx, traderResources[kind], rows); err != nil {
			return err
		}
	}
	return nil
}

// storeLines writes the lines of one kind, once what they belong to is written and has its id.
func (im *importer) storeLines(ctx context.Context, res *record.Resource, fresh []*traderLine, matches map[string]*traderLine, rest []*traderLine, keep bool) error {
	p := plan{res: res}
	if res == record.TraderSellers {
		p.keeps = sellerPlaces
	}
	for _, l := range fresh {
		if l.seller != nil {
			l.set("seller_id", record.TraderSellers.ID(l.seller.row))
		}
		if l.category != nil {
			l.set("category_id", record.TraderCategories.ID(l.category.row))
		}
		var old record.Row
		if stored := matches[l.path]; stored != nil {
			old = stored.row
		}
		im.add(&p, old, l.row)
	}
	if im.mode == Merge {
		var left []record.Row
		for _, l := range rest {
			left = append(left, l.row)
		}
		im.leave(&p, left, keep)
	}
	return p.carryOut(ctx, im.Edit)
}
