package mission

import (
	"context"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
)

var spawnableTypes = &entryKind[ce.SpawnableType, record.SpawnableType]{
	kindInfo: kindInfo{
		name: Kind(ce.SpawnableTypesFile), label: "spawnable types", main: "cfgspawnabletypes.xml", several: true,
		resource: record.SpawnableTypes, from: []*record.Resource{record.SpawnableTypes, record.InstanceClassnames},
		settings: settingsBeside("type"),
	},
	parse: ce.ParseSpawnableTypes, print: ce.WriteSpawnableTypes, toRecord: spawnableRecord, toValue: spawnableValue,
	addNames: referSpawnables,
}

// referSpawnables creates the missing class names of spawnable types.
func referSpawnables(ctx context.Context, im *importer, list []textfile.Entry[ce.SpawnableType]) (*names, error) {
	classes := make([]class, len(list))
	for i, entry := range list {
		classes[i].name = entry.Value.Name
	}
	known, err := im.classnames(ctx, classes)
	return &names{classes: known}, err
}

func spawnableRecord(t ce.SpawnableType, n *names) (record.SpawnableType, error) {
	made := record.SpawnableType{
		InstanceClassnameID: n.class(t.Name), Name: t.Name, Hoarder: t.Hoarder,
		DamageMin: t.DamageMin, DamageMax: t.DamageMax, Tags: t.Tags,
	}
	for _, b := range t.Blocks {
		made.Blocks = append(made.Blocks, record.Block{Kind: b.Kind, Preset: b.Preset, Chance: b.Chance, Items: itemRecords(b.Items)})
	}
	return made, nil
}

func spawnableValue(t record.SpawnableType, _ *names) ce.SpawnableType {
	value := ce.SpawnableType{
		Name: t.Name, Hoarder: t.Hoarder, DamageMin: t.DamageMin, DamageMax: t.DamageMax, Tags: t.Tags,
	}
	for _, b := range t.Blocks {
		value.Blocks = append(value.Blocks, ce.Block{Kind: b.Kind, Preset: b.Preset, Chance: b.Chance, Items: itemValues(b.Items)})
	}
	return value
}

func itemRecords(items []ce.Item) []record.ChanceItem {
	made := make([]record.ChanceItem, len(items))
	for i, item := range items {
		made[i] = record.ChanceItem(item)
	}
	return made
}

func itemValues(items []record.ChanceItem) []ce.Item {
	values := make([]ce.Item, len(items))
	for i, item := range items {
		values[i] = ce.Item(item)
	}
	return values
}
