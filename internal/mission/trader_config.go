package mission

import (
	"cmp"
	"context"
	"io"
	"maps"
	"slices"

	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

// traderConfigKind is the kind of TraderConfig.txt and of the files that it includes: their lines are currencies, traders, categories
// and items.
type traderConfigKind struct{ kindInfo }

var traderConfig = &traderConfigKind{kindInfo{
	name: Kind(trader.ConfigFile), label: "trader configuration", main: traderConfigPath, several: true,
	from: append([]*record.Resource{record.InstanceClassnames}, traderResources...), follows: map[string]string{"quantity": "quantity_code"},
}}

// The files of the trader that are stored as uploaded.
var (
	traderVariables = &kindInfo{
		name: Kind(trader.VariablesFile), label: "trader variables", main: "/profiles/Trader/TraderVariables.txt", several: true, unread: true,
	}
	traderParts = &kindInfo{
		name: Kind(trader.VehiclePartsFile), label: "trader vehicle parts", main: "/profiles/Trader/TraderVehicleParts.txt", several: true,
		unread: true,
	}
	traderAdmins = &kindInfo{
		name: Kind(trader.AdminsFile), label: "trader admins", main: "/profiles/Trader/TraderAdmins.txt", several: true, unread: true,
	}
)

func (k *traderConfigKind) read(data []byte) (storeFunc, error) {
	config, err := trader.ParseConfig(data)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, im *importer) error { return im.storeTrader(ctx, config) }, nil
}

// hasRecords reports whether the file has traders or currencies.
func (k *traderConfigKind) hasRecords(ctx context.Context, im *importer) (bool, error) {
	condition, args := im.hasFile("r")
	for _, res := range []*record.Resource{record.TraderSellers, record.TraderCurrencies} {
		if rows, err := im.All(ctx, res, condition, args...); err != nil || len(rows) > 0 {
			return true, err
		}
	}
	return false, nil
}

// paths returns the paths of the imported files and of those with lines to write.
func (k *traderConfigKind) paths(ctx context.Context, g *generator) ([]string, error) {
	text, err := g.traderText(ctx)
	if err != nil {
		return nil, err
	}
	there := map[string]bool{}
	for _, f := range g.filesOf(k.name) {
		there[f.Path] = true
	}
	for _, l := range text.lines {
		there[text.paths[l.file]] = true
	}
	return slices.Sorted(maps.Keys(there)), nil
}

func (k *traderConfigKind) write(ctx context.Context, g *generator, f record.File, w io.Writer) (outcome, error) {
	text, err := g.traderText(ctx)
	if err != nil {
		return outcome{}, err
	}
	var parts []textfile.Part[trader.Line]
	for _, l := range text.linesAt(f.Path) {
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
	return printer[trader.Line](trader.WriteConfig).writeFitting(w, skeleton, parts)
}

func (k *traderConfigKind) compare(ctx context.Context, c *comparison) (before, after []*fileRecord, err error) {
	if c.original != nil {
		if before, err = k.originalLines(c); err != nil {
			return nil, nil, err
		}
	}
	text, err := c.traderText(ctx)
	if err != nil {
		return nil, nil, err
	}
	lines := text.linesAt(c.rel)
	entries := make([]textfile.Entry[trader.Line], len(lines))
	for i, l := range lines {
		entries[i].Value = traderValue(l)
	}
	after, err = lineRecords(entries)
	for i, s := range after {
		if s.of(lines[i].row); lines[i].slot() == nil {
			s.slot = -1
		}
	}
	return before, c.current(after), err
}

// originalLines returns the lines of the original that are records. Those of the stored text are known; of another one all count that
// belong somewhere.
func (k *traderConfigKind) originalLines(c *comparison) ([]*fileRecord, error) {
	if c.foreign {
		return k.recordsIn(c.original, c.rel)
	}
	config, err := trader.ParseConfig(c.original)
	if err != nil {
		return nil, err
	}
	skeleton, err := skeletonOf(c.stored(&k.kindInfo, c.rel))
	if err != nil {
		return nil, err
	}
	return lineRecords(readAs(config.File, skeleton).Entries)
}

func (k *traderConfigKind) recordsIn(text []byte, _ string) ([]*fileRecord, error) {
	config, err := trader.ParseConfig(text)
	if err != nil {
		return nil, err
	}
	return lineRecords(leaveOrphans(config.File, trader.Currency).Entries)
}

func lineRecords(entries []textfile.Entry[trader.Line]) (list []*fileRecord, err error) {
	lines, records, names := make([]*traderLine, len(entries)), map[*traderLine]*fileRecord{}, inventedNames()
	for i, entry := range entries {
		row, err := traderRow(entry.Value, names)
		if err != nil {
			return nil, err
		}
		lines[i] = &traderLine{lineType: entry.Value.Type, row: row}
	}
	for i, l := range linkParents(lines) {
		s := newFileRecord(l.resource(), l.row, nil, i)
		s.key, s.parent = l.path, records[cmp.Or(l.category, l.seller)]
		records[l] = s
		list = append(list, s)
	}
	return list, nil
}

// traderText returns the lines of all of the trader's files. They are read once.
func (g *generator) traderText(ctx context.Context) (*traderText, error) {
	if g.traders != nil {
		return g.traders, nil
	}
	text := newTraderText(g.filesOf(Kind(trader.ConfigFile)))
	if err := text.add(func(res *record.Resource) ([]record.Row, error) { return g.rows(ctx, res, "") }); err != nil {
		return nil, err
	}
	g.traders = text
	return text, nil
}

func (k *traderConfigKind) warn(r *Report, text []byte) {
	if config, err := trader.ParseConfig(text); err == nil {
		r.warn(config.Warnings)
	}
}
