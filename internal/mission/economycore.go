package mission

import (
	"context"
	"io"
	"strconv"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var economyCore = &kind{
	name: Kind(ce.EconomyCoreFile), label: "economy core", main: "cfgeconomycore.xml",
	read: readEconomyCore, held: holdsDefaults, files: onlyMain, write: writeEconomyCore, stands: economyCoreStands,
}

// readEconomyCore reads cfgeconomycore.xml: its defaults become the instance's economy core, the rest is kept.
func readEconomyCore(data []byte) (storing, error) {
	core, warnings, err := ce.ParseEconomyCore(data)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, im *importer) error {
		im.report.warn(warnings)
		if err := im.storeDefaults(ctx, core.Defaults); err != nil {
			return err
		}
		return im.saveDocument(ctx, data, ce.MergeEconomyCore)
	}, nil
}

// holdsDefaults tells whether somebody has set other defaults than those of the game.
func holdsDefaults(ctx context.Context, im *importer) (bool, error) {
	rows, err := im.All(ctx, record.EconomyCores, "")
	usual := record.Values{}
	record.EconomyCores.Defaults(usual)
	for _, row := range rows {
		for i, f := range record.EconomyCores.Fields {
			if f.Writable() && row[i] != usual[f.Name] {
				return true, err
			}
		}
	}
	return false, err
}

func (im *importer) storeDefaults(ctx context.Context, defaults []ce.Default) error {
	values := record.Values{}
	if im.mode == Replace {
		record.EconomyCores.Defaults(values)
	}
	for _, d := range defaults {
		if value, ok := defaultValue(d); ok {
			values[d.Name] = value
		}
	}
	number := im.Number
	_, err := im.UpdateEconomyCore(ctx, values)
	if im.Number != number {
		im.report.Updated = 1
	} else {
		im.report.Unchanged = 1
	}
	return err
}

// defaultValue reads one of the defaults that the economy core has a field for.
func defaultValue(d ce.Default) (value int64, ok bool) {
	if !record.EconomyCores.Has(d.Name) {
		return 0, false
	}
	f := record.EconomyCores.Field(d.Name)
	text := strings.ToLower(strings.TrimSpace(d.Value))
	switch {
	case !f.Writable():
		return 0, false
	case f.Type == record.Flag && text == "true":
		return 1, true
	case f.Type == record.Flag && text == "false":
		return 0, true
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if f.Type == record.Flag && n != 0 {
		n = 1
	}
	return n, err == nil
}

// onlyMain is for a kind that has one file, which is always written.
func onlyMain(_ context.Context, g *generator, k *kind) ([]string, error) {
	return []string{g.mainOf(k)}, nil
}

// writeEconomyCore writes the instance's defaults into the file that was imported, or into a new one.
func writeEconomyCore(ctx context.Context, g *generator, _ *kind, f record.File, w io.Writer) (outcome, error) {
	row, err := g.db.EconomyCore(ctx, g.scope)
	if err != nil {
		return outcome{}, err
	}
	content, err := ce.PatchEconomyCore([]byte(textOf(f.Content)), defaultsOf(row))
	if err == nil {
		_, err = w.Write(content)
	}
	return outcome{records: 1}, err
}

// defaultsOf gives the economy core's fields in the order and spelling of the file.
func defaultsOf(row record.Row) []ce.Default {
	var defaults []ce.Default
	res := record.EconomyCores
	for i, f := range res.Fields {
		if !f.Writable() {
			continue
		}
		n, _ := row[i].(int64)
		text := strconv.FormatInt(n, 10)
		if f.Type == record.Flag {
			text = strconv.FormatBool(n != 0)
		}
		defaults = append(defaults, ce.Default{Name: f.Name, Value: text})
	}
	return defaults
}
