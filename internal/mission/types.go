package mission

import (
	"context"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
)

var typesFile = &entryKind[ce.Type, record.Type]{
	kindInfo: kindInfo{
		name: Kind(ce.TypesFile), label: "types", main: "db/types.xml", several: true, resource: record.Types,
		from: []*record.Resource{record.Types, record.InstanceClassnames},
	},
	parse: ce.ParseTypes, print: ce.WriteTypes, toRecord: typeRecord, toValue: typeValue,
	addNames: referTypes, readNames: knownLimits,
	holds: func(t record.Type) bool { return t.Enabled },
}

// referTypes adds the limits and class names that types refer to.
func referTypes(ctx context.Context, im *importer, list []textfile.Entry[ce.Type]) (*names, error) {
	l, err := im.limitsOf(ctx, list)
	if err != nil {
		return nil, err
	}
	classes := make([]class, len(list))
	for i, entry := range list {
		classes[i] = class{entry.Value.Name, l.category(entry.Value.Category)}
	}
	known, err := im.classnames(ctx, classes)
	return &names{classes: known, limits: l}, err
}

// knownLimits reads the names that types refer to.
func knownLimits(ctx context.Context, g *generator) (*names, error) {
	var n names
	for _, list := range []struct {
		into **references
		res  *record.Resource
	}{
		{&n.categories, record.Categories},
		{&n.usages, record.TypeUsages},
		{&n.values, record.TypeValues},
		{&n.tags, record.TypeTags},
	} {
		rows, err := g.db.All(ctx, list.res, g.scope, "")
		if err != nil {
			return nil, err
		}
		*list.into = newReferences(list.res, rows)
	}
	n.spell(g)
	return &n, nil
}

// spell spells the names as the instance's own definitions do. Of a name that they spell in several ways, the first counts.
func (l limits) spell(g *generator) {
	for _, f := range g.filesOf(Kind(ce.LimitsFile)) {
		if file, _, err := ce.ParseLimits([]byte(textOf(f.Content))); err == nil {
			l.categories.spell(plain(file.Categories))
			l.tags.spell(plain(file.Tags))
			l.usages.spell(plain(file.Usages))
			l.values.spell(plain(file.Values))
		}
	}
	for _, f := range g.filesOf(Kind(ce.UserLimitsFile)) {
		if file, _, err := ce.ParseUserLimits([]byte(textOf(f.Content))); err == nil {
			l.usages.spell(groups(file.Usages))
			l.values.spell(groups(file.Values))
		}
	}
}

// limitsOf adds the names that the entries use and nobody has yet.
func (im *importer) limitsOf(ctx context.Context, entries []textfile.Entry[ce.Type]) (l limits, err error) {
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
	id := l.categories.id(reference{name: *name})
	return &id
}

// idsOf returns the ids of names in their order, each once.
func (refs *references) idsOf(list []ce.Ref) []int64 {
	ids := []int64{}
	seen := map[int64]bool{}
	for _, ref := range list {
		id := refs.id(reference{ref.Name, ref.User})
		if !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	return ids
}

func typeRecord(t ce.Type, n *names) (record.Type, error) {
	l := n.limits
	made := record.Type{
		InstanceClassnameID: n.class(t.Name), Name: t.Name, Nominal: t.Nominal, Lifetime: t.Lifetime, Restock: t.Restock, Min: t.Min,
		QMin: t.QuantMin, QMax: t.QuantMax, Cost: t.Cost,
		CountInCargo: t.CountInCargo, CountInHoarders: t.CountInHoarder, CountInMap: t.CountInMap,
		CountInPlayers: t.CountInPlayer, Crafted: t.Crafted, Deloot: t.Deloot,
		CategoryID: l.category(t.Category), UsageIDs: l.usages.idsOf(t.Usages), ValueIDs: l.values.idsOf(t.Values),
		TagIDs: l.tags.idsOf(t.Tags), Enabled: true,
	}
	if len(made.TagIDs) > 0 {
		made.TagID = &made.TagIDs[0]
	}
	return made, nil
}

func typeValue(t record.Type, n *names) ce.Type {
	l := n.limits
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
