package mission

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

// traderLine is a line of TraderConfig.txt with the record that stands for it.
type traderLine struct {
	kind     trader.LineType
	row      record.Row
	seller   *traderLine // of a category and an item
	category *traderLine // of an item
	holder   *traderLine // what the stored record belongs to, in whatever file
	path     string      // what tells it from others: its name below the names of what it belongs to, and how many came before
	own      int         // the file in which it has its place
	file     int         // the file in which it stands
	fixed    bool        // it has a place in the file, and so has what it belongs to
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

// above returns what the line belongs to, nil for nothing in its file.
func (l *traderLine) above() *traderLine {
	if l.kind == trader.Item {
		return l.category
	}
	return l.seller
}

// id returns the id of the record, 0 for no line.
func (l *traderLine) id() int64 {
	if l == nil {
		return 0
	}
	return l.resource().ID(l.row)
}

// slot returns the place of the record in the file in which it stands, nil for none.
func (l *traderLine) slot() any {
	if l.away() != 0 {
		return nil
	}
	return l.get("slot")
}

// away returns 1 for a line that stands in another file than that in which it has its place, else 0.
func (l *traderLine) away() int {
	if l.file != l.own {
		return 1
	}
	return 0
}

// whole returns a number of hundredths as the nearest whole number.
func (l *traderLine) whole(field string) int64 {
	n, _ := l.get(field).(int64)
	return int64(math.Round(float64(n) / 100))
}

// hang connects the lines of a file with what they belong to there: the first ones may continue what another file has begun.
func hang(lines []*traderLine) []*traderLine {
	var seller, category *traderLine
	count := map[string]int{}
	for _, l := range lines {
		switch l.kind {
		case trader.Trader:
			seller, category = l, nil
		case trader.Category:
			category, l.seller = l, seller
		case trader.Item:
			l.seller, l.category = seller, category
		}
		above := ""
		if holder := l.above(); holder != nil {
			above = holder.path
		}
		path := fmt.Sprintf("%s/%d %s", above, l.kind, strings.ToLower(l.resource().TitleOf(l.row)))
		l.path = fmt.Sprintf("%s #%d", path, count[path])
		count[path]++
	}
	return lines
}

// lineRead is a line as it is read, with what it belongs to.
type lineRead struct {
	trader.Line
	seller, category any // ids
}

// readLine tells what a line of a kind is read as once it is written.
func readLine(kind trader.LineType) reading {
	return func(row record.Row) (value any, ok bool) {
		l := &traderLine{kind: kind, row: row}
		part := partOf(l.resource(), row, traderValue(l))
		part.Slot = -1
		var text bytes.Buffer
		if trader.WriteConfig(&text, textfile.Skeleton{}, []textfile.Part[trader.Line]{part}) != nil {
			return nil, false
		}
		config, err := trader.ParseConfig(text.Bytes())
		if err != nil || len(config.Entries) != 1 {
			return nil, false
		}
		read := lineRead{Line: config.Entries[0].Value}
		if kind > trader.Trader {
			read.seller = l.get("seller_id")
		}
		if kind == trader.Item {
			read.category = l.get("category_id")
		}
		return read, true
	}
}

func groupBy(res *record.Resource, rows []record.Row, column string) map[int64][]record.Row {
	groups := map[int64][]record.Row{}
	for _, row := range rows {
		id := row[res.Index(column)].(int64)
		groups[id] = append(groups[id], row)
	}
	return groups
}
