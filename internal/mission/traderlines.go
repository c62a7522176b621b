package mission

import (
	"fmt"
	"math"
	"strings"

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
