package mission

import (
	"context"
	"io"
	"strconv"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/document"
	"quartermaster/internal/record"
)

// economyCoreKind is the kind of cfgeconomycore.xml: its defaults become the instance's economy core, and the rest is stored as text.
type economyCoreKind struct{ kindInfo }

var economyCore = &economyCoreKind{kindInfo{
	name: Kind(ce.EconomyCoreFile), label: "economy core", main: economyCoreFile,
	document: document.XML("economycore", "defaults", "rootclass", "ce", "file"),
}}

func (k *economyCoreKind) read(data []byte) (storeFunc, error) {
	core, warnings, err := ce.ParseEconomyCore(data)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, im *importer) error {
		im.report.warn(warnings)
		defaults, err := im.updateDefaults(ctx, core.Defaults)
		if err == nil {
			err = im.storeDefaults(ctx, defaults)
		}
		if err != nil {
			return err
		}
		return im.saveMerged(ctx, data, ce.MergeEconomyCore)
	}, nil
}

// hasRecords reports whether the stored defaults differ from the game's.
func (k *economyCoreKind) hasRecords(ctx context.Context, im *importer) (bool, error) {
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
	if im.mode.replaces() {
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

// defaultValue parses a default; ok is false if the economy core has no field for it or the value is not valid.
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

// paths returns the only file, which is always written.
func (k *economyCoreKind) paths(_ context.Context, g *generator) ([]string, error) {
	return []string{g.mainPath(&k.kindInfo)}, nil
}

// write writes the instance's defaults into the file that was imported, or into a new one.
func (k *economyCoreKind) write(ctx context.Context, g *generator, f record.File, w io.Writer) (outcome, error) {
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

// defaultsOf returns the fields of the economy core in the order and spelling of the file.
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

// compare returns the defaults of each file as a single record.
func (k *economyCoreKind) compare(ctx context.Context, c *comparison) (before, after []*fileRecord, err error) {
	if c.original != nil {
		if before, err = k.recordsIn(c.original, c.rel); err != nil {
			return nil, nil, err
		}
	}
	s, err := defaultsIn(c.content)
	if err != nil {
		return nil, nil, err
	}
	row, err := c.db.EconomyCore(ctx, c.scope)
	if err == nil {
		s.sid = record.EconomyCores.SID(row)
	}
	return before, append(after, s), err
}

func (k *economyCoreKind) recordsIn(text []byte, _ string) ([]*fileRecord, error) {
	s, err := defaultsIn(text)
	return []*fileRecord{s}, err
}

func defaultsIn(data []byte) (*fileRecord, error) {
	core, _, err := ce.ParseEconomyCore(data)
	if err != nil {
		return nil, err
	}
	res := record.EconomyCores
	row := res.EmptyRow()
	for _, d := range core.Defaults {
		if value, ok := defaultValue(d); ok {
			row[res.Index(d.Name)] = value
		}
	}
	s := newFileRecord(res, row, nil, 0)
	s.name = "defaults"
	return s, nil
}
