package mission

import (
	"context"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
)

// parseEvents reads an events file into records.
func parseEvents(data []byte) (func(context.Context, *importer) error, error) {
	file, err := ce.ParseEvents(data)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, im *importer) error { return im.storeEvents(ctx, file) }, nil
}

func (im *importer) storeEvents(ctx context.Context, file *ce.File[ce.Event]) error {
	im.report.warn(file.Warnings)
	rows := make([]record.Row, len(file.Entries))
	for i, entry := range file.Entries {
		made := eventRecord(entry.Value)
		made.SourceFile, made.Raw = &im.place, &entry.Raw
		rows[i] = record.Events.Encode(&made)
	}
	return im.store(ctx, record.Events, rows, file.Skeleton)
}

func eventRecord(e ce.Event) record.Event {
	made := record.Event{
		Name: e.Name, Nominal: e.Nominal, Min: e.Min, Max: e.Max, Lifetime: e.Lifetime, Restock: e.Restock,
		SafeRadius: e.SafeRadius, DistanceRadius: e.DistanceRadius, CleanupRadius: e.CleanupRadius, Secondary: e.Secondary,
		Deletable: e.Deletable, InitRandom: e.InitRandom, RemoveDamaged: e.RemoveDamaged,
		Position: e.Position, Limit: e.Limit, Active: e.Active,
	}
	for _, c := range e.Children {
		made.Children = append(made.Children, record.Child{Type: c.Type, Min: c.Min, Max: c.Max, LootMin: c.LootMin, LootMax: c.LootMax})
	}
	return made
}

// eventValue is the reverse of eventRecord.
func eventValue(e record.Event) ce.Event {
	value := ce.Event{
		Name: e.Name, Nominal: e.Nominal, Min: e.Min, Max: e.Max, Lifetime: e.Lifetime, Restock: e.Restock,
		SafeRadius: e.SafeRadius, DistanceRadius: e.DistanceRadius, CleanupRadius: e.CleanupRadius, Secondary: e.Secondary,
		Deletable: e.Deletable, InitRandom: e.InitRandom, RemoveDamaged: e.RemoveDamaged,
		Position: e.Position, Limit: e.Limit, Active: e.Active,
	}
	for _, c := range e.Children {
		value.Children = append(value.Children, ce.Child{Type: c.Type, Min: c.Min, Max: c.Max, LootMin: c.LootMin, LootMax: c.LootMax})
	}
	return value
}
