package mission

import (
	"context"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var limitsFile = &kind{
	name: Kind(ce.LimitsFile), label: "limits", main: "cfglimitsdefinition.xml", read: readLimits,
}

var userLimits = &kind{
	name: Kind(ce.UserLimitsFile), label: "user limits", main: "cfglimitsdefinitionuser.xml", read: readUserLimits,
}

// readLimits reads cfglimitsdefinition.xml: its names become reference rows, the file is kept.
func readLimits(data []byte) (storing, error) {
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

// readUserLimits reads cfglimitsdefinitionuser.xml: its groups become reference rows, the file is kept.
func readUserLimits(data []byte) (storing, error) {
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
