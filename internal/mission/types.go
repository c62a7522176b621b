package mission

import (
	"context"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

// parseTypes reads a types file into records.
func parseTypes(data []byte) (func(context.Context, *importer) error, error) {
	file, err := ce.ParseTypes(data)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, im *importer) error { return im.storeTypes(ctx, file) }, nil
}

func (im *importer) storeTypes(ctx context.Context, file *ce.File[ce.Type]) error {
	im.report.warn(file.Warnings)
	limits, err := im.limitsOf(ctx, file.Entries)
	if err != nil {
		return err
	}
	classes := make([]class, len(file.Entries))
	for i, entry := range file.Entries {
		classes[i] = class{entry.Value.Name, limits.category(entry.Value.Category)}
	}
	known, err := im.classnames(ctx, classes)
	if err != nil {
		return err
	}
	rows := make([]record.Row, len(file.Entries))
	for i, entry := range file.Entries {
		made := typeRecord(entry.Value, limits)
		made.InstanceClassnameID = record.InstanceClassnames.ID(known[strings.ToLower(entry.Value.Name)])
		made.SourceFile, made.Raw = &im.place, &entry.Raw
		rows[i] = record.Types.Encode(&made)
	}
	return im.store(ctx, record.Types, rows, file.Skeleton)
}

// limits are the names that types refer to.
type limits struct{ categories, usages, values, tags *references }

// limitsOf adds the names that the entries use and nobody has yet.
func (im *importer) limitsOf(ctx context.Context, entries []ce.Entry[ce.Type]) (l limits, err error) {
	var categories, usages, values, tags []reference
	for _, e := range entries {
		if e.Value.Category != nil {
			categories = append(categories, reference{name: *e.Value.Category})
		}
		usages, values, tags = appendRefs(usages, e.Value.Usages), appendRefs(values, e.Value.Values), appendRefs(tags, e.Value.Tags)
	}
	for _, list := range []struct {
		into   **references
		res    *record.Resource
		wanted []reference
	}{
		{&l.categories, record.Categories, categories},
		{&l.usages, record.TypeUsages, usages},
		{&l.values, record.TypeValues, values},
		{&l.tags, record.TypeTags, tags},
	} {
		if *list.into, _, err = im.ensure(ctx, list.res, list.wanted); err != nil {
			return l, err
		}
	}
	return l, nil
}

func appendRefs(list []reference, refs []ce.Ref) []reference {
	for _, ref := range refs {
		list = append(list, reference{ref.Name, ref.User})
	}
	return list
}

func (l limits) category(name *string) *int64 {
	if name == nil {
		return nil
	}
	id := l.categories.ids[reference{name: *name}.key()]
	return &id
}

// idsOf keeps the first of each name, in order.
func (refs *references) idsOf(list []ce.Ref) []int64 {
	ids := []int64{}
	seen := map[int64]bool{}
	for _, ref := range list {
		id := refs.ids[reference{ref.Name, ref.User}.key()]
		if !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	return ids
}

func typeRecord(t ce.Type, l limits) record.Type {
	made := record.Type{
		Name: t.Name, Nominal: t.Nominal, Lifetime: t.Lifetime, Restock: t.Restock, Min: t.Min,
		QMin: t.QuantMin, QMax: t.QuantMax, Cost: t.Cost,
		CountInCargo: t.CountInCargo, CountInHoarders: t.CountInHoarder, CountInMap: t.CountInMap,
		CountInPlayers: t.CountInPlayer, Crafted: t.Crafted, Deloot: t.Deloot,
		CategoryID: l.category(t.Category), UsageIDs: l.usages.idsOf(t.Usages), ValueIDs: l.values.idsOf(t.Values),
		TagIDs: l.tags.idsOf(t.Tags), Enabled: true,
	}
	if len(made.TagIDs) > 0 {
		made.TagID = &made.TagIDs[0]
	}
	return made
}

// typeValue is the reverse of typeRecord.
func typeValue(t record.Type, l limits) ce.Type {
	value := ce.Type{
		Name: t.Name, Nominal: t.Nominal, Lifetime: t.Lifetime, Restock: t.Restock, Min: t.Min,
		QuantMin: t.QMin, QuantMax: t.QMax, Cost: t.Cost,
		CountInCargo: t.CountInCargo, CountInHoarder: t.CountInHoarders, CountInMap: t.CountInMap,
		CountInPlayer: t.CountInPlayers, Crafted: t.Crafted, Deloot: t.Deloot,
		Usages: l.usages.refsOf(t.UsageIDs), Values: l.values.refsOf(t.ValueIDs), Tags: l.tags.refsOf(t.TagIDs),
	}
	if t.CategoryID != nil {
		name := l.categories.byID[*t.CategoryID].name
		value.Category = &name
	}
	return value
}

func (refs *references) refsOf(ids []int64) []ce.Ref {
	var list []ce.Ref
	for _, id := range ids {
		ref := refs.byID[id]
		list = append(list, ce.Ref{Name: ref.name, User: ref.group})
	}
	return list
}
