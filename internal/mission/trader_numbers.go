package mission

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/trader"
)

// numbering holds the traders in the order of their numbers, in which the game reads the files that <OpenFile> joins. The traders of
// files that it does not read follow.
type numbering struct {
	rows []record.Row
	read int // the number of traders with a number
}

func numbered(rows []record.Row, files []record.File) (n numbering) {
	order := readingOrder(files)
	sortBySlot(record.TraderSellers, rows)
	slices.SortStableFunc(rows, func(a, b record.Row) int { return cmp.Compare(fileNumber(order, a), fileNumber(order, b)) })
	n.rows, n.read = rows, len(rows)
	if unread := slices.IndexFunc(rows, func(row record.Row) bool { return fileNumber(order, row) == len(order) }); unread >= 0 {
		n.read = unread
	}
	return n
}

// fileNumber returns the position of a trader's file in the reading order, or len(order) if the game does not read it.
func fileNumber(order []string, row record.Row) int {
	file, _ := row[record.TraderSellers.Index("source_file")].(string)
	if file == "" {
		return slices.Index(order, mainTrader)
	}
	if n := slices.Index(order, strings.ToLower(path.Base(file))); n >= 0 {
		return n
	}
	return len(order)
}

// The name of the file that the mod reads first, in lower case, and its usual path.
const (
	mainTrader       = "traderconfig.txt"
	traderConfigPath = "/profiles/Trader/TraderConfig.txt"
)

// readingOrder returns the names of the trader's files, in lower case, in the order in which the game reads them. A file with a damaged
// layout counts as including no other.
func readingOrder(files []record.File) []string {
	configs := map[string]*trader.Config{mainTrader: {}}
	for _, f := range files {
		configs[strings.ToLower(path.Base(f.Path))] = configOf(f)
	}
	return trader.ReadingOrder(mainTrader, configs)
}

// configOf parses what a stored file includes; it returns an empty config if that fails.
func configOf(f record.File) *trader.Config {
	skeleton, err := skeletonOf(f)
	if err != nil {
		return &trader.Config{}
	}
	config, err := trader.ParseConfig([]byte(skeleton.Tail))
	if err != nil {
		return &trader.Config{}
	}
	return config
}
