package mission

import (
	"context"

	"quartermaster/internal/ce"
	"quartermaster/internal/document"
	"quartermaster/internal/record"
)

// limitsKind is the kind of cfglimitsdefinition.xml: its names become reference records, and the file is stored as text.
type limitsKind struct{ kindInfo }

var limitsFile = &limitsKind{kindInfo{
	name: Kind(ce.LimitsFile), label: "limits", main: "cfglimitsdefinition.xml",
	document: document.XML("lists", "", "category", "tag", "usage", "value"),
}}

// userLimitsKind is the kind of cfglimitsdefinitionuser.xml: its groups become reference records, and the file is stored as text.
type userLimitsKind struct{ kindInfo }

var userLimits = &userLimitsKind{kindInfo{
	name: Kind(ce.UserLimitsFile), label: "user limits", main: "cfglimitsdefinitionuser.xml",
	document: document.XML("user_lists", "", "user", "usage", "value"),
}}

func (k *limitsKind) read(data []byte) (storeFunc, error) {
	file, warnings, err := ce.ParseLimits(data)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, im *importer) error {
		im.report.warn(warnings)
		if err := im.ensureAll(ctx, namesDefined(file)); err != nil {
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
		if err := im.ensureAll(ctx, groupsDefined(file)); err != nil {
			return err
		}
		return im.saveMerged(ctx, data, ce.MergeUserLimits)
	}, nil
}

// ensureAll adds the names that nobody has yet, and counts all of them in the report.
func (im *importer) ensureAll(ctx context.Context, defined map[*record.Resource][]reference) error {
	for _, res := range limitResources {
		_, added, err := im.ensure(ctx, res, defined[res])
		if err != nil {
			return err
		}
		im.report.Created += added
		im.report.Unchanged += len(defined[res]) - added
	}
	return nil
}

// namesDefined returns the names of a limits definition by their resource.
func namesDefined(l *ce.Limits) map[*record.Resource][]reference {
	return map[*record.Resource][]reference{
		record.Categories: plain(l.Categories), record.TypeUsages: plain(l.Usages), record.TypeValues: plain(l.Values),
		record.TypeTags: plain(l.Tags),
	}
}

// groupsDefined returns the groups of a user's limits definition by the resource of their members.
func groupsDefined(l *ce.UserLimits) map[*record.Resource][]reference {
	return map[*record.Resource][]reference{record.TypeUsages: groups(l.Usages), record.TypeValues: groups(l.Values)}
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
