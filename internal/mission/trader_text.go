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

// traderText holds the lines of the trader's files as one text: first the files that the game reads, which <OpenFile> joins, then the
// others.
type traderText struct {
	paths []string       // of the files, with their spelling
	index map[string]int // file numbers by path in lower case
	read  int            // how many of them the game reads
	lines []*traderLine
}

// newTraderText returns the files in order, without lines.
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

// at returns the number of a file; it adds a missing one.
func (t *traderText) at(rel string) int {
	key := strings.ToLower(rel)
	n, known := t.index[key]
	if !known {
		n = len(t.paths)
		t.index[key], t.paths = n, append(t.paths, rel)
	}
	return n
}

// add adds the lines of stored records: the currencies, then every trader with its categories and their items. read returns the records
// of a resource, sorted by slot.
func (t *traderText) add(read func(*record.Resource) ([]record.Row, error)) error {
	rows := make([][]record.Row, len(traderResources))
	for kind, res := range traderResources {
		list, err := read(res)
		if err != nil {
			return err
		}
		rows[kind] = list
	}
	categories, items := groupBy(record.TraderCategories, rows[trader.Category], "seller_id"),
		groupBy(record.TraderItems, rows[trader.Item], "category_id")
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

// linesOf returns lines for the records below a parent, sorted by file.
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

// findFile sets the file of a line: the one that its record names, else that of its parent. A line never comes before its parent, and
// follows it in a later file only if the game reads that.
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

// assignFiles moves lines to other files where the game would not read them in order otherwise: fixed lines stay, and the others go
// between them.
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

// linesAt returns the lines that are written to a file.
func (t *traderText) linesAt(rel string) (lines []*traderLine) {
	n := t.at(rel)
	return slices.DeleteFunc(slices.Clone(t.lines), func(l *traderLine) bool { return l.file != n })
}

// allLinesAt returns the lines that are written to a file or have their slot in it.
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

// withAll returns lines with everything that belongs to them.
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

// before returns the files that the game reads before a file; nil if it does not read the file.
func (t *traderText) before(rel string) []string {
	if n := t.at(rel); n < t.read {
		return t.paths[:n]
	}
	return nil
}

// openAfter returns the opening behind files.
func (t *traderText) openAfter(paths []string) (o opening) {
	among := make([]bool, len(t.paths)+len(paths))
	for _, rel := range paths {
		among[t.at(rel)] = true
	}
	return o.after(slices.DeleteFunc(slices.Clone(t.lines), func(l *traderLine) bool { return !among[l.file] }))
}

// openAt returns the opening at the start of a file.
func (t *traderText) openAt(rel string) opening { return t.openAfter(t.before(rel)) }

func groupBy(res *record.Resource, rows []record.Row, column string) map[int64][]record.Row {
	groups := map[int64][]record.Row{}
	for _, row := range rows {
		id := row[res.Index(column)].(int64)
		groups[id] = append(groups[id], row)
	}
	return groups
}
