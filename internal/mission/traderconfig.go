package mission

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

var traderConfig = &kind{
	name: Kind(trader.KindConfig), label: "trader configuration", main: "/profiles/Trader/TraderConfig.txt", several: true,
	read: readTraderConfig, files: findTraderConfigs, write: writeTraderConfig, stands: traderStands,
	from: append([]*record.Resource{record.InstanceClassnames}, traderResources...),
}

// The files of the trader that no record stands for.
var (
	traderVariables = &kind{name: Kind(trader.KindVariables), label: "trader variables", main: "/profiles/Trader/TraderVariables.txt", several: true}
	traderParts     = &kind{name: Kind(trader.KindVehicleParts), label: "trader vehicle parts", main: "/profiles/Trader/TraderVehicleParts.txt", several: true}
	traderAdmins    = &kind{name: Kind(trader.KindAdmins), label: "trader admins", main: "/profiles/Trader/TraderAdmins.txt", several: true}
)

// readTraderConfig reads TraderConfig.txt, or a file that it opens: its lines become currencies, traders, categories and items.
func readTraderConfig(data []byte) (storing, error) {
	config, err := trader.ParseConfig(data)
	if err != nil {
		return nil, err
	}
	leaveOrphans(config.File)
	return func(ctx context.Context, im *importer) error {
		im.report.warn(warningsOf(config.File))
		fresh, err := im.traderLines(ctx, config.Entries)
		if err != nil {
			return err
		}
		return im.storeTrader(ctx, fresh, ce.Skeleton(config.Skeleton))
	}, nil
}

// leaveOrphans leaves lines in the text around them that stand before what they belong to: the first trader of the file or
// the first category of a trader.
func leaveOrphans(file *textfile.File[trader.Line]) {
	var entries []textfile.Entry[trader.Line]
	var leads []string
	lead, level := "", trader.Currency
	for i, entry := range file.Entries {
		lead += file.Skeleton.Leads[i]
		if kind := entry.Value.Kind; kind > trader.Trader && kind > level+1 {
			lead += entry.Raw
			file.Warnings = append(file.Warnings, orphanWarning(entry))
			continue
		}
		level = min(entry.Value.Kind, trader.Category)
		entries, leads, lead = append(entries, entry), append(leads, lead), ""
	}
	file.Entries, file.Skeleton.Leads, file.Skeleton.Tail = entries, leads, lead+file.Skeleton.Tail
}

func orphanWarning(entry textfile.Entry[trader.Line]) textfile.Warning {
	return textfile.Warning{Line: entry.Line, Message: fmt.Sprintf(
		"the %s %q belongs to nothing in this file; it is kept as it is", entry.Value.Kind, entry.Value.Name)}
}

// traderLines makes records of the lines of a file.
func (im *importer) traderLines(ctx context.Context, list []textfile.Entry[trader.Line]) (lines []*traderLine, err error) {
	var classes []class
	for _, entry := range list {
		if entry.Value.Kind == trader.Currency || entry.Value.Kind == trader.Item {
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
		l := &traderLine{kind: entry.Value.Kind, row: row}
		l.set("raw", entry.Raw)
		if l.resource().Has("source_file") {
			l.set("source_file", im.place)
		}
		lines = append(lines, l)
	}
	return hang(lines), nil
}

// traderRow makes the record that a line stands for, without what it belongs to.
func traderRow(l trader.Line, n *names) (record.Row, error) {
	switch l.Kind {
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
	value := trader.Line{Kind: l.kind, Name: l.resource().TitleOf(l.row)}
	switch l.kind {
	case trader.Currency:
		value.Value = l.whole("value")
	case trader.Item:
		value.Buy, value.Sell = l.whole("buy"), l.whole("sell")
		value.Quantity, _ = l.get("quantity_code").(string)
	}
	return value
}

// findTraderConfigs returns the places of the files that were imported, and of those that traders and currencies name.
func findTraderConfigs(ctx context.Context, g *generator, k *kind) ([]string, error) {
	sheets, err := g.traderSheets(ctx, k)
	return slices.Sorted(maps.Keys(sheets)), err
}

// writeTraderConfig writes the traders of a file.
func writeTraderConfig(ctx context.Context, g *generator, k *kind, f record.File, w io.Writer) (outcome, error) {
	sheets, err := g.traderSheets(ctx, k)
	if err != nil {
		return outcome{}, err
	}
	var parts []ce.Part[trader.Line]
	for _, l := range sheets[f.Path] {
		parts = append(parts, partOf(l.resource(), l.row, traderValue(l)))
	}
	skeleton, err := skeletonOf(f)
	if err != nil {
		return outcome{}, err
	}
	return printText(trader.WriteConfig).sparing(w, skeleton, parts)
}

// traderSheets returns the lines of each of the trader's files, read once because all of them belong together.
func (g *generator) traderSheets(ctx context.Context, k *kind) (map[string][]*traderLine, error) {
	if g.traders != nil {
		return g.traders, nil
	}
	lines, err := storedLines(func(res *record.Resource) ([]record.Row, error) { return g.rows(ctx, res, "") })
	if err != nil {
		return nil, err
	}
	sheets, spelled, place := map[string][]*traderLine{}, map[string]string{}, ""
	for _, f := range g.filesOf(k.name) {
		sheets[f.Path], spelled[strings.ToLower(f.Path)] = nil, f.Path
	}
	for _, l := range lines {
		if l.resource().Has("source_file") {
			place = g.placeOf(k, l.resource(), l.row)
			spelled[strings.ToLower(place)] = cmp.Or(spelled[strings.ToLower(place)], place)
			place = spelled[strings.ToLower(place)]
		}
		sheets[place] = append(sheets[place], l)
	}
	g.traders = sheets
	return sheets, nil
}
