package mission

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

var traderConfig = &kind{
	name: Kind(trader.ConfigFile), label: "trader configuration", main: "/profiles/Trader/TraderConfig.txt", several: true,
	read: readTraderConfig, held: holdsTraders, files: findTraderConfigs, write: writeTraderConfig, stands: traderStands,
	from: append([]*record.Resource{record.InstanceClassnames}, traderResources...),
}

// The files of the trader that no record stands for.
var (
	traderVariables = &kind{name: Kind(trader.VariablesFile), label: "trader variables", main: "/profiles/Trader/TraderVariables.txt", several: true}
	traderParts     = &kind{name: Kind(trader.VehiclePartsFile), label: "trader vehicle parts", main: "/profiles/Trader/TraderVehicleParts.txt", several: true}
	traderAdmins    = &kind{name: Kind(trader.AdminsFile), label: "trader admins", main: "/profiles/Trader/TraderAdmins.txt", several: true}
)

// readTraderConfig reads TraderConfig.txt, or a file that it opens: its lines become currencies, traders, categories and items.
func readTraderConfig(data []byte) (storing, error) {
	config, err := trader.ParseConfig(data)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, im *importer) error { return im.storeTrader(ctx, config) }, nil
}

// holdsTraders tells whether traders or currencies belong to the file.
func holdsTraders(ctx context.Context, im *importer) (bool, error) {
	condition, args := im.hasFile("r")
	for _, res := range []*record.Resource{record.TraderSellers, record.TraderCurrencies} {
		if rows, err := im.All(ctx, res, condition, args...); err != nil || len(rows) > 0 {
			return true, err
		}
	}
	return false, nil
}

// leaveOrphans leaves lines in the text around them that the game does not read as what they say: those before what they belong
// to, which is the first trader of the file or the first category of a trader unless one of these is open where the file
// begins, and currencies behind the first line of a trader.
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
	why := "stands before the first category of its trader; it is kept as it is"
	switch {
	case entry.Value.Type == trader.Currency:
		why = "stands behind lines of a trader and is not read; it is kept as it is"
	case level == trader.Currency:
		why = "belongs to no trader of this file; it is kept as it is until the file that opens this one is imported too"
	}
	return textfile.Warning{Line: entry.Line, Message: fmt.Sprintf("the %s %q %s", entry.Value.Type, entry.Value.Name, why)}
}

// traderLines makes records of the lines of the file. Those that continue what another file has begun belong to what is open.
func (im *importer) traderLines(ctx context.Context, list []textfile.Entry[trader.Line], open opening) (lines []*traderLine, err error) {
	var classes []class
	for _, entry := range list {
		if err := checkLine(entry); err != nil {
			return nil, err
		}
		if entry.Value.Type == trader.Currency || entry.Value.Type == trader.Item {
			classes = append(classes, class{name: entry.Value.Name})
		}
	}
	known, err := im.classnames(ctx, classes)
	if err != nil {
		return nil, err
	}
	for _, entry := range list {
		row, err := traderRow(entry.Value, &names{classes: known})
		if err != nil {
			return nil, fileError{fmt.Errorf("line %d: %w", entry.Line, err)}
		}
		l := &traderLine{kind: entry.Value.Type, row: row}
		l.set("raw", entry.Raw)
		lines = append(lines, l)
	}
	for _, l := range hang(lines) {
		if l.above() == nil {
			l.set("source_file", im.place)
		}
	}
	open.adopt(lines)
	return lines, nil
}

// checkLine refuses a line with a text that is too long for its record.
func checkLine(entry textfile.Entry[trader.Line]) error {
	row, err := traderRow(entry.Value, inventedNames())
	if err == nil {
		err = checkTexts(traderResources[entry.Value.Type], []record.Row{row})
	}
	if err != nil {
		return fileError{fmt.Errorf("line %d: %w", entry.Line, err)}
	}
	return nil
}

// traderRow makes the record that a line stands for, without what it belongs to.
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
	value := trader.Line{Type: l.kind, Name: l.resource().TitleOf(l.row)}
	switch l.kind {
	case trader.Currency:
		value.Value = l.whole("value")
	case trader.Item:
		value.Buy, value.Sell = l.whole("buy"), l.whole("sell")
		value.Quantity = quantityCode(l)
	}
	return value
}

// quantityCode returns how much one gets of an item as the file tells it: nothing stands for as much as the class holds.
func quantityCode(l *traderLine) string {
	if code, given := l.get("quantity_code").(string); given {
		return code
	}
	return "*"
}

// findTraderConfigs returns the places of the files that were imported, and of those in which lines stand.
func findTraderConfigs(ctx context.Context, g *generator, k *kind) ([]string, error) {
	text, err := g.traderText(ctx, k)
	if err != nil {
		return nil, err
	}
	there := map[string]bool{}
	for _, f := range g.filesOf(k.name) {
		there[f.Path] = true
	}
	for _, l := range text.lines {
		there[text.places[l.file]] = true
	}
	return slices.Sorted(maps.Keys(there)), nil
}

// writeTraderConfig writes the lines of a file.
func writeTraderConfig(ctx context.Context, g *generator, k *kind, f record.File, w io.Writer) (outcome, error) {
	text, err := g.traderText(ctx, k)
	if err != nil {
		return outcome{}, err
	}
	var parts []textfile.Part[trader.Line]
	for _, l := range text.sheet(f.Path) {
		part := partOf(l.resource(), l.row, traderValue(l))
		if l.slot() == nil {
			part.Slot = -1
		}
		parts = append(parts, part)
	}
	skeleton, err := skeletonOf(f)
	if err != nil {
		return outcome{}, err
	}
	return printer[trader.Line](trader.WriteConfig).sparing(w, skeleton, parts)
}

// traderText returns the trader's files, read once because all of them belong together.
func (g *generator) traderText(ctx context.Context, k *kind) (*traderText, error) {
	if g.traders != nil {
		return g.traders, nil
	}
	text, err := newTraderText(k, g.filesOf(k.name))
	if err != nil {
		return nil, err
	}
	if err := text.add(func(res *record.Resource) ([]record.Row, error) { return g.rows(ctx, res, "") }); err != nil {
		return nil, err
	}
	g.traders = text
	return text, nil
}
