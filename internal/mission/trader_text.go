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
	paths []string       // of the files, as they are spelled
	index map[string]int // by the path in lower case
	read  int            // how many of them the game reads
	lines []*traderLine
}

// newTraderText puts files in their order; it has no lines yet.
func newTraderText(files []record.File) *traderText {
	byName := map[string]string{mainTrader: traderConfigPath}
	for _, f := range files {
		byName[strings.ToLower(path.Base(f.Path))] = f.Path
	}
	t := &traderText{index: map[string]int{}}
	for _, name := range readingOrder(files) {
		t.at(byName[name])
	}
	t.read = len(t.paths)
	for _, f := range files {
		t.at(f.Path)
	}
	return t
}

// at returns the number of a file, a new one where there is none yet.
func (t *traderText) at(rel string) int {
	key := strings.ToLower(rel)
	n, known := t.index[key]
	if !known {
		n = len(t.paths)
		t.index[key], t.paths = n, append(t.paths, rel)
	}
	return n
}

// add adds the lines of stored records: the currencies, then every trader with its categories and these with their
// items. read returns the records of a resource in the order of their files.
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
	assignFiles(lines)
	t.lines = append(t.linesOf(nil, trader.Currency, rows[trader.Currency]), lines...)
	return nil
}

// linesOf makes lines of the records that belong to another line, in the order of their files.
func (t *traderText) linesOf(parent *traderLine, lineType trader.LineType, rows []record.Row) []*traderLine {
	lines := make([]*traderLine, len(rows))
	for i, row := range rows {
		lines[i] = &traderLine{lineType: lineType, row: row, stored: parent}
		t.findFile(lines[i])
	}
	slices.SortStableFunc(lines, func(a, b *traderLine) int {
		return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(rank(a.isAway()), rank(b.isAway())))
	})
	return lines
}

// findFile finds the file of a line: the one that its record names, else that of what it belongs to. What it belongs to goes before
// it, and only in a file that the game reads can it be behind the file of that.
func (t *traderText) findFile(l *traderLine) {
	parent := l.stored
	rel, _ := l.get("source_file").(string)
	switch {
	case rel != "":
		l.own = t.at(rel)
	case parent != nil:
		l.own = parent.own
	}
	l.file = l.own
	if parent != nil && (l.own < parent.file || l.own >= t.read) {
		l.file = parent.file
	}
	l.fixed = l.get("slot") != nil && l.file == l.own && (parent == nil || parent.fixed)
}

// assignFiles gives each line a file in which the game reads it behind the line before it: one that has a place in its file stays
// there, and no other one stands in a later file.
func assignFiles(lines []*traderLine) {
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

// linesAt returns the lines of a file.
func (t *traderText) linesAt(rel string) (lines []*traderLine) {
	n := t.at(rel)
	return slices.DeleteFunc(slices.Clone(t.lines), func(l *traderLine) bool { return l.file != n })
}

// allLinesAt returns the lines of a file with those that have their slot in it, but are written behind lines of a later one.
func (t *traderText) allLinesAt(rel string) (lines []*traderLine) {
	n := t.at(rel)
	return slices.DeleteFunc(slices.Clone(t.lines), func(l *traderLine) bool { return l.file != n && l.own != n })
}

// readSellers returns the ids of the traders that the game reads.
func (t *traderText) readSellers() map[int64]bool {
	ids := map[int64]bool{}
	for _, l := range t.lines {
		if l.lineType == trader.Trader && l.file < t.read {
			ids[l.id()] = true
		}
	}
	return ids
}

// withAll returns lines with all that belongs to them.
func (t *traderText) withAll(lines []*traderLine) []*traderLine {
	gone := map[[2]int64]bool{}
	for _, l := range lines {
		gone[[2]int64{int64(l.lineType), l.id()}] = true
	}
	return slices.DeleteFunc(slices.Clone(t.lines), func(l *traderLine) bool {
		key := [2]int64{int64(l.lineType), l.id()}
		gone[key] = gone[key] || l.stored != nil && gone[[2]int64{int64(l.stored.lineType), l.stored.id()}]
		return !gone[key]
	})
}

// before returns the files that the game reads before a file, none where it does not read that.
func (t *traderText) before(rel string) []string {
	if n := t.at(rel); n < t.read {
		return t.paths[:n]
	}
	return nil
}

// openBehind returns what is open behind files.
func (t *traderText) openAfter(paths []string) (o opening) {
	among := make([]bool, len(t.paths)+len(paths))
	for _, rel := range paths {
		among[t.at(rel)] = true
	}
	return o.after(slices.DeleteFunc(slices.Clone(t.lines), func(l *traderLine) bool { return !among[l.file] }))
}

// openAt returns what is open where a file begins.
func (t *traderText) openAt(rel string) opening { return t.openAfter(t.before(rel)) }

func groupBy(res *record.Resource, rows []record.Row, column string) map[int64][]record.Row {
	groups := map[int64][]record.Row{}
	for _, row := range rows {
		id := row[res.Index(column)].(int64)
		groups[id] = append(groups[id], row)
	}
	return groups
}
