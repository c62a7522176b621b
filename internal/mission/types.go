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
		from: []*record.Resource{record.Types, record.InstanceClassnames}, follows: map[string]string{"tag_id": "tag_ids"},
	},
	parse: ce.ParseTypes, print: ce.WriteTypes, toRecord: typeRecord, toValue: typeValue,
	addNames: referTypes, readNames: knownLimits,
	holds: func(t record.Type) bool { return t.Enabled },
}

// referTypes creates the missing limits and class names of types.
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
	l := limits{}
	for _, res := range limitResources {
		rows, err := g.db.All(ctx, res, g.scope, "")
		if err != nil {
			return nil, err
		}
		l[res] = newReferences(res, rows)
	}
	l.spell(g)
	return &names{limits: l}, nil
}

// spell changes the names to their spelling in the instance's definitions. If a name is spelled in several ways, the first counts.
func (l limits) spell(g *generator) {
	for _, f := range g.filesOf(Kind(ce.LimitsFile)) {
		if file, _, err := ce.ParseLimits([]byte(textOf(f.Content))); err == nil {
			l.spellAs(namesDefined(file))
		}
	}
	for _, f := range g.filesOf(Kind(ce.UserLimitsFile)) {
		if file, _, err := ce.ParseUserLimits([]byte(textOf(f.Content))); err == nil {
			l.spellAs(groupsDefined(file))
		}
	}
}

func (l limits) spellAs(defined map[*record.Resource][]reference) {
	for res, list := range defined {
		l[res].spell(list)
	}
}

// limitsOf returns the names that types refer to, after creating the missing ones.
func (im *importer) limitsOf(ctx context.Context, entries []textfile.Entry[ce.Type]) (l limits, err error) {
	wanted := map[*record.Resource][]reference{}
	add := func(res *record.Resource, refs ...ce.Ref) {
		for _, ref := range refs {
			wanted[res] = append(wanted[res], reference{ref.Name, ref.User})
		}
	}
	for _, e := range entries {
		if e.Value.Category != nil {
			add(record.Categories, ce.Ref{Name: *e.Value.Category})
		}
		add(record.TypeUsages, e.Value.Usages...)
		add(record.TypeValues, e.Value.Values...)
		add(record.TypeTags, e.Value.Tags...)
	}
	l = limits{}
	for _, res := range limitResources {
		if l[res], _, err = im.ensure(ctx, res, wanted[res]); err != nil {
			return l, err
		}
	}
	return l, nil
}

func (l limits) category(name *string) *int64 {
	if name == nil {
		return nil
	}
	return new(l[record.Categories].id(reference{name: *name}))
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
		CategoryID: l.category(t.Category), UsageIDs: l[record.TypeUsages].idsOf(t.Usages), ValueIDs: l[record.TypeValues].idsOf(t.Values),
		TagIDs: l[record.TypeTags].idsOf(t.Tags), Enabled: true,
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
		Usages: l[record.TypeUsages].refsOf(t.UsageIDs), Values: l[record.TypeValues].refsOf(t.ValueIDs),
		Tags: l[record.TypeTags].refsOf(t.TagIDs),
	}
	if t.CategoryID != nil {
		value.Category = new(l[record.Categories].byID[*t.CategoryID].name)
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
