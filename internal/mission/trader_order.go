package mission

import (
	"context"
	"fmt"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/trader"
)

// InReadingOrder adds the order of a list of traders that is not sorted by a field: that of the generated files, as the game reads
// them. It is computed for each list, because every import, undo and revert may change it. Queries of other resources are returned
// unchanged.
func InReadingOrder(ctx context.Context, db *store.DB, res *record.Resource, s store.Scope, ask record.Query) (record.Query, error) {
	if res != record.TraderSellers || len(ask.Sort) > 0 {
		return ask, nil
	}
	rows, err := db.All(ctx, record.Files, s, filesOfKind, string(trader.ConfigFile))
	if err != nil || len(rows) == 0 { // without files every trader was made by hand
		return ask, err
	}
	text := newTraderText(record.DecodeAll[record.File](record.Files, rows))
	ask.Order = []record.Applied{text.fileOf("r"), {SQL: fmt.Sprintf("COALESCE(r.slot, %d)", slotBehind)}}
	return ask, nil
}

// fileOf returns the SQL expression for the number of a record's file; a record without one is in the file that is read first.
func (t *traderText) fileOf(table string) record.Applied {
	var by record.Applied
	var text strings.Builder
	text.WriteString("CASE WHEN " + table + ".source_file IS NULL THEN 0")
	for n, rel := range t.paths {
		fmt.Fprintf(&text, " WHEN lower(%s.source_file) IN ($, $) THEN %d", table, n)
		by.Args = append(by.Args, store.LowerASCII(rel), strings.ToLower(rel))
	}
	fmt.Fprintf(&text, " ELSE %d END", len(t.paths))
	by.SQL = text.String()
	return by
}
