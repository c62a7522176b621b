package mission

import (
	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

var randomPresets = &entryKind[ce.RandomPreset, record.RandomPreset]{
	kindInfo: kindInfo{
		name: Kind(ce.RandomPresetsFile), label: "random presets", main: "cfgrandompresets.xml", resource: record.RandomPresets,
		from: []*record.Resource{record.RandomPresets},
	},
	parse: ce.ParseRandomPresets, print: ce.WriteRandomPresets, toRecord: presetRecord, toValue: presetValue,
}

func presetRecord(p ce.RandomPreset, _ *names) (record.RandomPreset, error) {
	return record.RandomPreset{Name: p.Name, Type: p.Kind, Chance: p.Chance, Items: itemRecords(p.Items)}, nil
}

func presetValue(p record.RandomPreset, _ *names) ce.RandomPreset {
	return ce.RandomPreset{Name: p.Name, Kind: p.Type, Chance: p.Chance, Items: itemValues(p.Items)}
}
