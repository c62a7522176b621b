package mission

import (
	"cmp"
	"math"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/trader"
)

// traderText are the trader's files as one text: first those that the game reads, which <OpenFile> joins, and behind them those
// that it does not read.
type traderText struct {
	places []string       // of the files, as they are spelled
	index  map[string]int // by the place in lower case
	read   int            // how many of them the game reads
	lines  []*traderLine
}

// newTraderText puts files in their order; it has no lines yet.
func newTraderText(k *kind, files []record.File) (*traderText, error) {
	order, err := readingOrder(files)
	if err != nil {
		return nil, err
	}
	byName := map[string]string{mainTrader: k.main}
	for _, f := range files {
		byName[strings.ToLower(path.Base(f.Path))] = f.Path
	}
	t := &traderText{index: map[string]int{}}
	for _, name := range order {
		t.at(byName[name])
	}
	t.read = len(t.places)
	for _, f := range files {
		t.at(f.Path)
	}
	return t, nil
}

// at returns the number of a file, a new one where there is none yet.
func (t *traderText) at(place string) int {
	key := strings.ToLower(place)
	n, known := t.index[key]
	if !known {
		n = len(t.places)
		t.index[key], t.places = n, append(t.places, place)
	}
	return n
}

// add adds the lines that stored records stand for: the currencies, then every trader with its categories and these with their
// items. read returns the records of a resource as they stand in their files.
func (t *traderText) add(read func(*record.Resource) ([]record.Row, error)) error {
	rows := make([][]record.Row, len(traderResources))
	for kind, res := range traderResources {
		list, err := read(res)
		if err != nil {
			return err
		}
		rows[kind] = list
	}
	categories, items := groupBy(record.TraderCategories, rows[trader.Category], "seller_id"), groupBy(record.TraderItems, rows[trader.Item], "category_id")
	var lines []*traderLine
	for _, seller := range t.linesOf(nil, trader.Trader, rows[trader.Trader]) {
		lines = append(lines, seller)
		for _, category := range t.linesOf(seller, trader.Category, categories[record.TraderSellers.ID(seller.row)]) {
			lines = append(lines, category)
			lines = append(lines, t.linesOf(category, trader.Item, items[record.TraderCategories.ID(category.row)])...)
		}
	}
	settle(lines)
	t.lines = append(t.linesOf(nil, trader.Currency, rows[trader.Currency]), lines...)
	return nil
}

// linesOf makes lines of the records that belong to another line, in the order of their files.
func (t *traderText) linesOf(above *traderLine, kind trader.LineType, rows []record.Row) []*traderLine {
	lines := make([]*traderLine, len(rows))
	for i, row := range rows {
		lines[i] = &traderLine{kind: kind, row: row, holder: above}
		t.locate(lines[i])
	}
	slices.SortStableFunc(lines, func(a, b *traderLine) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.away(), b.away()))
	})
	return lines
}

// locate finds the file of a line: the one that its record names, else that of what it belongs to. What it belongs to goes
// before it, and only in a file that the game reads can it stand behind the file of that.
func (t *traderText) locate(l *traderLine) {
	above := l.holder
	place, _ := l.get("source_file").(string)
	switch {
	case place != "":
		l.own = t.at(place)
	case above != nil:
		l.own = above.own
	}
	l.file = l.own
	if above != nil && (l.own < above.file || l.own >= t.read) {
		l.file = above.file
	}
	l.fixed = l.get("slot") != nil && l.file == l.own && (above == nil || above.fixed)
}

// settle gives each line a file in which the game reads it behind the line before it: one that has a place in its file stays
// there, and no other one stands in a later file.
func settle(lines []*traderLine) {
	limit := math.MaxInt
	for _, l := range slices.Backward(lines) {
		l.file = min(l.file, limit)
		if l.fixed {
			limit = l.file
		}
	}
	last := 0
	for _, l := range lines {
		l.file = max(l.file, last)
		last = l.file
	}
}

// sheet returns the lines of a file.
func (t *traderText) sheet(place string) (lines []*traderLine) {
	n := t.at(place)
	return slices.DeleteFunc(slices.Clone(t.lines), func(l *traderLine) bool { return l.file != n })
}

// named returns the lines of a file with those that belong to it, but stand behind lines of a later one.
func (t *traderText) named(place string) (lines []*traderLine) {
	n := t.at(place)
	return slices.DeleteFunc(slices.Clone(t.lines), func(l *traderLine) bool { return l.file != n && l.own != n })
}

// sellers returns the ids of the traders that the game reads.
func (t *traderText) sellers() map[int64]bool {
	ids := map[int64]bool{}
	for _, l := range t.lines {
		if l.kind == trader.Trader && l.file < t.read {
			ids[l.id()] = true
		}
	}
	return ids
}

// withAll returns lines with all that belongs to them.
func (t *traderText) withAll(lines []*traderLine) []*traderLine {
	gone := map[[2]int64]bool{}
	for _, l := range lines {
		gone[[2]int64{int64(l.kind), l.id()}] = true
	}
	return slices.DeleteFunc(slices.Clone(t.lines), func(l *traderLine) bool {
		key := [2]int64{int64(l.kind), l.id()}
		gone[key] = gone[key] || l.holder != nil && gone[[2]int64{int64(l.holder.kind), l.holder.id()}]
		return !gone[key]
	})
}

// opening is what is open where a file begins: the trader and the category that its first lines belong to.
type opening struct{ seller, category *traderLine }

// before returns the files that the game reads before a file, none where it does not read that.
func (t *traderText) before(place string) []string {
	if n := t.at(place); n < t.read {
		return t.places[:n]
	}
	return nil
}

// openBehind returns what is open behind files.
func (t *traderText) openBehind(places []string) (o opening) {
	among := make([]bool, len(t.places)+len(places))
	for _, place := range places {
		among[t.at(place)] = true
	}
	return o.after(slices.DeleteFunc(slices.Clone(t.lines), func(l *traderLine) bool { return !among[l.file] }))
}

// openAt returns what is open where a file begins.
func (t *traderText) openAt(place string) opening { return t.openBehind(t.before(place)) }

// after returns what is open behind lines.
func (o opening) after(lines []*traderLine) opening {
	for _, l := range lines {
		switch l.kind {
		case trader.Trader:
			o = opening{seller: l}
		case trader.Category:
			o.category = l
		}
	}
	return o
}

// level returns the kind of what is open, trader.Currency for nothing.
func (o opening) level() trader.LineType {
	switch {
	case o.category != nil:
		return trader.Category
	case o.seller != nil:
		return trader.Trader
	}
	return trader.Currency
}

// isSame tells whether the same records are open.
func (o opening) isSame(other opening) bool {
	return o.seller.id() == other.seller.id() && o.category.id() == other.category.id()
}

// adopt makes the first lines of a file belong to what is open.
func (o opening) adopt(lines []*traderLine) {
	for _, l := range lines {
		if l.kind > trader.Trader {
			l.seller = cmp.Or(l.seller, o.seller)
		}
		if l.kind == trader.Item {
			l.category = cmp.Or(l.category, o.category)
		}
	}
}
