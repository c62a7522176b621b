package mission

import (
	"context"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

// limitsKind is that of cfglimitsdefinition.xml: its names become reference records, and the file is stored as text.
type limitsKind struct{ kindInfo }

var limitsFile = &limitsKind{kindInfo{name: Kind(ce.LimitsFile), label: "limits", main: "cfglimitsdefinition.xml"}}

// userLimitsKind is that of cfglimitsdefinitionuser.xml: its groups become reference records, and the file is stored as text.
type userLimitsKind struct{ kindInfo }

var userLimits = &userLimitsKind{kindInfo{name: Kind(ce.UserLimitsFile), label: "user limits", main: "cfglimitsdefinitionuser.xml"}}

func (k *limitsKind) read(data []byte) (storeFunc, error) {
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
		return im.saveMerged(ctx, data, ce.MergeLimits)
	}, nil
}

func (k *userLimitsKind) read(data []byte) (storeFunc, error) {
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
		return im.saveMerged(ctx, data, ce.MergeUserLimits)
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
