package mission

import (
	"context"
	"strconv"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

// saveDocument stores a file that is kept whole. merge joins it with the stored text where others' entries are to stay.
func (im *importer) saveDocument(ctx context.Context, data []byte, merge func(old, new []byte) ([]byte, error)) error {
	if im.file.Content != nil && im.mode == Merge {
		merged, err := merge([]byte(*im.file.Content), data)
		if err != nil {
			return fileError{err}
		}
		data = merged
	}
	content := string(data)
	return im.save(ctx, nil, &content)
}

// parseEconomyCore reads cfgeconomycore.xml: its defaults become the instance's economy core, the rest is kept.
func parseEconomyCore(data []byte) (func(context.Context, *importer) error, error) {
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
	case f.Kind == record.Flag && text == "true":
		return 1, true
	case f.Kind == record.Flag && text == "false":
		return 0, true
	}
	n, err := strconv.ParseInt(text, 10, 32)
	if f.Kind == record.Flag && n != 0 {
		n = 1
	}
	return n, err == nil
}

// parseLimits reads cfglimitsdefinition.xml: its names become reference rows, the file is kept.
func parseLimits(data []byte) (func(context.Context, *importer) error, error) {
	file, warnings, err := ce.ParseLimits(data)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, im *importer) error {
		im.report.warn(warnings)
		err := im.ensureAll(ctx, []nameList{
			{record.Categories, plain(file.Categories)},
			{record.TypeTags, plain(file.Tags)},
			{record.TypeUsages, plain(file.Usages)},
			{record.TypeValues, plain(file.Values)},
		})
		if err != nil {
			return err
		}
		return im.saveDocument(ctx, data, ce.MergeLimits)
	}, nil
}

// parseUserLimits reads cfglimitsdefinitionuser.xml: its groups become reference rows, the file is kept.
func parseUserLimits(data []byte) (func(context.Context, *importer) error, error) {
	file, warnings, err := ce.ParseUserLimits(data)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, im *importer) error {
		im.report.warn(warnings)
		err := im.ensureAll(ctx, []nameList{{record.TypeUsages, groups(file.Usages)}, {record.TypeValues, groups(file.Values)}})
		if err != nil {
			return err
		}
		return im.saveDocument(ctx, data, ce.MergeUserLimits)
	}, nil
}

type nameList struct {
	res   *record.Resource
	names []reference
}

func (im *importer) ensureAll(ctx context.Context, lists []nameList) error {
	for _, list := range lists {
		_, added, err := im.ensure(ctx, list.res, list.names)
		if err != nil {
			return err
		}
		im.report.Created += added
		im.report.Unchanged += len(list.names) - added
	}
	return nil
}

func plain(names []string) []reference {
	list := make([]reference, len(names))
	for i, name := range names {
		list[i] = reference{name: name}
	}
	return list
}

func groups(named []ce.Group) []reference {
	list := make([]reference, len(named))
	for i, g := range named {
		list[i] = reference{g.Name, true}
	}
	return list
}
