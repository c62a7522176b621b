package mission

import (
	"slices"

	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

// leaveOrphans moves lines that the game ignores into the text around them, with a warning for each: categories and items without a
// trader, items without a category, and currencies behind the first line of a trader. open is the level at which the file begins.
func leaveOrphans(file *textfile.File[trader.Line], open trader.LineType) *textfile.File[trader.Line] {
	left := &textfile.File[trader.Line]{Warnings: slices.Clone(file.Warnings)}
	lead, level, last := "", open, trader.Currency
	for i, entry := range file.Entries {
		lead += file.Skeleton.Leads[i]
		kind := entry.Value.Type
		if kind > trader.Trader && kind > level+1 || kind < trader.Trader && last > kind {
			lead += entry.Raw
			left.Warnings = append(left.Warnings, orphanWarning(entry, level))
			continue
		}
		if last = kind; kind > trader.Currency {
			level = min(kind, trader.Category)
		}
		left.Entries, left.Skeleton.Leads, lead = append(left.Entries, entry), append(left.Skeleton.Leads, lead), ""
	}
	left.Skeleton.Tail = lead + file.Skeleton.Tail
	return left
}

func orphanWarning(entry textfile.Entry[trader.Line], level trader.LineType) textfile.Warning {
	rule := "orphan-item"
	switch {
	case entry.Value.Type == trader.Currency:
		rule = "orphan-currency"
	case level == trader.Currency:
		rule = "orphan"
	}
	return textfile.Warning{Line: entry.Line, Says: say.New(rule, "of", entry.Value.Type.String(), "name", entry.Value.Name)}
}

// readAs parses an original as it was parsed when its records were created, which left that skeleton.
func readAs(file *textfile.File[trader.Line], skeleton textfile.Skeleton) *textfile.File[trader.Line] {
	for level := trader.Category; level > trader.Currency; level-- {
		if read := leaveOrphans(file, level); equalSkeletons(read.Skeleton, skeleton) {
			return read
		}
	}
	return leaveOrphans(file, trader.Currency)
}

func equalSkeletons(a, b textfile.Skeleton) bool {
	return slices.Equal(a.Leads, b.Leads) && a.Tail == b.Tail
}
