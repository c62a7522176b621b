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

// traderLine is a line of TraderConfig.txt with its record.
type traderLine struct {
	lineType trader.LineType
	row      record.Row
	seller   *traderLine // of a category or item
	category *traderLine // of an item
	stored   *traderLine // the parent of the stored record, in whatever file
	path     string      // identifies it: its name below the names of its parents, and the number of equal ones before
	own      int         // number of the file in which it has its slot
	file     int         // number of the file to which it is written
	fixed    bool        // it has a slot in the file, and so have its parents
}

// traderResources holds the resource of each type of line. Parents come before what belongs to them.
var traderResources = []*record.Resource{
	trader.Currency: record.TraderCurrencies, trader.Trader: record.TraderSellers,
	trader.Category: record.TraderCategories, trader.Item: record.TraderItems,
}

// positionFields lists the fields of a trader that TraderConfig.txt does not hold.
var positionFields = []string{
	"position", "safezone_radius", "vehicle_spawn", "vehicle_orientation", "object_class", "orientation", "attachments", "marker",
}

func (l *traderLine) resource() *record.Resource { return traderResources[l.lineType] }

func (l *traderLine) get(field string) any { return l.row[l.resource().Index(field)] }

func (l *traderLine) set(field string, value any) { l.row[l.resource().Index(field)] = value }

// parent returns the category or trader that the line belongs to in its file, or nil.
func (l *traderLine) parent() *traderLine {
	if l.lineType == trader.Item {
		return l.category
	}
	return l.seller
}

// id returns the id of the record, or 0 for a nil line.
func (l *traderLine) id() int64 {
	if l == nil {
		return 0
	}
	return l.resource().ID(l.row)
}

// slot returns the slot of the record in the file to which it is written, or nil.
func (l *traderLine) slot() any {
	if l.isAway() {
		return nil
	}
	return l.get("slot")
}

// isAway reports whether the line is written in another file than the one in which it has its slot.
func (l *traderLine) isAway() bool { return l.file != l.own }

// whole returns a number of hundredths as the nearest whole number.
func (l *traderLine) whole(field string) int64 {
	n, _ := l.get(field).(int64)
	return int64(math.Round(float64(n) / 100))
}

// linkParents sets the parents and paths of the lines of a file. The first lines may belong to a trader of another file; they get no
// parent here.
func linkParents(lines []*traderLine) []*traderLine {
	var seller, category *traderLine
	count := map[string]int{}
	for _, l := range lines {
		switch l.lineType {
		case trader.Trader:
			seller, category = l, nil
		case trader.Category:
			category, l.seller = l, seller
		case trader.Item:
			l.seller, l.category = seller, category
		}
		above := ""
		if parent := l.parent(); parent != nil {
			above = parent.path
		}
		path := fmt.Sprintf("%s/%d %s", above, l.lineType, strings.ToLower(l.resource().TitleOf(l.row)))
		l.path = fmt.Sprintf("%s #%d", path, count[path])
		count[path]++
	}
	return lines
}

// lineRead is a parsed line with the ids of its parents.
type lineRead struct {
	trader.Line
	seller, category any // ids
}

// checkLine returns a fileError for a line with a text that is too long for its record.
func checkLine(entry textfile.Entry[trader.Line]) error {
	row, err := traderRow(entry.Value, inventedNames())
	if err == nil {
		err = checkLength(traderResources[entry.Value.Type], nil, row)
	}
	if err != nil {
		return fileError{atLine(entry.Line, err)}
	}
	return nil
}

// traderRow returns the record of a line, without its parents.
func traderRow(l trader.Line, n *names) (record.Row, error) {
	switch l.Type {
	case trader.Currency:
		value, err := hundredths(float64(l.Value))
		return record.TraderCurrencies.Encode(&record.TraderCurrency{InstanceClassnameID: n.class(l.Name), Name: l.Name, Value: value}), err
	case trader.Trader:
		return record.TraderSellers.Encode(&record.TraderSeller{Name: l.Name, Attachments: []string{}}), nil
	case trader.Category:
		return record.TraderCategories.Encode(&record.TraderCategory{Name: l.Name}), nil
	}
	buy, err := hundredths(float64(l.Buy))
	if err != nil {
		return nil, err
	}
	sell, err := hundredths(float64(l.Sell))
	quantity := record.QuantityOf(l.Quantity)
	return record.TraderItems.Encode(&record.TraderItem{
		InstanceClassnameID: n.class(l.Name), Name: l.Name, Quantity: &quantity, QuantityCode: &l.Quantity, Buy: buy, Sell: sell,
	}), err
}

// traderValue is the reverse of traderRow. The mod knows whole numbers only.
func traderValue(l *traderLine) trader.Line {
	value := trader.Line{Type: l.lineType, Name: l.resource().TitleOf(l.row)}
	switch l.lineType {
	case trader.Currency:
		value.Value = l.whole("value")
	case trader.Item:
		value.Buy, value.Sell = l.whole("buy"), l.whole("sell")
		value.Quantity = quantityCode(l)
	}
	return value
}

// quantityCode returns the quantity of an item as the file writes it; the default is a full stack.
func quantityCode(l *traderLine) string {
	if code, given := l.get("quantity_code").(string); given {
		return code
	}
	return "*"
}

// lineReader implements reader for a type of line.
type lineReader trader.LineType

func (r lineReader) readBack(row record.Row) (value any, ok bool) {
	kind := trader.LineType(r)
	l := &traderLine{lineType: kind, row: row}
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
